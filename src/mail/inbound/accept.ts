import { createHash } from 'node:crypto';
import { clip } from '#kernel/base/clip.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import { type StagedBlob, stageStream } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { fairOrderOf, insertAccepted, type NewSpoolEntry, networkOf } from '#mail/spool/index.ts';
import { withoutReturnPathHost } from '#workspace/domains/index.ts';
import { deliverDirectly } from './direct-delivery.ts';
import { withCrlfLineEnds } from './line-ends.ts';
import { withoutLoops } from './loop-detection.ts';

const MAX_BATCH = 64;

export type SmtpEnvelope = {
  from: string;
  recipients: string[];
  heloName: string;
  remoteAddress: string;
  /** The protocol over which it came, as named in RFC 3848 and RFC 5321 4.4. */
  protocol: 'ESMTP' | 'ESMTPS' | 'HTTPS';
  /** The tenant of the first recipient, if known. It decides the place in the queue. */
  tenantId?: string | undefined;
};

export type MailAcceptor = {
  /**
   * Stores an arriving message with CRLF line ends. When it returns, the message is committed to disk, so the server
   * may answer `250`. Returns null for a message larger than `maxBytes`, of which nothing is kept.
   * @throws MailLoop for a message that loops
   */
  accept(
    envelope: SmtpEnvelope,
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<{ id: string } | null>;
};

class MessageTooLarge extends Error {}

/** Messages that arrive together share one commit. One that arrives alone is stored as a message at once. */
export function createAcceptor(services: Services): MailAcceptor {
  const commit = createBatcher(async (accepted: { receipt: NewSpoolEntry; raw: StagedBlob }[]) => {
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
        const place = fairOrderOf(services).next(flowOf(envelope, raw.size), now);
        const receipt = toReceipt(envelope, id, { raw, hash: hash.digest('hex'), now, place });
        if (await deliverDirectly(services, receipt, raw)) return { id };
        await commit({ receipt, raw });
      } catch (error) {
        if (error instanceof MessageTooLarge) return null;
        throw error;
      }
      services.wakeUps.emit('inbound');
      return { id };
    },
  };
}

/** Only the message as it was handed over is hashed, so that a sender's retry is recognised. */
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

/** RFC 5321 section 4.4. The recipient is omitted, because all recipients' copies share the same bytes. */
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

const flowOf = ({ tenantId, recipients, remoteAddress }: SmtpEnvelope, bytes: number) => ({
  tenant: tenantId ?? recipients[0] ?? '',
  network: networkOf(remoteAddress),
  bytes,
});

const toReceipt = (
  envelope: SmtpEnvelope,
  id: string,
  { raw, hash, now, place }: { raw: StagedBlob; hash: string; now: Date; place: Date },
): NewSpoolEntry => ({
  id,
  source: 'smtp',
  envelope_from: storable(envelope.from),
  recipients: envelope.recipients.map((address) => storable(withoutReturnPathHost(address))),
  helo_name: storable(envelope.heloName),
  remote_address: envelope.remoteAddress,
  raw_id: raw.id,
  content_hash: hash,
  received_at: now.toISOString(),
  fair_at: place.toISOString(),
});

/** RFC 5321 4.5.3.1 limits every part of an envelope, and Postgres accepts no NUL. */
const storable = (text: string): string => clip(text, 512).toWellFormed().replaceAll('\0', '');
