import { SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { eventsAfter, horizon } from './feed-repository.ts';
import type { StoredEvent } from './repository.ts';

/** A fallback only, because every commit wakes the tail at once. */
const LOOK_EVERY = 2 * SECOND;
/** Milliseconds between reads while an earlier event is not committed yet. */
const LOOK_AGAIN = 20;
const PAGE = 500;

export type Follower = { tenantId: string; push(event: StoredEvent): void };

/**
 * Reads new events once for all followers of feeds in this process: one statement per batch of events and not per follower,
 * and none while nobody follows.
 */
export class Tail {
  readonly #services: Services;
  readonly #followers = new Set<Follower>();
  #position: Promise<number> | null = null;
  #reading = false;
  #wokenWhileReading = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Adds a follower, which receives every later event of its tenant. @returns the position after which these begin */
  async follow(follower: Follower): Promise<number> {
    if (this.#followers.size === 0) this.#start();
    this.#followers.add(follower);
    return this.#position!;
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    this.#services.wakeUps.off('events', this.#look);
    clearInterval(this.#timer);
    this.#position = null;
  }

  #start(): void {
    this.#position = horizon(this.#services.db).then(({ safe }) => safe);
    this.#services.wakeUps.on('events', this.#look);
    this.#timer = setInterval(this.#look, LOOK_EVERY).unref();
  }

  readonly #look = (): void => {
    if (this.#reading) {
      this.#wokenWhileReading = true;
      return;
    }
    this.#reading = true;
    void this.#read()
      .catch((error) =>
        this.#services.log.warn({ err: error }, 'could not read new events for open feeds; retrying'),
      )
      .finally(() => {
        this.#reading = false;
        if (!this.#wokenWhileReading) return;
        this.#wokenWhileReading = false;
        this.#look();
      });
  };

  async #read(): Promise<void> {
    if (this.#position === null) return;
    const beyond = await this.#position;
    const tenantIds = [...new Set([...this.#followers].map(({ tenantId }) => tenantId))];
    // Both statements are sent together. Events that are safe when the first one runs are visible to the second one, and
    // events that are committed in between are left out.
    const [{ safe, last }, found] = await this.#services.db.pipelined((db) =>
      Promise.all([horizon(db), eventsAfter(db, tenantIds, { beyond, take: PAGE })]),
    );
    if (safe < last) setTimeout(this.#look, LOOK_AGAIN).unref();
    if (safe <= beyond) return;
    const events = found.filter(({ position }) => position <= safe);
    const isAll = found.length < PAGE || events.length < found.length;
    // Followers that joined during the read begin at a later position, or find these events in the table themselves.
    for (const event of events) {
      for (const follower of this.#followers) {
        if (follower.tenantId === event.tenant_id) follower.push(event);
      }
    }
    if (this.#position !== null) this.#position = Promise.resolve(isAll ? safe : events.at(-1)!.position);
    if (!isAll) this.#wokenWhileReading = true;
  }
}

const tails = new WeakMap<Services['db'], Tail>();

/** The tail of this process. */
export function tailOf(services: Services): Tail {
  const known = tails.get(services.db);
  if (known) return known;
  const tail = new Tail(services);
  tails.set(services.db, tail);
  return tail;
}
