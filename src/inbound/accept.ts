import { createHash } from 'node:crypto';
import { createBatcher } from '#kernel/batcher.ts';
import { type StagedBlob, stageStream } from '#kernel/blobs.ts';
import { newUlid } from '#kernel/ids.ts';
import type { Services } from '#kernel/services.ts';
import { insertAccepted, type NewReceipt } from './repository.ts';

const MAX_BATCH = 64;

export type SmtpEnvelope = { from: string; recipients: string[]; heloName: string; remoteAddress: string };

export type MailAcceptor = {
  /**
   * Stores a message that is arriving. When it returns, the message is on disk and committed, so `250` may be said.
   * Returns null for a message over the limit, of which nothing is kept.
   */
  accept(
    envelope: SmtpEnvelope,
    stream: AsyncIterable<Uint8Array> & { sizeExceeded?: boolean },
  ): Promise<{ id: string } | null>;
};

/** Messages that arrive together share one commit. */
export function createAcceptor(services: Services): MailAcceptor {
  const commit = createBatcher(async (accepted: { receipt: NewReceipt; raw: StagedBlob }[]) => {
    await insertAccepted(services.db, accepted);
    return accepted.map(() => undefined);
  }, MAX_BATCH);
  return {
    async accept(envelope, stream) {
      const id = newUlid();
      const now = services.clock.now();
      const hash = createHash('sha256');
      const raw = await stageStream(
        services,
        withTrace(stream, traceField(services, envelope, id, now), hash),
      );
      if (stream.sizeExceeded) return discard(services, raw);
      const receipt = toReceipt(envelope, id, raw.id, hash.digest('hex'), now);
      await commit({ receipt, raw });
      services.wakeUps.emit('inbound');
      return { id };
    },
  };
}

async function discard(services: Services, raw: StagedBlob): Promise<null> {
  if (raw.object_key) await services.blobs.delete(raw.object_key);
  return null;
}

/** The message below our trace field; only the message itself is hashed, so that a sender's retry is recognised. */
async function* withTrace(
  stream: AsyncIterable<Uint8Array>,
  trace: string,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(trace);
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/** RFC 5321 section 4.4. The recipient is left out: other recipients' copies hold the same bytes. */
function traceField(
  services: Services,
  { heloName, remoteAddress }: SmtpEnvelope,
  id: string,
  now: Date,
): string {
  const helo = heloName.replace(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown';
  const date = now.toUTCString().replace('GMT', '+0000');
  return `Received: from ${helo} ([${remoteAddress}])\r\n\tby ${services.config.mailDomain} with ESMTP id ${id};\r\n\t${date}\r\n`;
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
