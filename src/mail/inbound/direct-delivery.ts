import { setTimeout as delay } from 'node:timers/promises';
import { type StagedBlob, unpacked } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type NewSpoolEntry, networkOf, type SpoolEntry } from '#mail/spool/index.ts';
import { envelopeDomain, type SenderRecord } from './lanes.ts';
import { HEAVY_BYTES, lacksAnswers, type Preparation } from './prepare.ts';
import { storeBatch } from './store.ts';

/** A message counts as alone if none arrived for this many milliseconds before it. */
const ALONE_AFTER = 250;
/** Milliseconds that the sender of a message which is alone waits until it has been read. */
const LONGEST_READING = 250;

type Parts = {
  services: Services;
  preparation: Preparation;
  senders: SenderRecord;
  /** Whether the processor has nothing else to do. */
  isIdle: () => boolean;
};

/** The one of this process for each database, if the process also processes mail. */
const deliveries = new WeakMap<Services['db'], DirectDelivery>();

/**
 * Stores a message that arrives alone before its sender gets `250`: it is readable at once, and no receipt has to be
 * written, claimed and deleted. Everything else goes through the queue, which stores many messages in one transaction.
 */
export class DirectDelivery {
  readonly #parts: Parts;
  #lastArrival = Number.NEGATIVE_INFINITY;
  #current: Promise<boolean> | null = null;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    deliveries.set(parts.services.db, this);
  }

  /** Later messages go through the queue. Waits for the message that is being stored. */
  async close(): Promise<void> {
    this.#closed = true;
    const { db } = this.#parts.services;
    // Another processor of this database may have started in the meantime.
    if (deliveries.get(db) === this) deliveries.delete(db);
    await this.#current;
  }

  /** @returns whether the message is stored; if not, it must go through the queue. Never throws. */
  async deliver(receipt: NewSpoolEntry, raw: StagedBlob): Promise<boolean> {
    const isAlone = this.#noteArrival();
    const { senders, isIdle, services } = this.#parts;
    const isEasy =
      raw.content !== null &&
      raw.size < HEAVY_BYTES &&
      !senders.isSlow(envelopeDomain(receipt)) &&
      !senders.isExpensive(networkOf(receipt.remote_address));
    if (!isAlone || !isEasy || !isIdle()) return false;
    this.#current = this.#store(receipt, raw).catch((error: unknown) => {
      // The queue records what is wrong with the message, or the sender is asked to try again.
      services.log.debug({ err: error }, 'could not store a message at once; it goes through the queue');
      return false;
    });
    const isStored = await this.#current;
    this.#current = null;
    return isStored;
  }

  /** @returns whether the message that arrives is alone */
  #noteArrival(): boolean {
    const before = this.#lastArrival;
    this.#lastArrival = performance.now();
    return !this.#closed && this.#current === null && this.#lastArrival - before >= ALONE_AFTER;
  }

  async #store(receipt: NewSpoolEntry, staged: StagedBlob): Promise<boolean> {
    const { services, preparation, senders } = this.#parts;
    const { size, packed } = staged;
    const content = Buffer.from(staged.content!);
    const entry: SpoolEntry = { ...receipt, attempts: 0, failures: 0, size, content, packed };
    const reading = preparation.prepare(entry, unpacked({ content, packed }), 'fast');
    const mail = await Promise.race([reading, delay(LONGEST_READING, null)]);
    // If it takes longer, the queue reads it again. That is rare, and its lanes keep it from delaying other mail.
    if (mail === null || this.#closed || lacksAnswers(mail.processed)) {
      reading.catch(() => {});
      return false;
    }
    senders.read(networkOf(receipt.remote_address), mail.processed.readMs);
    senders.lookedUp(envelopeDomain(receipt), false);
    await storeBatch(services, [{ ...mail, unstored: staged }]);
    services.wakeUps.emit('message');
    return true;
  }
}

/** @returns whether the message is stored; if not, it must go through the queue. Never throws. */
export const deliverDirectly = async (
  { db }: Services,
  receipt: NewSpoolEntry,
  raw: StagedBlob,
): Promise<boolean> => (await deliveries.get(db)?.deliver(receipt, raw)) ?? false;
