import type { NewSpoolEntry } from '#mail/spool/index.ts';

/** The maximum numbers of running tasks, of waiting tasks, and of tasks of one flow. */
export type LaneSize = { atOnce: number; waiting: number; perFlow: number };

type Waiting = { begin: () => void };

/**
 * A bounded queue for slow work, so that it delays nothing else. Flows take turns: the next task comes from the flow
 * that was served longest ago, however much work another flow has waiting.
 */
export class Lane {
  readonly #size: LaneSize;
  /** In the order in which they will be served. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #present = new Map<string, number>();
  #total = 0;
  #running = 0;

  constructor(size: LaneSize) {
    this.#size = size;
  }

  hasRoom(flow: string): boolean {
    const { atOnce, waiting, perFlow } = this.#size;
    return this.#total < atOnce + waiting && (this.#present.get(flow) ?? 0) < perFlow;
  }

  /** Runs the work when its turn comes. Call it only if there is room. */
  async run<T>(flow: string, work: () => Promise<T>): Promise<T> {
    this.#total += 1;
    this.#present.set(flow, (this.#present.get(flow) ?? 0) + 1);
    try {
      await this.#turn(flow);
      try {
        return await work();
      } finally {
        this.#running -= 1;
        this.#next();
      }
    } finally {
      this.#total -= 1;
      const left = this.#present.get(flow)! - 1;
      if (left > 0) this.#present.set(flow, left);
      else this.#present.delete(flow);
    }
  }

  #turn(flow: string): Promise<void> {
    return new Promise((begin) => {
      const queue = this.#queues.get(flow) ?? [];
      this.#queues.set(flow, queue);
      queue.push({ begin });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#size.atOnce) {
      const [flow, queue] = this.#queues.entries().next().value ?? [];
      if (flow === undefined || queue === undefined) return;
      const { begin } = queue.shift()!;
      this.#queues.delete(flow);
      // The flow goes to the end, so that all others are served before it is again.
      if (queue.length > 0) this.#queues.set(flow, queue);
      this.#running += 1;
      begin();
    }
  }
}

/** Counts the messages that were turned away in about the last second. */
export class Refusals {
  readonly #now: () => number;
  #level = 0;
  #at = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts messages that are turned away now.
   * @returns seconds until they return. The more there are, the longer, because claiming them costs work and the lanes
   * would not take them
   */
  waitFor(count: number): number {
    const now = this.#now();
    this.#level = this.#level * Math.exp((this.#at - now) / 1_000) + count;
    this.#at = now;
    return Math.min(LONGEST_WAIT, NO_ROOM_WAIT + this.#level / A_SECOND_FOR);
  }
}

/** Seconds until a message returns when its lane has no room: minimum, maximum, and messages per extra second. */
const NO_ROOM_WAIT = 1;
const LONGEST_WAIT = 10;
const A_SECOND_FOR = 64;

/** The domain that is looked up first: the sender's, or that of a server which sends a report. */
export const envelopeDomain = ({
  envelope_from,
  helo_name,
}: Pick<NewSpoolEntry, 'envelope_from' | 'helo_name'>): string =>
  (envelope_from.split('@').at(-1) || helo_name).toLowerCase();

/** Remembers recent senders: domains whose look-ups hung, and the average cost of reading a network's mail. */
export class SenderRecord {
  readonly #slowUntil = new Map<string, number>();
  readonly #readMs = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isSlow(domain: string): boolean {
    return (this.#slowUntil.get(domain) ?? 0) > this.#now();
  }

  isExpensive(network: string): boolean {
    return (this.#readMs.get(network) ?? 0) > EXPENSIVE_MS;
  }

  lookedUp(domain: string, wasSlow: boolean): void {
    if (wasSlow) put(this.#slowUntil, domain, this.#now() + SLOW_FOR);
    else this.#slowUntil.delete(domain);
  }

  /**
   * One message of an unknown network says little, because the first message that a thread reads takes ten times as
   * long.
   */
  read(network: string, ms: number): void {
    const before = this.#readMs.get(network) ?? 0;
    put(this.#readMs, network, before * 0.7 + ms * 0.3);
  }
}

/** How long, in milliseconds, mail of a domain whose look-ups hung goes directly to the slow lane. */
const SLOW_FOR = 30_000;
/** From this average reading time, in milliseconds, a network's mail goes to the heavy lane. */
const EXPENSIVE_MS = 60;
const MAX_SENDERS = 10_000;

function put(map: Map<string, number>, key: string, value: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_SENDERS) map.delete(map.keys().next().value!);
}
