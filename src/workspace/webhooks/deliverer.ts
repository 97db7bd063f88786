import { setTimeout as delay } from 'node:timers/promises';
import { findEnvelopes } from '#events/index.ts';
import { atMostFor } from '#kernel/base/at-most.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';
import { EVENT_GONE, endOf, type Posted, post } from './attempt.ts';
import { type Concluded, conclude } from './conclude.ts';
import {
  type Claimed,
  claimDeliveries,
  giveBack,
  releaseLeases,
  releaseLost,
} from './delivery-repository.ts';
import { EndpointQueue, type Held, PER_ENDPOINT, PER_FAILING } from './endpoint-queue.ts';
import { findReceivers, type Receiver } from './repository.ts';

/** Deliveries that this process holds at once, most of them waiting for their receivers. */
const MAX_HELD = 2_048;
const LEASE = 60 * SECOND;
/** Claimed deliveries start within this time, so that the attempt ends before the lease does. */
const BEGIN_WITHIN = 40 * SECOND;
/** Only a safety net: a commit wakes this process immediately. */
const POLL_INTERVAL = 500;
const MAX_CONCLUDED = 256;
/** Milliseconds for which outcomes are collected into one commit. */
const CONCLUDED_WITHIN = 10;
const WRITE_AGAIN_AFTER = SECOND;
/** How long running attempts may take when the process stops. After that, other processes may repeat them. */
const LONGEST_FAREWELL = 8 * SECOND;

/**
 * Delivers events to endpoints, at least once. A delivery is claimed under a lease. If the process dies, the lease lapses,
 * and the receiver may get the same `webhook-id` twice. Any number of processes share the work.
 */
export async function startDeliverer(
  services: Services,
  monitor?: PartMonitor,
): Promise<{ close(): Promise<void> }> {
  if (services.config.databaseUrl === null) await releaseLeases(services.db);
  const deliverer = new Deliverer(services, monitor);
  deliverer.start();
  return deliverer;
}

class Deliverer {
  readonly #services: Services;
  readonly #monitor: PartMonitor | undefined;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #attempts = new Map<Promise<void>, Claimed>();
  readonly #conclude: (concluded: Concluded) => Promise<unknown>;
  /** Deliveries that could not be returned yet. */
  #owed: Claimed[] = [];
  /** The lease ends of failed claims, which may have been committed anyway. */
  #lostLeases: Date[] = [];
  #claiming: Promise<void> | null = null;
  /** Round-robin cursor: the last endpoint served. Restarts when new work arrives during a pass. */
  #after = '';
  #onceMore = false;
  #concluding: Promise<void> | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, monitor?: PartMonitor) {
    this.#services = services;
    this.#monitor = monitor;
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

  /** Returns deliveries that have not started, waits a while for running attempts, and returns those that still run. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#services.wakeUps.off('events', this.#wake);
    await this.#claiming;
    await this.#giveBack(
      [...this.#queues.values()].flatMap((queue) => queue.drop()).map((held) => held.claimed),
    );
    await atMostFor(LONGEST_FAREWELL, Promise.all(this.#attempts.keys()));
    await this.#giveBack([...this.#attempts.values(), ...this.#owed.splice(0)]);
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
    for (const queue of this.#queues.values()) held += queue.held;
    return held;
  }

  /** @returns whether there may be more to claim. Never rejects: after a failure the next poll tries again. */
  async #claim(): Promise<boolean> {
    const { db, clock, log } = this.#services;
    const now = clock.now();
    const rooms = new Map([...this.#queues.values()].map((queue) => [queue.webhookId, queue.room]));
    const options = {
      now,
      leaseUntil: after(now, LEASE),
      perEndpoint: PER_ENDPOINT,
      perFailing: PER_FAILING,
    };
    const take = MAX_HELD - this.#held();
    let hasClaimed = false;
    try {
      await this.#releaseLost();
      hasClaimed = true;
      const from = this.#after;
      const { claimed, beyond } = await claimDeliveries(db, { ...options, take, rooms, after: from });
      this.#after = beyond ?? '';
      this.#monitor?.working();
      const all = claimed.length >= take;
      for (const queue of this.#queues.values()) {
        const lookedAt = queue.webhookId > from && (beyond === null || queue.webhookId <= beyond);
        if (lookedAt && !all && rooms.get(queue.webhookId)! > 0) queue.mayBeMore = false;
      }
      if (claimed.length > 0) await this.#begin(claimed, rooms);
      return all || beyond !== null;
    } catch (error) {
      if (hasClaimed) this.#lostLeases.push(options.leaseUntil);
      this.#monitor?.failing(error);
      if (!this.#closed) log.error({ err: error }, 'could not claim webhook deliveries; retrying');
      this.#onceMore = false;
      return false;
    }
  }

  async #releaseLost(): Promise<void> {
    const lost = this.#lostLeases;
    if (lost.length === 0) return;
    await releaseLost(this.#services.db, lost);
    this.#lostLeases = this.#lostLeases.slice(lost.length);
  }

  async #begin(claimed: readonly Claimed[], rooms: ReadonlyMap<string, number>): Promise<void> {
    const beginBefore = performance.now() + BEGIN_WITHIN;
    const { envelopes, receivers } = await this.#read(claimed);
    for (const [webhookId, deliveries] of Map.groupBy(claimed, ({ webhook_id }) => webhook_id)) {
      const receiver = receivers.get(webhookId);
      // The endpoint was deleted in the meantime, and its deliveries with it.
      if (!receiver) continue;
      const queue = this.#queueOf(receiver);
      queue.mayBeMore ||=
        deliveries.length >= (rooms.get(webhookId) ?? (queue.failing ? PER_FAILING : PER_ENDPOINT));
      for (const delivery of deliveries)
        queue.add({ claimed: delivery, body: envelopes.get(delivery.event_id) ?? null, beginBefore });
      this.#fill(queue);
    }
  }

  async #read(claimed: readonly Claimed[]) {
    try {
      return await this.#services.db.pipelined(async (db) => {
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

  #queueOf(receiver: Receiver): EndpointQueue {
    const queue = this.#queues.get(receiver.id) ?? new EndpointQueue(receiver);
    queue.receiver = receiver;
    this.#queues.set(receiver.id, queue);
    return queue;
  }

  #fill(queue: EndpointQueue): void {
    void this.#giveBack(queue.excess().map(({ claimed }) => claimed));
    while (!this.#closed) {
      const next = queue.next();
      if (!next) break;
      queue.posting += 1;
      const attempt = this.#attempt(queue, next).finally(() => {
        this.#attempts.delete(attempt);
        this.#fill(queue);
        if (queue.held === 0) this.#queues.delete(queue.webhookId);
      });
      this.#attempts.set(attempt, next.claimed);
    }
    if (queue.wantsMore && !this.#closed) this.#wake();
  }

  /** Never rejects. A success makes room for the next attempt before its outcome is written; a failure only afterwards. */
  async #attempt(queue: EndpointQueue, held: Held): Promise<void> {
    const wasFailing = queue.failing || queue.receiver.failures > 0;
    const posted = await this.#post(queue, held);
    if (posted?.succeeded) {
      queue.posting -= 1;
      queue.concluding += 1;
      this.#fill(queue);
    }
    const { metrics } = this.#services;
    if (!posted) metrics.count('proofmail_webhook_attempts_total', { outcome: 'error' });
    if (posted) {
      const end = endOf(held.claimed, posted, this.#services.clock.now(), Math.random());
      metrics.count('proofmail_webhook_attempts_total', {
        outcome: end.status === 'pending' ? 'failed' : end.status,
      });
      await this.#write({ webhookId: queue.webhookId, wasFailing, end }, held.beginBefore);
    }
    if (posted?.succeeded) queue.concluding -= 1;
    else queue.posting -= 1;
  }

  /** Null if it could not be signed because PM_SECRET is wrong. It then waits until its lease ends. */
  async #post(queue: EndpointQueue, { claimed, body }: Held): Promise<Posted | null> {
    try {
      const posted =
        body === null ? EVENT_GONE : await post(this.#services, queue.receiver, claimed.event_id, body);
      queue.answered(posted.succeeded, posted.duration_ms);
      return posted;
    } catch (error) {
      this.#services.log.error(
        { err: error, delivery: claimed.id },
        'could not sign or post a webhook delivery; it is retried when its lease expires',
      );
      return null;
    }
  }

  /** Retries while the lease is certainly ours. If the outcome cannot be written by then, the event is posted again. */
  async #write(concluded: Concluded, until: number): Promise<void> {
    for (;;) {
      try {
        await this.#gather();
        await this.#conclude(concluded);
        return;
      } catch (error) {
        const { log } = this.#services;
        log.error({ err: error, delivery: concluded.end.id }, 'could not record a webhook attempt; retrying');
        if (this.#closed || performance.now() > until) return;
        await delay(WRITE_AGAIN_AFTER);
      }
    }
  }

  /** Outcomes of the same few milliseconds share a commit; no caller waits for them. */
  #gather(): Promise<void> {
    this.#concluding ??= delay(CONCLUDED_WITHIN).then(() => {
      this.#concluding = null;
    });
    return this.#concluding;
  }

  /** A failed return is retried at the next poll, so that no delivery has to wait for its lease. */
  async #giveBack(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length === 0) return;
    await giveBack(this.#services.db, claimed).catch(() => this.#owed.push(...claimed));
  }
}
