import { setTimeout as delay } from 'node:timers/promises';
import { atMostFor } from '#kernel/base/at-most.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import { isInterruption } from '#kernel/operation/failure.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';
import {
  claimReceipts,
  networkOf,
  releaseLeases,
  releaseLost,
  returnReceipts,
  type SpoolEntry,
} from '#mail/spool/index.ts';
import { DirectDelivery } from './direct-delivery.ts';
import { isToBeDegraded, settleFailure } from './failed-mail.ts';
import { envelopeDomain, Lane, Refusals, SenderRecord } from './lanes.ts';
import { HEAVY_BYTES, lacksAnswers, Preparation } from './prepare.ts';
import { type ReadyMail, storeBatch } from './store.ts';

/** The maximum number of receipts in the fast lane at the same time; most of them wait for DNS. */
const MAX_IN_FLIGHT = 64;
const LEASE_SECONDS = 60;
/** Only a safety net: the process that accepts a message wakes this one immediately. */
const POLL_INTERVAL = 500;
const MAX_STORE_BATCH = 64;
/**
 * Limits the input of one transaction, which is in memory several times: as values, as JSON, and on its way to
 * Postgres.
 */
const MAX_STORE_BYTES = 8 * 1024 * 1024;
/** The longest wait in milliseconds, and the number of messages that is worth a transaction. */
const LONGEST_GATHERING = 120;
const GATHERING_STEP = 15;
const ENOUGH_TO_STORE = 24;
/** How long, in milliseconds, a stopping process waits for messages that are being read before it returns them. */
const LONGEST_FAREWELL = 4_000;
/** Reading in the background uses one CPU: two tasks keep it busy while one of them is loaded or stored. */
const HEAVY_LANE = { atOnce: 2, waiting: 14, perFlow: 8 };
/** Hanging look-ups cost only memory: each keeps its message. */
const SLOW_LANE = { atOnce: 96, waiting: 0, perFlow: 32 };

export type InboundProcessor = { close(): Promise<void> };

/** Turns receipts into messages: parse and authenticate in worker threads, then store, many in one transaction. */
export async function startInboundProcessor(
  services: Services,
  monitor?: PartMonitor,
): Promise<InboundProcessor> {
  if (services.config.databaseUrl === null) await releaseLeases(services.db);
  const processor = new Processor(services, monitor);
  processor.start();
  return processor;
}

class Processor implements InboundProcessor {
  readonly #services: Services;
  readonly #monitor: PartMonitor | undefined;
  readonly #preparation: Preparation;
  readonly #store: (mail: ReadyMail) => Promise<unknown>;
  readonly #heavy = new Lane(HEAVY_LANE);
  readonly #slow = new Lane(SLOW_LANE);
  readonly #senders = new SenderRecord();
  readonly #refusals = new Refusals();
  readonly #direct: DirectDelivery;
  /** The receipts being worked on, by id, and how many of them take up the fast lane. */
  readonly #working = new Map<string, Promise<void>>();
  #inFlight = 0;
  /** The receipts among them whose processing has begun. */
  readonly #begun = new Set<string>();
  /** Receipts that could not be returned because the database was interrupted; null if it was not. */
  #owed: string[] | null = null;
  #claiming: Promise<void> | null = null;
  #wokenWhileClaiming = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, monitor?: PartMonitor) {
    this.#services = services;
    this.#monitor = monitor;
    this.#preparation = new Preparation(services);
    this.#store = createBatcher(
      async (batch: ReadyMail[]) => {
        await storeBatch(services, batch);
        return batch;
      },
      MAX_STORE_BATCH,
      { of: storedBytes, most: MAX_STORE_BYTES },
      (waiting) => this.#gather(waiting),
    );
    this.#direct = new DirectDelivery({
      services,
      preparation: this.#preparation,
      senders: this.#senders,
      isIdle: () => this.#working.size === 0 && this.#owed === null,
    });
  }

  start(): void {
    this.#services.wakeUps.on('inbound', this.#wake);
    this.#timer = setInterval(this.#wake, POLL_INTERVAL);
    this.#wake();
  }

  /**
   * Returns receipts that have not begun at once, and after a moment those that have not ended, so that another process
   * takes them.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#services.wakeUps.off('inbound', this.#wake);
    await Promise.all([this.#claiming, this.#direct.close()]);
    const waiting = [...this.#working.keys()].filter((id) => !this.#begun.has(id));
    await this.#handOn(waiting);
    await atMostFor(LONGEST_FAREWELL, Promise.all(this.#working.values()));
    const rest = [...this.#working.keys()].filter((id) => !waiting.includes(id));
    await this.#handOn([...rest, ...(this.#owed ?? [])]);
    await this.#preparation.close();
  }

  async #handOn(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await returnReceipts(this.#services.db, ids, 0).catch((error: unknown) =>
      this.#services.log.warn(
        { err: error },
        'could not release received messages when stopping; they are processed when their lease expires',
      ),
    );
  }

  readonly #wake = (): void => {
    if (this.#claiming) {
      this.#wokenWhileClaiming = true;
      return;
    }
    if (this.#closed || this.#inFlight >= MAX_IN_FLIGHT) return;
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = null;
      if (this.#wokenWhileClaiming) {
        this.#wokenWhileClaiming = false;
        this.#wake();
      }
    });
  };

  async #claim(): Promise<void> {
    const room = MAX_IN_FLIGHT - this.#inFlight;
    try {
      await this.#releaseLost();
      const receipts = await claimReceipts(this.#services.db, room, LEASE_SECONDS);
      this.#monitor?.working();
      const turnedAway = receipts.filter((receipt) => !this.#begin(receipt));
      if (turnedAway.length > 0) {
        const ids = turnedAway.map(({ id }) => id);
        await returnReceipts(this.#services.db, ids, this.#refusals.waitFor(ids.length));
      }
      if (receipts.length === room) this.#wokenWhileClaiming = true;
    } catch (error) {
      if (isInterruption(error)) this.#owed ??= [];
      this.#monitor?.failing(error);
      this.#services.log.error({ err: error }, 'could not claim received messages for processing; retrying');
    }
  }

  async #releaseLost(): Promise<void> {
    const owed = this.#owed;
    if (owed === null) return;
    const held = [...this.#working.keys()];
    await releaseLost(this.#services.db, { owed, held, leaseSeconds: LEASE_SECONDS });
    if (this.#owed === owed) this.#owed = null;
  }

  #owe({ id }: SpoolEntry): void {
    this.#owed = [...(this.#owed ?? []), id];
  }

  /** Puts a receipt into its lane. Returns false if the lane has no room, so that others do not wait behind the receipt. */
  #begin(receipt: SpoolEntry): boolean {
    const network = networkOf(receipt.remote_address);
    const isInside = receipt.source === 'loopback';
    if (!isInside && this.#senders.isSlow(envelopeDomain(receipt))) {
      if (!this.#slow.hasRoom(network)) return false;
      this.#track(
        receipt,
        this.#slow.run(network, () => this.#processSlowly(receipt)),
      );
    } else if (receipt.size >= HEAVY_BYTES || (!isInside && this.#senders.isExpensive(network))) {
      const flow = `${network} ${receipt.recipients[0]}`;
      if (!this.#heavy.hasRoom(flow)) return false;
      this.#track(
        receipt,
        this.#heavy.run(flow, () => this.#process(receipt, network, 'heavy')),
      );
    } else {
      this.#inFlight += 1;
      const work = this.#process(receipt, network, 'fast');
      this.#track(
        receipt,
        work.finally(() => {
          this.#inFlight -= 1;
        }),
      );
    }
    return true;
  }

  /** Work that fails stays in the queue and is tried again later. */
  #track(receipt: SpoolEntry, work: Promise<ReadyMail | null>): void {
    const working = work
      .then((unanswered) => {
        if (unanswered) this.#finishSlowly(unanswered);
      })
      .catch((error: unknown) => this.#fail(receipt, error))
      .finally(() => {
        // The slow lane may have taken it over under the same id.
        if (this.#working.get(receipt.id) === working) {
          this.#working.delete(receipt.id);
          this.#begun.delete(receipt.id);
        }
        this.#wake();
      });
    this.#working.set(receipt.id, working);
  }

  async #fail(receipt: SpoolEntry, error: unknown): Promise<void> {
    if (this.#closed || isInterruption(error)) {
      this.#owe(receipt);
      return;
    }
    await settleFailure(this.#services, receipt, error).catch((failed: unknown) => {
      this.#owe(receipt);
      this.#services.log.error(
        { err: failed, receipt: receipt.id },
        'could not record that processing a message failed; it will be retried',
      );
    });
  }

  /** False if the process is stopping when the turn of the receipt comes. The receipt is then returned. */
  #hasBegun({ id }: SpoolEntry): boolean {
    if (!this.#closed) this.#begun.add(id);
    return !this.#closed;
  }

  /** @returns the mail if its look-ups were not answered in time, so that it is not stored yet */
  async #process(receipt: SpoolEntry, network: string, effort: 'fast' | 'heavy'): Promise<ReadyMail | null> {
    if (!this.#hasBegun(receipt)) return null;
    const raw = await this.#preparation.rawOf(receipt);
    if (isToBeDegraded(receipt)) {
      await this.#storeMail(this.#preparation.degraded(receipt, raw));
      return null;
    }
    const mail = await this.#preparation.prepare(receipt, raw, effort);
    const isSlow = lacksAnswers(mail.processed);
    this.#senders.read(network, mail.processed.readMs);
    this.#senders.lookedUp(envelopeDomain(receipt), isSlow);
    if (isSlow) return mail;
    await this.#storeMail(mail);
    return null;
  }

  /** For senders whose look-ups have hung recently: their mail never enters the fast lane. */
  async #processSlowly(receipt: SpoolEntry): Promise<null> {
    if (!this.#hasBegun(receipt)) return null;
    const raw = await this.#preparation.rawOf(receipt);
    const mail = isToBeDegraded(receipt)
      ? this.#preparation.degraded(receipt, raw)
      : await this.#preparation.prepare(receipt, raw, 'slow');
    this.#senders.lookedUp(envelopeDomain(receipt), lacksAnswers(mail.processed));
    await this.#storeMail(mail);
    return null;
  }

  /** Moves mail from the lane that read it to the slow one, or returns it if that is full. */
  #finishSlowly(mail: ReadyMail): void {
    const { receipt } = mail;
    const network = networkOf(receipt.remote_address);
    if (this.#closed) {
      this.#owe(receipt);
      return;
    }
    if (!this.#slow.hasRoom(network)) {
      const returned = returnReceipts(this.#services.db, [receipt.id], this.#refusals.waitFor(1));
      returned.catch((error: unknown) => this.#fail(receipt, error));
      return;
    }
    const finish = async (): Promise<null> => {
      const raw = await this.#preparation.rawOf(receipt);
      await this.#storeMail(await this.#preparation.authenticateSlowly(mail, raw));
      return null;
    };
    this.#track(receipt, this.#slow.run(network, finish));
  }

  /** Mail that failed before is stored alone, so that it does not split a batch of others again. */
  async #storeMail(mail: ReadyMail): Promise<void> {
    if (mail.receipt.failures > 0) await storeBatch(this.#services, [mail]);
    else await this.#store(mail);
    this.#services.wakeUps.emit('message');
  }

  /**
   * A transaction takes twenty statements, whether it stores one message or thirty. So while other messages are being
   * read, it waits for them for a moment. A message that is alone never waits.
   */
  async #gather(waiting: () => number): Promise<void> {
    const isWorthIt = (): boolean => waiting() < ENOUGH_TO_STORE && this.#inFlight > waiting();
    for (let waited = 0; waited < LONGEST_GATHERING && isWorthIt() && !this.#closed; waited += GATHERING_STEP)
      await delay(GATHERING_STEP);
  }
}

/** The approximate size of a message when stored: the text of every copy, and once the attachments that go into rows. */
function storedBytes({ receipt, processed: { parsed }, attachments }: ReadyMail): number {
  const text = parsed.text.length + parsed.extractedText.length + (parsed.html?.length ?? 0);
  const files = attachments.reduce((sum, { blob }) => sum + (blob.content?.length ?? 0), 0);
  return text * receipt.recipients.length + files;
}
