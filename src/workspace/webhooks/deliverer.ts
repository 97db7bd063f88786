import { setTimeout as delay } from 'node:timers/promises';
import { findEnvelopes } from '#events/index.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import { EVENT_GONE, endOf, type Posted, post } from './attempt.ts';
import { type Concluded, conclude } from './conclude.ts';
import { type Claimed, claimDeliveries, giveBack, releaseLeases } from './delivery-repository.ts';
import { type Held, Lane, PER_ENDPOINT, PER_FAILING } from './lane.ts';
import { findReceivers, type Receiver } from './repository.ts';

/** Deliveries that this process holds at once, most of them waiting for their receivers. */
const MAX_HELD = 2_048;
const LEASE = 60 * SECOND;
/** What is taken ahead is begun so early that its attempt ends before its lease. */
const BEGIN_WITHIN = 40 * SECOND;
/** Only the net: commits wake us at once. */
const POLL_INTERVAL = 500;
const MAX_CONCLUDED = 256;
/** Milliseconds. */
const CONCLUDED_WITHIN = 10;
const WRITE_AGAIN_AFTER = SECOND;

/**
 * Delivers events to endpoints, at least once. A delivery is claimed under a lease; a process that dies in between leaves
 * it to lapse, and the receiver may get the same `webhook-id` twice. Any number of processes share the work.
 */
export async function startDeliverer(services: Services): Promise<{ close(): Promise<void> }> {
  if (services.config.databaseUrl === null) await releaseLeases(services.db);
  const deliverer = new Deliverer(services);
  deliverer.start();
  return deliverer;
}

class Deliverer {
  readonly #services: Services;
  readonly #lanes = new Map<string, Lane>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #conclude: (concluded: Concluded) => Promise<unknown>;
  /** What could not be given back yet. */
  #owed: Claimed[] = [];
  #claiming: Promise<void> | null = null;
  /** Claims go around the endpoints: after this one now, and once more when something became due meanwhile. */
  #after = '';
  #onceMore = false;
  #breathing: Promise<void> | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#conclude = createBatcher(async (batch: Concluded[]) => {
      await conclude(services, batch);
      return batch;
    }, MAX_CONCLUDED);
  }

  start(): void {
    this.#services.wakeUps.on('events', this.#wake);
    this.#timer = setInterval(this.#poll, POLL_INTERVAL);
    this.#wake();
  }

  /** Lets running attempts end, and gives back what has not begun. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#services.wakeUps.off('events', this.#wake);
    await this.#claiming;
    await this.#giveBack(
      [...this.#lanes.values()].flatMap((lane) => lane.drop()).map((held) => held.claimed),
    );
    await Promise.all(this.#attempts);
  }

  readonly #poll = (): void => {
    void this.#giveBack(this.#owed.splice(0));
    if (!this.#claiming) this.#wake();
  };

  readonly #wake = (): void => {
    this.#onceMore = true;
    this.#goOn();
  };

  #goOn(): void {
    if (this.#claiming || this.#closed || this.#held() >= MAX_HELD) return;
    if (this.#after === '') this.#onceMore = false;
    this.#claiming = this.#claim().then((mayBeMore) => {
      this.#claiming = null;
      if (mayBeMore || this.#onceMore) this.#goOn();
    });
  }

  #held(): number {
    let held = 0;
    for (const lane of this.#lanes.values()) held += lane.held;
    return held;
  }

  /** @returns whether there may be more to claim. Never rejects: after a failure the next poll tries again. */
  async #claim(): Promise<boolean> {
    const { db, clock, log } = this.#services;
    const now = clock.now();
    const rooms = new Map([...this.#lanes.values()].map((lane) => [lane.webhookId, lane.room]));
    const options = {
      now,
      leaseUntil: after(now, LEASE),
      perEndpoint: PER_ENDPOINT,
      perFailing: PER_FAILING,
    };
    const take = MAX_HELD - this.#held();
    try {
      const from = this.#after;
      const { claimed, beyond } = await claimDeliveries(db, { ...options, take, rooms, after: from });
      this.#after = beyond ?? '';
      const all = claimed.length >= take;
      for (const lane of this.#lanes.values()) {
        const lookedAt = lane.webhookId > from && (beyond === null || lane.webhookId <= beyond);
        if (lookedAt && !all && rooms.get(lane.webhookId)! > 0) lane.mayBeMore = false;
      }
      if (claimed.length > 0) await this.#begin(claimed, rooms);
      return all || beyond !== null;
    } catch (error) {
      if (!this.#closed) log.error({ err: error }, 'webhook deliveries could not be claimed');
      this.#onceMore = false;
      return false;
    }
  }

  async #begin(claimed: readonly Claimed[], rooms: ReadonlyMap<string, number>): Promise<void> {
    const beginBefore = performance.now() + BEGIN_WITHIN;
    const { envelopes, receivers } = await this.#read(claimed);
    for (const [webhookId, deliveries] of Map.groupBy(claimed, ({ webhook_id }) => webhook_id)) {
      const receiver = receivers.get(webhookId);
      // Deleted since, and its deliveries with it.
      if (!receiver) continue;
      const lane = this.#laneOf(receiver);
      lane.mayBeMore ||=
        deliveries.length >= (rooms.get(webhookId) ?? (lane.failing ? PER_FAILING : PER_ENDPOINT));
      for (const delivery of deliveries)
        lane.add({ claimed: delivery, body: envelopes.get(delivery.event_id) ?? null, beginBefore });
      this.#fill(lane);
    }
  }

  async #read(claimed: readonly Claimed[]) {
    try {
      return await this.#services.db.together(async (db) => {
        const [envelopes, receivers] = await Promise.all([
          findEnvelopes(db, [...new Set(claimed.map(({ event_id }) => event_id))]),
          findReceivers(db, [...new Set(claimed.map(({ webhook_id }) => webhook_id))]),
        ]);
        return { envelopes, receivers: new Map(receivers.map((receiver) => [receiver.id, receiver])) };
      });
    } catch (error) {
      await this.#giveBack(claimed);
      throw error;
    }
  }

  #laneOf(receiver: Receiver): Lane {
    const lane = this.#lanes.get(receiver.id) ?? new Lane(receiver);
    lane.receiver = receiver;
    this.#lanes.set(receiver.id, lane);
    return lane;
  }

  #fill(lane: Lane): void {
    void this.#giveBack(lane.excess().map(({ claimed }) => claimed));
    while (!this.#closed) {
      const next = lane.next();
      if (!next) break;
      lane.posting += 1;
      const attempt = this.#attempt(lane, next).finally(() => {
        this.#attempts.delete(attempt);
        this.#fill(lane);
        if (lane.held === 0) this.#lanes.delete(lane.webhookId);
      });
      this.#attempts.add(attempt);
    }
    if (lane.wantsMore && !this.#closed) this.#wake();
  }

  /** Never rejects. What succeeded makes room for the next attempt before its end is written down; a failure after it. */
  async #attempt(lane: Lane, held: Held): Promise<void> {
    const wasFailing = lane.failing || lane.receiver.failures > 0;
    const posted = await this.#post(lane, held);
    if (posted?.succeeded) {
      lane.posting -= 1;
      lane.concluding += 1;
      this.#fill(lane);
    }
    if (posted) {
      const end = endOf(held.claimed, posted, this.#services.clock.now(), Math.random());
      await this.#write({ webhookId: lane.webhookId, wasFailing, end }, held.beginBefore);
    }
    if (posted?.succeeded) lane.concluding -= 1;
    else lane.posting -= 1;
  }

  /** Null where it could not be signed: it waits for its lease, and for the right PM_SECRET. */
  async #post(lane: Lane, { claimed, body }: Held): Promise<Posted | null> {
    try {
      const posted =
        body === null ? EVENT_GONE : await post(this.#services, lane.receiver, claimed.event_id, body);
      lane.answered(posted.succeeded, posted.duration_ms);
      return posted;
    } catch (error) {
      this.#services.log.error({ err: error, delivery: claimed.id }, 'a webhook could not be posted');
      return null;
    }
  }

  /** Tries for as long as the lease is ours for sure; what cannot be written down until then is posted once more. */
  async #write(concluded: Concluded, until: number): Promise<void> {
    for (;;) {
      try {
        await this.#breath();
        await this.#conclude(concluded);
        return;
      } catch (error) {
        const { log } = this.#services;
        log.error({ err: error, delivery: concluded.end.id }, 'a webhook attempt was not written down');
        if (this.#closed || performance.now() > until) return;
        await delay(WRITE_AGAIN_AFTER);
      }
    }
  }

  /** What ends within a few milliseconds is written down together: nobody waits for it, and each commit has its price. */
  #breath(): Promise<void> {
    this.#breathing ??= delay(CONCLUDED_WITHIN).then(() => {
      this.#breathing = null;
    });
    return this.#breathing;
  }

  /** What could not be given back is tried again with the next poll: nothing waits for its lease. */
  async #giveBack(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length === 0) return;
    await giveBack(this.#services.db, claimed).catch(() => this.#owed.push(...claimed));
  }
}
