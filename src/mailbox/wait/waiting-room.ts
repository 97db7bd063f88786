import { createBatcher } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Arrival, type Criteria, matches } from './criteria.ts';
import { arrivalsById, arrivalsWithin, firstDecision, haveArrivals, type Span } from './repository.ts';

export type Wait = Span & {
  criteria: Criteria;
  /** The timeout in milliseconds. */
  timeout: number;
  /** Whether existing mail counts too, because `since` is before the call. */
  queryFirst: boolean;
};

type Waiter = Wait & { end(arrival: Arrival | null): void };

const MAX_BATCH = 500;

/**
 * All waits of this process. They do not poll: the wake-up `events` names new mail, from this or another
 * process, and one statement reads it for all waits of those mailboxes. A wake-up is only a hint, so each wait checks once
 * more before it ends without mail.
 */
export class WaitingRoom {
  readonly #services: Services;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #read: (messageId: string) => Promise<Arrival | null>;
  readonly #isNews: (span: Span) => Promise<boolean>;
  #closed = false;

  constructor(services: Services) {
    this.#services = services;
    this.#read = createBatcher(async (ids: string[]) => {
      const found = await arrivalsById(services.db, ids);
      const byId = new Map(found.map((arrival) => [arrival.id, arrival]));
      return ids.map((id) => byId.get(id) ?? null);
    }, MAX_BATCH);
    this.#isNews = createBatcher((spans: Span[]) => haveArrivals(services.db, spans), MAX_BATCH);
  }

  get size(): number {
    return this.#all().length;
  }

  /** The first message that matches. Null after the timeout, when the client disconnects or when the process stops. */
  async wait(wait: Wait, gone: AbortSignal): Promise<Arrival | null> {
    if (this.#closed || gone.aborted) return null;
    const { promise, resolve } = Promise.withResolvers<Arrival | 'time is up' | null>();
    const waiter: Waiter = { ...wait, end: resolve };
    const leave = () => resolve(null);
    // The waiter is registered before the first query, so that no mail can arrive unnoticed in between.
    this.#enter(waiter);
    gone.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => resolve('time is up'), wait.timeout);
    try {
      const present = wait.queryFirst ? await this.#query(wait) : null;
      const end = present ?? (await promise);
      return end === 'time is up' ? await this.#query(wait) : end;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      this.#leave(waiter);
    }
  }

  /** Ends every wait as if its time were up. Later waits end at once. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#all()) waiter.end(null);
  }

  #all(): Waiter[] {
    return [...this.#waiters.values()].flatMap((waiters) => [...waiters]);
  }

  #enter(waiter: Waiter): void {
    if (this.#waiters.size === 0) this.#services.wakeUps.on('events', this.#hear);
    const waiters = this.#waiters.get(waiter.identityId) ?? new Set();
    this.#waiters.set(waiter.identityId, waiters.add(waiter));
  }

  #leave(waiter: Waiter): void {
    const waiters = this.#waiters.get(waiter.identityId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(waiter.identityId);
    if (this.#waiters.size === 0) this.#services.wakeUps.off('events', this.#hear);
  }

  /** Handles a wake-up: entries `identity message` for new mail, and others; null if any mail may have arrived. */
  readonly #hear = (arrived: readonly string[] | null): void => {
    if (arrived === null) for (const waiter of this.#all()) this.#settle(this.#query(waiter), [waiter]);
    for (const entry of arrived ?? []) {
      const [identityId, messageId] = entry.split(' ') as [string, string];
      const waiters = this.#waiters.get(identityId);
      if (waiters && messageId !== 'changed') this.#settle(this.#read(messageId), waiters);
    }
  };

  /** Ends waits whose mail was found. If reading fails, the final query of each wait still finds the mail. */
  #settle(reading: Promise<Arrival | null>, waiters: Iterable<Waiter>): void {
    reading.then(
      (arrival) => {
        if (!arrival) return;
        const now = this.#services.clock.now();
        for (const waiter of waiters) {
          if (waiter.since <= now && matches(waiter.criteria, arrival)) waiter.end(arrival);
        }
      },
      (error) =>
        this.#services.log.warn(
          { err: error },
          'could not read new mail for waiting clients; each wait checks once more before it ends',
        ),
    );
  }

  async #query(wait: Wait): Promise<Arrival | null> {
    if (wait.criteria.kind === 'decision') return firstDecision(this.#services.db, wait, wait.criteria);
    if (!(await this.#isNews({ identityId: wait.identityId, since: wait.since }))) return null;
    let beyond: Arrival | null = null;
    for (;;) {
      const page: Arrival[] = await arrivalsWithin(this.#services.db, wait, wait.criteria, {
        beyond,
        take: MAX_BATCH,
      });
      const found = page.find((arrival) => matches(wait.criteria, arrival));
      if (found || page.length < MAX_BATCH) return found ?? null;
      beyond = page.at(-1)!;
    }
  }
}

const rooms = new WeakMap<Services['wakeUps'], WaitingRoom>();

/** The waiting room of this process. */
export function waitingRoomOf(services: Services): WaitingRoom {
  const known = rooms.get(services.wakeUps);
  if (known) return known;
  const room = new WaitingRoom(services);
  rooms.set(services.wakeUps, room);
  return room;
}
