import { findEnvelopes } from '#events/index.ts';
import { createBatcher } from '#kernel/batcher.ts';
import { after, SECOND } from '#kernel/clock.ts';
import type { Services } from '#kernel/services.ts';
import { EVENT_GONE, endOf, post } from './attempt.ts';
import { type Concluded, conclude } from './conclude.ts';
import { type Claimed, claimDeliveries, giveBack, releaseLeases } from './delivery-repository.ts';
import { type Held, Lane, PER_ENDPOINT, PER_FAILING } from './lane.ts';

/** Deliveries that this process holds at once, most of them waiting for their receivers. */
const MAX_HELD = 2_048;
const LEASE = 60 * SECOND;
/** What is taken ahead is begun so early that its attempt ends before its lease. */
const BEGIN_WITHIN = 40 * SECOND;
/** Only the net: commits wake us at once. */
const POLL_INTERVAL = 500;
const MAX_CONCLUDED = 128;

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
  #claiming: Promise<void> | null = null;
  /** Claims go around the endpoints: after this one now, and once more when something became due meanwhile. */
  #after = '';
  #onceMore = false;
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
    this.#timer = setInterval(() => this.#claiming ?? this.#wake(), POLL_INTERVAL);
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
    try {
      const { claimed, beyond } = await claimDeliveries(db, {
        now,
        take: MAX_HELD - this.#held(),
        leaseUntil: after(now, LEASE),
        perEndpoint: PER_ENDPOINT,
        perFailing: PER_FAILING,
        rooms: new Map([...this.#lanes.values()].map((lane) => [lane.webhookId, lane.room])),
        after: this.#after,
      });
      this.#after = beyond ?? '';
      if (claimed.length > 0) await this.#begin(claimed);
      return claimed.length > 0 || beyond !== null;
    } catch (error) {
      if (!this.#closed) log.error({ err: error }, 'webhook deliveries could not be claimed');
      this.#onceMore = false;
      return false;
    }
  }

  async #begin(claimed: readonly Claimed[]): Promise<void> {
    const envelopes = await this.#envelopesOf(claimed);
    const lanes = new Set<Lane>();
    const beginBefore = performance.now() + BEGIN_WITHIN;
    for (const delivery of claimed) {
      const lane = this.#laneOf(delivery);
      lane.add({ claimed: delivery, body: envelopes.get(delivery.event_id) ?? null, beginBefore });
      lanes.add(lane);
    }
    for (const lane of lanes) this.#fill(lane);
  }

  async #envelopesOf(claimed: readonly Claimed[]): Promise<Map<string, string>> {
    try {
      return await findEnvelopes(this.#services.db, [...new Set(claimed.map(({ event_id }) => event_id))]);
    } catch (error) {
      await this.#giveBack(claimed);
      throw error;
    }
  }

  #laneOf({ webhook_id, failures }: Claimed): Lane {
    const known = this.#lanes.get(webhook_id);
    if (known) return known;
    const lane = new Lane(webhook_id, failures > 0);
    this.#lanes.set(webhook_id, lane);
    return lane;
  }

  #fill(lane: Lane): void {
    while (!this.#closed) {
      const next = lane.next();
      if (!next) return;
      lane.inFlight += 1;
      const attempt = this.#attempt(lane, next).finally(() => {
        this.#attempts.delete(attempt);
        lane.inFlight -= 1;
        this.#fill(lane);
        if (lane.held === 0) this.#lanes.delete(lane.webhookId);
        if (lane.isLow) this.#wake();
      });
      this.#attempts.add(attempt);
    }
  }

  /** Never rejects: what could not be written down is tried again after its lease. */
  async #attempt(lane: Lane, { claimed, body }: Held): Promise<void> {
    const wasFailing = lane.failing || claimed.failures > 0;
    try {
      const posted = body === null ? EVENT_GONE : await post(this.#services, claimed, body);
      lane.answered(posted.succeeded, posted.duration_ms);
      if (lane.failing) await this.#giveBack(lane.drop().map((held) => held.claimed));
      const end = endOf(claimed, posted, this.#services.clock.now(), Math.random());
      await this.#conclude({ webhookId: lane.webhookId, wasFailing, end });
    } catch (error) {
      this.#services.log.error(
        { err: error, delivery: claimed.id },
        'a webhook attempt was not written down',
      );
    }
  }

  async #giveBack(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length === 0) return;
    await giveBack(
      this.#services.db,
      claimed.map(({ id }) => id),
    ).catch(() => 0);
  }
}
