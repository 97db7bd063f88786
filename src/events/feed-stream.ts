import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { typesForTenants } from '#kernel/catalogue/event-types.ts';
import type { Services } from '#kernel/operation/services.ts';
import { envelopeText } from './envelope.ts';
import { type FeedFilter, horizon, nextEvents, type Scope } from './feed-repository.ts';
import type { StoredEvent } from './repository.ts';
import { type Follower, tailOf } from './tail.ts';

// Feeds as server-sent events (WHATWG HTML, section 9.2), which clients resume by event id.

const KEEP_ALIVE = 10 * SECOND;
/** The longest life of a stream. Then the client reconnects with its Last-Event-ID, and its key is checked again. */
const LIFETIME = 10 * MINUTE;
const PAGE = 100;
/** The number of events held in memory for a slow client. Beyond it, they are read from the table when it is ready. */
const MAX_WAITING = 256;
const MAX_STREAMS = 1_000;

const forTenants: ReadonlySet<string> = new Set(typesForTenants);

const encoder = new TextEncoder();

const frame = (event: StoredEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${envelopeText(event)}\n\n`;

/**
 * Streams the events of a feed after a position until the client disconnects; null begins with the next event.
 * @throws AppError `unavailable` if this process has its maximum number of streams
 */
export function streamEvents(
  services: Services,
  scope: Scope,
  filter: FeedFilter,
  from: number | null,
): ReadableStream<Uint8Array> {
  if (tailOf(services).size >= MAX_STREAMS) throw new AppError('unavailable', { retry_after: 10 });
  const leaving = new AbortController();
  const texts = follow(services, scope, filter, from, leaving.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        leaving.abort();
        // The generator may be suspended at a chunk that a slow client never read.
        await texts.return();
      },
    },
    { highWaterMark: 1 },
  );
}

async function* follow(
  services: Services,
  scope: Scope,
  filter: FeedFilter,
  from: number | null,
  left: AbortSignal,
): AsyncGenerator<string, void> {
  const tail = tailOf(services);
  const waiting = new Waiting(scope, filter);
  const signal = AbortSignal.any([left, AbortSignal.timeout(LIFETIME)]);
  try {
    const now = await tail.follow(waiting);
    let position = from ?? now;
    let isBehind = from !== null;
    // Sent at once, so that the client sees that it is connected.
    yield 'retry: 2000\n: connected\n\n';
    while (!signal.aborted) {
      if (isBehind) {
        const upTo = Math.max(now, (await horizon(services.db)).safe);
        const events = await nextEvents(services.db, scope, filter, { beyond: position, upTo, take: PAGE });
        if (events.length > 0) yield events.map(frame).join('');
        isBehind = events.length === PAGE;
        position = isBehind ? events.at(-1)!.position : Math.max(position, upTo);
        continue;
      }
      const beyond = position;
      const { events, overflowed } = waiting.take();
      const fresh = events.filter((event) => event.position > beyond);
      position = Math.max(position, ...events.map((event) => event.position));
      isBehind = overflowed;
      if (fresh.length > 0) yield fresh.map(frame).join('');
      else if (!overflowed && !(await waiting.something(signal))) yield ': keep-alive\n\n';
    }
  } finally {
    tail.leave(waiting);
  }
}

/** The events that have not yet been sent to one client. */
class Waiting implements Follower {
  readonly tenantId: string;
  readonly #identityId: string | null;
  readonly #types: ReadonlySet<string> | null;
  #events: StoredEvent[] = [];
  #overflowed = false;
  #wake: () => void = () => {};

  constructor(scope: Scope, { types }: FeedFilter) {
    this.tenantId = scope.tenantId;
    this.#identityId = scope.identityId;
    this.#types = types ? new Set(types) : null;
  }

  push(event: StoredEvent): void {
    if (this.#identityId !== null && event.identity_id !== this.#identityId) return;
    if (this.#types && !this.#types.has(event.type)) return;
    if (!forTenants.has(event.type)) return;
    if (this.#events.length < MAX_WAITING && !this.#overflowed) this.#events.push(event);
    else this.#overflowed = true;
    this.#wake();
  }

  take(): { events: StoredEvent[]; overflowed: boolean } {
    const taken = { events: this.#events, overflowed: this.#overflowed };
    this.#events = [];
    this.#overflowed = false;
    return taken;
  }

  /** Resolves to whether an event arrived before the next keep-alive is due. */
  something(signal: AbortSignal): Promise<boolean> {
    if (this.#events.length > 0 || this.#overflowed || signal.aborted) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (came: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        this.#wake = () => {};
        resolve(came);
      };
      const aborted = () => end(true);
      const timer = setTimeout(() => end(false), KEEP_ALIVE);
      signal.addEventListener('abort', aborted);
      this.#wake = () => end(true);
    });
  }
}
