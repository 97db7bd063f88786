import { setTimeout as delay } from 'node:timers/promises';
import type { Transferable } from 'node:worker_threads';
import { atMost } from '../base/at-most.ts';
import { Thread, type ThreadOptions, type ThreadUsage } from './thread.ts';

export type ThreadLimits = {
  /** The limit on processor time for one request. */
  cpuMs: number;
  /** The limit on processor time between two responses, for requests with several responses. */
  stalledCpuMs?: number;
  /** The longest time for which a thread may report no usage because it runs native code. */
  silentMs: number;
  heapBytes?: number;
  externalBytes?: number;
};

export type ThreadQueueOptions<Response> = {
  thread: ThreadOptions;
  limits: ThreadLimits;
  /** The maximum number of threads; each works on one request at a time. */
  size: number;
  /** The first message of the program, which says that its modules are loaded. */
  isReady(response: Response): boolean;
};

type Job<Request> = { request: Request; transfer?: readonly Transferable[] };

const WATCH_MS = 25;
/** The idle time after which a thread is ended, because a thread costs tens of megabytes. */
const IDLE_MS = 30_000;
const START_MS = 30_000;

/**
 * Runs requests in threads, in order, with limits on processor time and memory. A request that goes beyond a limit fails and
 * its thread is ended; the next request gets a new one.
 */
export class ThreadQueue<Request, Response> {
  readonly #options: ThreadQueueOptions<Response>;
  readonly #inTurn: ReturnType<typeof atMost>;
  readonly #idle: QueueThread<Request, Response>[] = [];
  #waiting = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ThreadQueueOptions<Response>) {
    this.#options = options;
    this.#inTurn = atMost(options.size);
  }

  /** Requests that wait or are being worked on. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs one request. `load` is called when its turn has come; if it returns null, the turn ends. `onResponse` returns
   * whether a response was the last one.
   *
   * @returns null when the request was answered, else the reason why it was not
   */
  async run(
    load: () => Promise<Job<Request> | null>,
    onResponse: (response: Response) => boolean,
  ): Promise<string | null> {
    this.#waiting += 1;
    try {
      return await this.#inTurn(async () => {
        const job = await load();
        return job && (await this.#runNow(job, onResponse));
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  async #runNow(job: Job<Request>, onResponse: (response: Response) => boolean): Promise<string | null> {
    clearTimeout(this.#idleTimer);
    const living = this.#idle.splice(0).filter(({ isDead }) => !isDead);
    const thread = living.pop() ?? new QueueThread<Request, Response>(this.#options);
    this.#idle.push(...living);
    const reason = await thread.run(job, onResponse);
    if (!thread.isDead) this.#idle.push(thread);
    this.#idleTimer = setTimeout(() => void this.close(), IDLE_MS).unref();
    return reason;
  }

  /** Ends the threads that are idle. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
  }
}

class QueueThread<Request, Response> {
  readonly #limits: ThreadLimits;
  readonly #thread: Thread<Request, Response>;
  readonly #ready = Promise.withResolvers<null>();
  readonly #death = Promise.withResolvers<string>();
  #onResponse: (response: Response) => void = () => {};

  constructor({ thread, limits, isReady }: ThreadQueueOptions<Response>) {
    this.#limits = limits;
    this.#thread = new Thread(thread, {
      onMessage: (response) => {
        if (isReady(response)) this.#ready.resolve(null);
        else this.#onResponse(response);
      },
      onDeath: (error) => this.#death.resolve(error ? String(error) : 'the thread ended'),
    });
  }

  get isDead(): boolean {
    return this.#thread.isDead;
  }

  end(): Promise<void> {
    return this.#thread.end();
  }

  async run(job: Job<Request>, onResponse: (response: Response) => boolean): Promise<string | null> {
    this.#thread.isBusy = true;
    try {
      const failure = await this.#withinStart(Promise.race([this.#ready.promise, this.#death.promise]));
      return failure ?? (await this.#runReady(job, onResponse));
    } finally {
      this.#onResponse = () => {};
      if (!this.isDead) this.#thread.isBusy = false;
    }
  }

  async #withinStart(starting: Promise<string | null>): Promise<string | null> {
    const late = new AbortController();
    const deadline = delay(START_MS, 'the thread did not start', { ref: false, signal: late.signal });
    const failure = await Promise.race([starting, deadline.catch(() => null)]);
    late.abort();
    if (failure !== null && !this.isDead) await this.end();
    return failure;
  }

  async #runReady(job: Job<Request>, onResponse: (response: Response) => boolean): Promise<string | null> {
    let responses = 0;
    const answered = new Promise<null>((resolve) => {
      this.#onResponse = (response) => {
        responses += 1;
        if (onResponse(response)) resolve(null);
      };
    });
    const watch = new AbortController();
    const send = (): void => this.#thread.send(job.request, job.transfer);
    const watching = this.#watch(() => responses, watch.signal, send).catch(() => 'the thread ended');
    const reason = await Promise.race([answered, this.#death.promise, watching]);
    watch.abort();
    return reason;
  }

  /** Ends the thread when the request exceeds its limits, and resolves with the reason. */
  async #watch(responses: () => number, signal: AbortSignal, begin: () => void): Promise<string> {
    // The meter starts at zero, so that earlier requests do not count.
    const { usage, update } = await this.#thread.meter();
    begin();
    let seen = 0;
    let cpuAtResponse = 0;
    while (!signal.aborted && !this.isDead) {
      update();
      await delay(WATCH_MS, undefined, { ref: false });
      if (responses() !== seen) cpuAtResponse = usage.cpuMs;
      seen = responses();
      const reason = excess(usage, cpuAtResponse, this.#limits);
      if (signal.aborted || reason === null) continue;
      await this.end();
      return reason;
    }
    // The request is already answered, so nobody uses this value.
    return 'ended';
  }
}

/** Which limit a request exceeds, or null. Processor time counts, so a busy machine does not make requests fail. */
function excess(usage: ThreadUsage, cpuAtResponse: number, limits: ThreadLimits): string | null {
  const { cpuMs, stalledCpuMs = Infinity, silentMs, heapBytes = Infinity, externalBytes = Infinity } = limits;
  if (usage.heapBytes > heapBytes || usage.externalBytes > externalBytes) return 'too much memory';
  if (usage.cpuMs - cpuAtResponse > stalledCpuMs) return 'no response in its processor time';
  if (usage.cpuMs > cpuMs) return 'not done in its processor time';
  return performance.now() - usage.reportedAt > silentMs ? 'silent for too long' : null;
}
