import { createHash } from 'node:crypto';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import { type StagedBlob, stageStream } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertAccepted, type NewReceipt } from '#mail/spool/index.ts';
import { withoutLoops } from './hops.ts';
import { withCrlfLineEnds } from './line-ends.ts';

const MAX_BATCH = 64;

export type SmtpEnvelope = {
  from: string;
  recipients: string[];
  heloName: string;
  remoteAddress: string;
  /** How it came, as RFC 3848 and RFC 5321 4.4 name it. */
  protocol: 'ESMTP' | 'ESMTPS' | 'HTTPS';
};

export type MailAcceptor = {
  /**
   * Stores a message that is arriving, its line ends made CRLF. When it returns, the message is on disk and committed,
   * so `250` may be said. Returns null for a message of more than `maxBytes`, of which nothing is kept.
   * @throws MailLoop for one that goes in a circle
   */
  accept(
    envelope: SmtpEnvelope,
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<{ id: string } | null>;
};

class MessageTooLarge extends Error {}

/** Messages that arrive together share one commit. */
export function createAcceptor(services: Services): MailAcceptor {
  const commit = createBatcher(async (accepted: { receipt: NewReceipt; raw: StagedBlob }[]) => {
    await insertAccepted(services.db, accepted);
    return accepted.map(() => undefined);
  }, MAX_BATCH);
  return {
    async accept(envelope, content, maxBytes) {
      const id = newUlid();
      const now = services.clock.now();
      const hash = createHash('sha256');
      const trace = traceField(services, envelope, id, now);
      try {
        const lines = withoutLoops(
          withCrlfLineEnds(measured(content, maxBytes, hash)),
          services.config.mailDomain,
        );
        const raw = await stageStream(services, below(trace, lines));
        await commit({ receipt: toReceipt(envelope, id, raw.id, hash.digest('hex'), now), raw });
      } catch (error) {
        if (error instanceof MessageTooLarge) return null;
        throw error;
      }
      services.wakeUps.emit('inbound');
      return { id };
    },
  };
}

/** Only the message itself is hashed, as it was handed over, so that a sender's retry is recognised. */
async function* measured(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new MessageTooLarge();
    hash.update(chunk);
    yield chunk;
  }
}

async function* below(trace: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(trace);
  yield* content;
}

/** RFC 5321 section 4.4. The recipient is left out: other recipients' copies hold the same bytes. */
function traceField(
  services: Services,
  { heloName, remoteAddress, protocol }: SmtpEnvelope,
  id: string,
  now: Date,
): string {
  const helo = heloName.replace(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown';
  const date = now.toUTCString().replace('GMT', '+0000');
  return `Received: from ${helo} ([${remoteAddress}])\r\n\tby ${services.config.mailDomain} with ${protocol} id ${id};\r\n\t${date}\r\n`;
}

const toReceipt = (
  envelope: SmtpEnvelope,
  id: string,
  rawId: string,
  contentHash: string,
  now: Date,
): NewReceipt => ({
  id,
  source: 'smtp',
  envelope_from: envelope.from,
  recipients: envelope.recipients,
  helo_name: envelope.heloName,
  remote_address: envelope.remoteAddress,
  raw_id: rawId,
  content_hash: contentHash,
  received_at: now.toISOString(),
});
