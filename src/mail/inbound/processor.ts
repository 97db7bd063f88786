import { setTimeout as delay } from 'node:timers/promises';
import { rspamdFilter } from '#adapters/spam-filter/rspamd.ts';
import { createParsePool, type ParsePool } from '#content/mime/index.ts';
import { MINUTE } from '#kernel/base/clock.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import { readBlob, stageBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SpamFilter } from '#kernel/ports/spam-filter.ts';
import { ownDkimRecords } from '#mail/sending/index.ts';
import { claimReceipts, postponeReceipt, type Receipt, releaseLeases } from '#mail/spool/index.ts';
import { judgeClaim, signingKeyNames } from './own-mail.ts';
import { type ReadyMail, storeBatch } from './store.ts';

/** Receipts on their way at the same time; most of them wait for DNS. */
const MAX_IN_FLIGHT = 64;
const LEASE_SECONDS = 60;
/** Only the net: the process that took a message wakes us at once. */
const POLL_INTERVAL = 500;
const MAX_STORE_BATCH = 64;
/** What one transaction is given is held several times over: as values, as JSON, on its way to Postgres. */
const MAX_STORE_BYTES = 8 * 1024 * 1024;
/** Milliseconds, and messages that are worth a transaction. */
const LONGEST_GATHERING = 60;
const GATHERING_STEP = 15;
const ENOUGH_TO_STORE = 24;
const MAX_POSTPONE = 60 * MINUTE;

export type InboundProcessor = { close(): Promise<void> };

/** Turns receipts into messages: parse and authenticate in worker threads, then store, many in one transaction. */
export async function startInboundProcessor(services: Services): Promise<InboundProcessor> {
  if (services.config.databaseUrl === null) await releaseLeases(services.db);
  const processor = new Processor(services);
  processor.start();
  return processor;
}

class Processor implements InboundProcessor {
  readonly #services: Services;
  readonly #pool: ParsePool;
  readonly #filter: SpamFilter | null;
  readonly #store: (mail: ReadyMail) => Promise<unknown>;
  readonly #inFlight = new Set<Promise<void>>();
  #claiming: Promise<void> | null = null;
  #wokenWhileClaiming = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#pool = createParsePool({ size: 1, dnsServers: services.config.dnsServers });
    const { config, log } = services;
    this.#filter = config.rspamdUrl === null ? null : rspamdFilter({ url: config.rspamdUrl, log });
    this.#store = createBatcher(
      async (batch: ReadyMail[]) => {
        await storeBatch(services, batch);
        return batch;
      },
      MAX_STORE_BATCH,
      { of: storedBytes, most: MAX_STORE_BYTES },
      (waiting) => this.#gather(waiting),
    );
  }

  start(): void {
    this.#services.wakeUps.on('inbound', this.#wake);
    this.#timer = setInterval(this.#wake, POLL_INTERVAL);
    this.#wake();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#services.wakeUps.off('inbound', this.#wake);
    await this.#claiming;
    await Promise.all(this.#inFlight);
    await this.#pool.close();
  }

  readonly #wake = (): void => {
    if (this.#claiming) {
      this.#wokenWhileClaiming = true;
      return;
    }
    if (this.#closed || this.#inFlight.size >= MAX_IN_FLIGHT) return;
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = null;
      if (this.#wokenWhileClaiming) {
        this.#wokenWhileClaiming = false;
        this.#wake();
      }
    });
  };

  async #claim(): Promise<void> {
    const room = MAX_IN_FLIGHT - this.#inFlight.size;
    try {
      const receipts = await claimReceipts(this.#services.db, room, LEASE_SECONDS);
      for (const receipt of receipts) this.#begin(receipt);
      if (receipts.length === room) this.#wokenWhileClaiming = true;
    } catch (error) {
      this.#services.log.error({ err: error }, 'receipts could not be claimed');
    }
  }

  #begin(receipt: Receipt): void {
    const work = this.#process(receipt).finally(() => {
      this.#inFlight.delete(work);
      this.#wake();
    });
    this.#inFlight.add(work);
  }

  /** Never rejects: what fails stays in the queue and is tried again later. */
  async #process(receipt: Receipt): Promise<void> {
    try {
      await this.#store(await this.#prepare(receipt));
      this.#services.wakeUps.emit('message');
    } catch (error) {
      if (this.#closed) return;
      this.#services.log.error(
        { err: error, receipt: receipt.id, attempts: receipt.attempts },
        'a message could not be processed',
      );
      const seconds = Math.min(2 ** receipt.attempts, MAX_POSTPONE / 1000);
      await postponeReceipt(this.#services.db, receipt.id, seconds, String(error).slice(0, 500)).catch(
        () => 0,
      );
    }
  }

  /**
   * A transaction costs its twenty statements whether it stores one message or thirty: while others are on their way,
   * they are waited for a moment. A message that is alone never waits.
   */
  async #gather(waiting: () => number): Promise<void> {
    const isWorthIt = (): boolean => waiting() < ENOUGH_TO_STORE && this.#inFlight.size > waiting();
    for (let waited = 0; waited < LONGEST_GATHERING && isWorthIt() && !this.#closed; waited += GATHERING_STEP)
      await delay(GATHERING_STEP);
  }

  /** Keys of ours by which the message says it is signed; asked only where it names our domain. */
  #ownKeys(raw: Uint8Array): Promise<Record<string, string>> {
    const { db, config } = this.#services;
    const names = signingKeyNames(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
    return ownDkimRecords(
      db,
      names.filter((name) => name.endsWith(`._domainkey.${config.mailDomain}`)),
    );
  }

  async #prepare(receipt: Receipt): Promise<ReadyMail> {
    const raw = receipt.content ?? (await readBlob(this.#services, receipt.raw_id));
    const envelope = {
      remoteAddress: receipt.remote_address,
      heloName: receipt.helo_name,
      envelopeFrom: receipt.envelope_from,
    };
    const trusted = receipt.source === 'loopback';
    const ownKeys = trusted ? {} : await this.#ownKeys(raw);
    const [read, scannedScore] = await Promise.all([
      this.#pool.process({ raw, ...envelope, trusted, ownKeys }),
      trusted ? null : (this.#filter?.scan(raw, { ...envelope, recipients: receipt.recipients }) ?? null),
    ]);
    const { mailDomain } = this.#services.config;
    const processed = trusted
      ? read
      : { ...read, authentication: judgeClaim(read.authentication, [mailDomain]) };
    const attachments = await Promise.all(
      processed.parsed.attachments.map(async (parsed) => ({
        parsed,
        blob: await stageBlob(this.#services, parsed.content),
      })),
    );
    return { receipt, processed, scannedScore, attachments };
  }
}

/** About what a message adds to its store: the text of every copy, and the attachments that go into rows, once. */
function storedBytes({ receipt, processed: { parsed }, attachments }: ReadyMail): number {
  const text = parsed.text.length + parsed.extractedText.length + (parsed.html?.length ?? 0);
  const files = attachments.reduce((sum, { blob }) => sum + (blob.content?.length ?? 0), 0);
  return text * receipt.recipients.length + files;
}
