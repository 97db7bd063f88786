import { z } from 'zod';
import type { ScanEnvelope, SpamFilter } from '#kernel/ports/spam-filter.ts';

/** The part of a response of `/checkv2` that is used (https://docs.rspamd.com/developers/protocol). */
const answer = z.object({
  score: z.number(),
  required_score: z.number(),
  action: z.string(),
  is_skipped: z.boolean().optional(),
});

type RspamdOptions = {
  /** The URL of the scanning worker, for example `http://127.0.0.1:11333`. */
  url: string;
  log: { warn(details: object, message: string): void };
  timeoutMs?: number;
  /** Milliseconds for which rspamd is not called after it did not respond. */
  restMs?: number;
};

const MAX_ANSWER = 1024 * 1024;

/** Calls rspamd over HTTP. After a bad response or none, it is not called for a while, so that mail does not wait for it. */
export function rspamdFilter({ url, log, timeoutMs = 5_000, restMs = 30_000 }: RspamdOptions): SpamFilter {
  let restsUntil = 0;
  return {
    async scan(raw, envelope) {
      if (performance.now() < restsUntil) return null;
      try {
        return await ask(`${url.replace(/\/+$/, '')}/checkv2`, raw, envelope, timeoutMs);
      } catch (error) {
        restsUntil = performance.now() + restMs;
        log.warn({ err: error }, 'rspamd did not respond: the built-in rules scored this message');
        return null;
      }
    },
  };
}

async function ask(
  url: string,
  raw: Uint8Array,
  envelope: ScanEnvelope,
  timeoutMs: number,
): Promise<number | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: headersOf(envelope),
    body: new Uint8Array(raw),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`rspamd answered ${response.status}`);
  const result = answer.parse(JSON.parse(await boundedText(response)));
  return result.is_skipped ? null : rating(result);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error('rspamd answered more than it should');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Header values can hold one line of ASCII. Other values of the envelope are left out. */
function headersOf({ remoteAddress, heloName, envelopeFrom, recipients }: ScanEnvelope): Headers {
  const headers = new Headers({ 'content-type': 'message/rfc822' });
  const set = (name: string, value: string): void => {
    if (/^[\x21-\x7e]{1,500}$/.test(value)) headers.append(name, value);
  };
  set('IP', remoteAddress);
  set('Helo', heloName);
  set('From', envelopeFrom);
  for (const recipient of recipients.slice(0, 50)) set('Rcpt', recipient);
  return headers;
}

/** The rating from which mail is marked as spam, which is also the default of `quarantine.spam_threshold`. */
const SPAM = 0.8;

/**
 * rspamd's score divided by the score at which it rejects. Its action decides on which side of `SPAM` the result lies,
 * because each deployment of rspamd has its own thresholds.
 */
function rating({ score, required_score, action }: z.output<typeof answer>): number {
  const share = required_score > 0 ? Math.min(1, Math.max(0, score / required_score)) : 0;
  if (action === 'reject') return 1;
  if (action === 'add header' || action === 'rewrite subject') return Math.max(SPAM, round(share));
  return Math.min(SPAM - 0.01, round(share));
}

const round = (share: number): number => Math.round(share * 100) / 100;
