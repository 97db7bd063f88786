import { shareReader } from '#content/reading/index.ts';
import { Thread } from '#kernel/threads/thread.ts';
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
  /**
   * The message gets a thread to itself, because a thread with several messages died and it is unknown which of them
   * caused it.
   */
  alone: boolean;
  headersOnly: boolean;
  resolve: (result: ProcessedMessage) => void;
  reject: (error: Error) => void;
}

export interface ParseThreadOptions {
  workerPath: string;
  dnsServers: string[];
  dnsCacheMs: number;
  /** JavaScript heap in megabytes. Exceeding it kills the thread, not the process. */
  heapMb: number;
  onResult: (task: ParseTask, result: ProcessedMessage) => void;
  /** The thread died without being stopped (out of memory, crash). */
  onDeath: (thread: ParseThread, error?: Error) => void;
}

/** A thread whose event loop has not turned for this long while it loads its modules is broken. */
const startMs = 30_000;
/** How many times its deadline a thread may be busy that a busy machine gives little of its processors. */
const busyMachine = 6;

/** One worker thread and the messages that it is busy with. */
export class ParseThread {
  readonly tasks = new Map<number, ParseTask>();
  readonly #thread: Thread<WorkerRequest, WorkerResponse>;
  readonly #state: Int32Array;
  #lastBeat = 0;
  #beatSeenAt = performance.now();
  /**
   * The processor time that the thread last reported, in milliseconds, and the time of the last turn of its event
   * loop.
   */
  #cpu = 0;
  #cpuAtBeat = 0;

  constructor(options: ParseThreadOptions) {
    const state = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.#state = new Int32Array(state);
    shareReader();
    const workerData: WorkerData = { dnsServers: options.dnsServers, dnsCacheMs: options.dnsCacheMs, state };
    this.#thread = new Thread(
      {
        program: options.workerPath,
        name: 'parse',
        data: workerData,
        heapMb: options.heapMb,
        youngHeapMb: 12,
      },
      {
        onMessage: ({ id, result }) => this.#finish(id, result, options),
        onDeath: (error) => options.onDeath(this, error ?? undefined),
      },
    );
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
    // The process must not end while a message is being parsed. An idle pool does not keep it alive.
    if (this.tasks.size === 0) this.#beatSeenAt = performance.now();
    this.#thread.isBusy = true;
    this.tasks.set(task.id, task);
    // A copy: the caller needs the bytes, and so does the next thread should this one die.
    const raw = new Uint8Array(task.job.raw);
    const request: WorkerRequest = { id: task.id, job: { ...task.job, raw }, headersOnly: task.headersOnly };
    this.#thread.send(request, [raw.buffer]);
  }

  /**
   * Whether the thread has worked on one task for longer than the deadline, in processor time if the thread reports
   * it.
   */
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

  /** Without a report, while the thread is in native code, the clock on the wall decides. */
  #measure(): void {
    this.#thread.readCpu((cpuMs) => {
      this.#cpu = cpuMs;
    });
  }

  /** The task of the thread, or of the thread when it died; undefined when that is unknown. */
  culprit(): ParseTask | undefined {
    const named = this.tasks.get(Atomics.load(this.#state, currentJob));
    if (named || this.tasks.size !== 1) return named;
    return this.tasks.values().next().value;
  }

  terminate(): Promise<void> {
    return this.#thread.end();
  }

  #finish(id: number, result: ProcessedMessage, options: ParseThreadOptions): void {
    const task = this.tasks.get(id);
    if (!task) return;
    this.tasks.delete(id);
    this.#thread.isBusy = this.tasks.size > 0;
    options.onResult(task, result);
  }
}
