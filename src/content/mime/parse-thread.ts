import { Worker } from 'node:worker_threads';
import type { ParseJob, ProcessedMessage } from './types.ts';
import {
  currentJob,
  heartbeat,
  type WorkerData,
  type WorkerRequest,
  type WorkerResponse,
} from './worker-loop.ts';

/** A message on its way through the pool. */
export interface ParseTask {
  id: number;
  job: ParseJob;
  /** Gets a thread for itself, because a thread with it and others died and nobody knows of whom. */
  alone: boolean;
  headersOnly: boolean;
  resolve: (result: ProcessedMessage) => void;
  reject: (error: Error) => void;
}

export interface ParseThreadOptions {
  workerPath: string;
  dnsServers: string[];
  dnsCacheMs: number;
  /** Megabytes of JavaScript heap: what goes beyond kills the thread, not the process. */
  heapMb: number;
  onResult: (task: ParseTask, result: ProcessedMessage) => void;
  /** The thread died by itself (out of memory, crash). */
  onDeath: (thread: ParseThread, error?: Error) => void;
}

/** A thread whose event loop has not turned for this long while it loads its modules is broken. */
const startMs = 30_000;
/** How many times its deadline a thread may be busy that a busy machine gives little of its processors. */
const busyMachine = 6;

/** One worker thread and the messages that it is busy with. */
export class ParseThread {
  readonly tasks = new Map<number, ParseTask>();
  readonly #worker: Worker;
  readonly #state: Int32Array;
  #lastBeat = 0;
  #beatSeenAt = performance.now();
  /** Milliseconds of processor time, as the thread last told, and when its event loop last turned. */
  #cpu = 0;
  #cpuAtBeat = 0;
  #closed = false;

  constructor(options: ParseThreadOptions) {
    const state = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.#state = new Int32Array(state);
    const workerData: WorkerData = { dnsServers: options.dnsServers, dnsCacheMs: options.dnsCacheMs, state };
    this.#worker = new Worker(options.workerPath, {
      name: 'parse',
      workerData,
      // Flags of a test runner or a bundler around us are not for this thread, those of a profiler are.
      execArgv: process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')),
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 12 },
    });
    this.#worker.on('message', ({ id, result }: WorkerResponse) => this.#finish(id, result, options));
    const died = (error?: Error): void => {
      if (this.#closed) return;
      this.#closed = true;
      options.onDeath(this, error);
    };
    this.#worker.on('error', died);
    this.#worker.on('exit', () => died());
    this.#worker.unref();
  }

  /** Whether its modules have loaded and its event loop turned. */
  get hasStarted(): boolean {
    return Atomics.load(this.#state, heartbeat) > 0;
  }

  /** Whether it has a task that must have the thread for itself. */
  get isExclusive(): boolean {
    return [...this.tasks.values()].some((task) => task.alone);
  }

  start(task: ParseTask): void {
    // While a message is under way the process must not end; an idle pool keeps nobody alive.
    if (this.tasks.size === 0) {
      this.#worker.ref();
      this.#beatSeenAt = performance.now();
    }
    this.tasks.set(task.id, task);
    // A copy: the caller needs the bytes, and so does the next thread should this one die.
    const raw = new Uint8Array(task.job.raw);
    const request: WorkerRequest = { id: task.id, job: { ...task.job, raw }, headersOnly: task.headersOnly };
    this.#worker.postMessage(request, [raw.buffer]);
  }

  /** Whether the thread has been busy with one thing for longer than the deadline: in processor time, where it tells that. */
  isStuck(deadlineMs: number): boolean {
    const beat = Atomics.load(this.#state, heartbeat);
    const now = performance.now();
    this.#measure();
    if (beat !== this.#lastBeat) {
      this.#lastBeat = beat;
      this.#beatSeenAt = now;
      this.#cpuAtBeat = this.#cpu;
    }
    const silent = now - this.#beatSeenAt;
    if (this.tasks.size === 0) return false;
    if (beat === 0) return silent >= Math.max(startMs, deadlineMs);
    return this.#cpu - this.#cpuAtBeat >= deadlineMs || silent >= busyMachine * deadlineMs;
  }

  /** Not answered while the thread is in native code: then the clock on the wall decides. */
  #measure(): void {
    void this.#worker.cpuUsage().then(
      ({ user, system }) => {
        this.#cpu = (user + system) / 1_000;
      },
      () => {},
    );
  }

  /** The task that has the thread, or had it when it died; undefined when that cannot be told. */
  culprit(): ParseTask | undefined {
    const named = this.tasks.get(Atomics.load(this.#state, currentJob));
    if (named || this.tasks.size !== 1) return named;
    return this.tasks.values().next().value;
  }

  async terminate(): Promise<void> {
    this.#closed = true;
    await this.#worker.terminate();
  }

  #finish(id: number, result: ProcessedMessage, options: ParseThreadOptions): void {
    const task = this.tasks.get(id);
    if (!task || this.#closed) return;
    this.tasks.delete(id);
    if (this.tasks.size === 0) this.#worker.unref();
    options.onResult(task, result);
  }
}
