import { join } from 'node:path';
import { type ParseTask, ParseThread } from './parse-thread.ts';
import type { ParseJob, ProcessedMessage } from './types.ts';
import { emptyMessage, unverifiedAuthentication } from './unprocessed.ts';

/** Parses and authenticates messages in worker threads. */
export interface ParsePool {
  /**
   * Parses and authenticates one message. Resolves for every message, at worst with only its header; rejects if the
   * pool is closed before the message is done. `job.raw` is copied, not taken.
   */
  process(job: ParseJob): Promise<ProcessedMessage>;
  /** How many it has now. */
  readonly threads: number;
  /** Stops the threads; messages under way are rejected. */
  close(): Promise<void>;
}

export interface ParsePoolOptions {
  /** The maximum number of threads. Each is started when all others are busy. */
  size: number;
  /** `ip[:port]` of the DNS servers; empty means the system's. */
  dnsServers: string[];
  /** How long DNS answers are cached, in milliseconds. The default is 30 s. */
  deadlineMs?: number;
  /** How long DNS answers are remembered, in milliseconds; 30 s unless told otherwise. */
  dnsCacheMs?: number;
  /** The JavaScript heap of a thread in megabytes. The default is 256. */
  heapMb?: number;
  /** Messages that one thread works on at the same time, most of them waiting for DNS. */
  maxInFlight?: number;
  /** Milliseconds after which a thread that has nothing to do is ended; never, unless told otherwise. */
  idleMs?: number;
  /** The thread's program, for tests that need one which fails. */
  workerPath?: string;
}

const watchMs = 100;

/** Starts no thread yet: the first message does. */
export function createParsePool(options: ParsePoolOptions): ParsePool {
  return new ThreadPool(options);
}

class ThreadPool implements ParsePool {
  readonly #options: Required<Omit<ParsePoolOptions, 'idleMs'>>;
  readonly #idleMs: number | null;
  readonly #threads = new Set<ParseThread>();
  #waiting: ParseTask[] = [];
  #watch: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ParsePoolOptions) {
    this.#idleMs = options.idleMs ?? null;
    this.#options = {
      size: options.size,
      dnsServers: options.dnsServers,
      deadlineMs: options.deadlineMs ?? 10_000,
      dnsCacheMs: options.dnsCacheMs ?? 30_000,
      heapMb: options.heapMb ?? 256,
      maxInFlight: options.maxInFlight ?? 32,
      // Joined at run time, so that bundlers neither follow nor copy the thread's program.
      workerPath: options.workerPath ?? join(import.meta.dirname, 'worker.ts'),
    };
  }

  get threads(): number {
    return this.#threads.size;
  }

  process(job: ParseJob): Promise<ProcessedMessage> {
    if (this.#closed) return Promise.reject(new Error('parse pool is closed'));
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.push({ id, job, alone: false, headersOnly: false, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#stopWatching();
    const open = [...this.#waiting, ...[...this.#threads].flatMap((thread) => [...thread.tasks.values()])];
    this.#waiting = [];
    for (const task of open) task.reject(new Error('parse pool was closed'));
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
    this.#threads.clear();
  }

  /** Assigns waiting messages to threads in order, as far as there is room. */
  #assign(): void {
    for (let task = this.#waiting[0]; task; task = this.#waiting[0]) {
      const thread = this.#threadFor(task);
      if (!thread) return;
      this.#waiting.shift();
      thread.start(task);
      this.#startWatching();
    }
  }

  /** The least busy thread with room for the task, or a new one while all are busy and more are allowed. */
  #threadFor(task: ParseTask): ParseThread | null {
    const byLoad = [...this.#threads].sort((a, b) => a.tasks.size - b.tasks.size);
    const idle = byLoad[0]?.tasks.size === 0 ? byLoad[0] : null;
    if (idle) return idle;
    if (this.#threads.size < this.#options.size) return this.#startThread();
    if (task.alone) return null;
    return (
      byLoad.find((thread) => thread.tasks.size < this.#options.maxInFlight && !thread.isExclusive) ?? null
    );
  }

  #startThread(): ParseThread {
    const thread = new ParseThread({
      ...this.#options,
      onResult: (task, result) => this.#finish(task, result),
      onDeath: (dead, error) => this.#replace(dead, error),
    });
    this.#threads.add(thread);
    return thread;
  }

  #finish(task: ParseTask, result: ProcessedMessage): void {
    task.resolve(result);
    this.#assign();
    if ([...this.#threads].every((thread) => thread.tasks.size === 0)) this.#stopWatching();
    if (this.#idleMs === null) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endIdle(), this.#idleMs).unref();
  }

  /** A thread holds tens of megabytes, whatever it does. */
  #endIdle(): void {
    for (const thread of this.#threads) {
      if (thread.tasks.size > 0) continue;
      this.#threads.delete(thread);
      void thread.terminate();
    }
  }

  /** Takes a dead or stuck thread out; its messages are done again, the one to blame with less effort. */
  #replace(thread: ParseThread, error?: Error): void {
    if (!this.#threads.delete(thread) || this.#closed) return;
    if (!thread.hasStarted) {
      // No message is to blame: another thread would not start either.
      for (const task of thread.tasks.values())
        task.reject(new Error('parse thread did not start', { cause: error }));
      return;
    }
    const culprit = thread.culprit();
    const again: ParseTask[] = [];
    for (const task of thread.tasks.values()) {
      if (task !== culprit) again.push({ ...task, alone: task.alone || culprit === undefined });
      else if (task.headersOnly) giveUp(task);
      else again.push({ ...task, headersOnly: true });
    }
    thread.tasks.clear();
    this.#waiting.unshift(...again);
    this.#assign();
  }

  #startWatching(): void {
    if (this.#watch) return;
    this.#watch = setInterval(() => this.#checkThreads(), watchMs);
    this.#watch.unref();
  }

  #stopWatching(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
  }

  #checkThreads(): void {
    for (const thread of this.#threads) {
      if (!thread.isStuck(this.#options.deadlineMs)) continue;
      void thread.terminate();
      this.#replace(thread);
    }
  }
}

/** Even the header was too much: nothing is known of the message but that it came. */
function giveUp(task: ParseTask): void {
  const authentication = unverifiedAuthentication('message could not be processed');
  task.resolve({
    parsed: emptyMessage(['parse_degraded']),
    inspections: [],
    authentication,
    reading: null,
    readMs: 0,
  });
}
