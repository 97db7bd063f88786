import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  Envelope,
  MailTransport,
  ProviderIds,
  SubmitOptions,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import {
  type ApiOutcome,
  failureOutcome,
  notHandedOver,
  permanent,
  recipientsOf,
  temporary,
  unclear,
  unusable,
} from './api-outcome.ts';
import {
  type ResendMessage,
  type ResendRecipients,
  readForResend,
  splitRecipients,
} from './resend-message.ts';

export type ResendOptions = {
  apiKey: string;
  /** The base URL of the API. */
  url: string;
  /** The time limit for the complete response, in milliseconds; spec 8.3 sets 60 s after the submission. */
  timeout?: number;
};

const ANSWER_BYTES = 64 * 1024;
const taken = z.object({ id: z.string().min(1).max(200) });
const refused = z.object({ name: z.string(), message: z.string().default('') });

/**
 * The meaning of a response to `POST /emails` (resend.com/docs/api-reference/errors). The complete mapping is a table
 * in `docs/transports.md` and in the test of this file. Anything that is not clearly a refusal counts as unknown.
 */
export function resendOutcome(status: number, body: unknown): ApiOutcome & { id?: string } {
  const accepted = taken.safeParse(body);
  if (status >= 200 && status < 300) {
    return accepted.success
      ? { outcome: 'accepted', response: null, id: accepted.data.id }
      : unclear(`HTTP ${status} without an id`);
  }
  if (status === 429) return temporary(textOf(status, body));
  const error = refused.safeParse(body);
  if (!error.success) return unclear(`HTTP ${status}`);
  const text = textOf(status, body);
  if (status === 401 || status === 404 || status === 405) return unusable(text);
  if (status === 403) {
    return error.data.name === 'validation_error'
      ? permanent('sender_domain_unavailable', text)
      : unusable(text);
  }
  if (status === 400 || status === 413 || status === 422 || status === 451)
    return permanent('provider_validation', text);
  return unclear(text);
}

function textOf(status: number, body: unknown): string {
  const { name, message } = refused.safeParse(body).data ?? { name: '', message: '' };
  return `HTTP ${status} ${name}: ${message}`;
}

/**
 * The driver for Resend's HTTP API, which takes fields instead of a message, so the composed message is split into
 * fields again. Recipients that are only in the envelope (Bcc) go into Resend's own `bcc`.
 */
export function createResendTransport({ apiKey, url, timeout = 60_000 }: ResendOptions): MailTransport {
  const post = async (
    message: ResendMessage,
    recipients: ResendRecipients,
    options: SubmitOptions,
  ): Promise<ReturnType<typeof resendOutcome>> => {
    const { reference } = options;
    const tags = reference === undefined ? {} : { tags: [{ name: 'pm_message', value: reference }] };
    try {
      const answer = await fetch(`${url}/emails`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey(options.messageId, recipients),
          'user-agent': 'Proofmail/1.0',
        },
        body: JSON.stringify({ ...message, ...recipients, ...tags }),
        signal: AbortSignal.timeout(timeout),
      });
      return resendOutcome(answer.status, await readJson(answer));
    } catch (error) {
      return failureOutcome(error);
    }
  };
  return {
    name: 'basic',
    driver: 'resend',
    async submit(envelope, raw, options): Promise<SubmitResult> {
      const { message, visible } = await readForResend(raw);
      const groups = splitRecipients(envelope, visible);
      try {
        await options.beforeHandOver?.();
      } catch (error) {
        return notHandedOver(envelope, error);
      }
      const outcomes = [];
      // Sequential, because Resend limits requests per second.
      for (const group of groups) outcomes.push({ group, result: await post(message, group, options) });
      return combine(envelope, outcomes);
    },
    async close() {},
  };
}

/** The key by which Resend deduplicates for 24 hours, so that a repeated request does not send a second mail. */
function idempotencyKey(messageId: string, recipients: ResendRecipients): string {
  const digest = createHash('sha256').update(JSON.stringify(recipients)).digest('hex').slice(0, 16);
  return `${messageId.replace(/^<|>$/g, '').slice(0, 200)}/${digest}`;
}

function combine(
  envelope: Envelope,
  outcomes: readonly { group: ResendRecipients; result: ReturnType<typeof resendOutcome> }[],
): SubmitResult {
  const results = new Map(
    outcomes.flatMap(({ group, result }) =>
      recipientsOf([...group.to, ...group.cc, ...group.bcc], result).map(
        (one) => [one.address, one] as const,
      ),
    ),
  );
  const ids: ProviderIds[] = outcomes.flatMap(({ result }) =>
    result.id === undefined ? [] : [{ driver: 'resend', providerMessageId: result.id, rfcMessageId: null }],
  );
  const reason = outcomes.find(({ result }) => result.reason)?.result.reason;
  const stopped = outcomes.find(({ result }) => result.isUnusable)?.result.response;
  return {
    recipients: envelope.to.map((address) => results.get(address)!),
    providerMessageId: ids[0]?.providerMessageId ?? null,
    taken: ids,
    ...(reason && { reason }),
    ...(stopped && { unusable: stopped }),
  };
}

/** The JSON of a response, or null if it is none. @throws Error if the connection breaks */
async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}
