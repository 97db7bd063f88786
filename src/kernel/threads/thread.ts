import { type Transferable, Worker } from 'node:worker_threads';

export type ThreadOptions = {
  /** Path of the thread's program. Join it at run time, so that bundlers neither follow nor copy it. */
  program: string;
  name: string;
  /** Becomes `workerData` of the program. */
  data?: unknown;
  /** Bounds of the JavaScript heap in megabytes: beyond them the thread dies, not the process. */
  heapMb?: number;
  youngHeapMb?: number;
  /** Discards the thread's output, such as a library's warnings about a stranger's file. */
  isSilent?: boolean;
};

/**
 * The resources that a thread has used since a certain time: milliseconds of CPU, and bytes. `reportedAt` is the last
 * report.
 */
export type ThreadUsage = { cpuMs: number; heapBytes: number; externalBytes: number; reportedAt: number };

type Handlers<Response> = {
  onMessage(response: Response): void;
  /** Called once when the thread ends without `end()`: it crashed, ran out of memory or exited. */
  onDeath(error: Error | null): void;
};

/**
 * A worker thread that may fail without harm: it reports its end once, keeps the process alive only while it is busy, and
 * can be measured from outside, so that its owner can end it when it uses too much.
 */
export class Thread<Request, Response> {
  readonly #worker: Worker;
  #isDead = false;
  #isBusy = false;

  constructor(options: ThreadOptions, { onMessage, onDeath }: Handlers<Response>) {
    const { program, name, data, heapMb, youngHeapMb, isSilent = false } = options;
    this.#worker = new Worker(program, {
      name,
      workerData: data,
      // The thread must not inherit the flags of a test runner or bundler, only those of a profiler.
      execArgv: process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')),
      stdout: isSilent,
      stderr: isSilent,
      resourceLimits: {
        ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }),
        ...(youngHeapMb !== undefined && { maxYoungGenerationSizeMb: youngHeapMb }),
      },
    });
    if (isSilent) {
      this.#worker.stdout.resume();
      this.#worker.stderr.resume();
    }
    const die = (error: Error | null): void => {
      if (this.#isDead) return;
      this.#isDead = true;
      onDeath(error);
    };
    this.#worker.on('message', (response: Response) => {
      if (!this.#isDead) onMessage(response);
    });
    this.#worker.on('error', (error) => die(error as Error));
    this.#worker.on('exit', () => die(null));
    this.#worker.unref();
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** A busy thread keeps the process alive; an idle one does not. */
  set isBusy(isBusy: boolean) {
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    if (isBusy) this.#worker.ref();
    else this.#worker.unref();
  }

  send(request: Request, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(request, transfer as Transferable[]);
  }

  /**
   * Meters the resources that the thread uses from now on. Call `update` at intervals; in native code it does not report.
   */
  async meter(): Promise<{ usage: ThreadUsage; update(): void }> {
    const before = await this.#worker.cpuUsage();
    const usage: ThreadUsage = {
      cpuMs: 0,
      heapBytes: 0,
      externalBytes: 0,
      reportedAt: performance.now(),
    };
    const ignore = (): void => {};
    const update = (): void => {
      void this.#worker.cpuUsage(before).then(({ user, system }) => {
        usage.cpuMs = (user + system) / 1_000;
        usage.reportedAt = performance.now();
      }, ignore);
      void this.#worker.getHeapStatistics().then(({ used_heap_size, external_memory }) => {
        usage.heapBytes = used_heap_size;
        usage.externalBytes = external_memory;
      }, ignore);
    };
    return { usage, update };
  }

  /** Reports the thread's total processor time in milliseconds, unless the thread is in native code. */
  readCpu(report: (cpuMs: number) => void): void {
    void this.#worker.cpuUsage().then(
      ({ user, system }) => report((user + system) / 1_000),
      () => {},
    );
  }

  /** Stops the thread wherever it is. `onDeath` is not called. */
  async end(): Promise<void> {
    this.#isDead = true;
    await this.#worker.terminate();
  }

  /** Resolves when the thread has ended by itself. A thread in native code must not be stopped from outside. */
  ended(): Promise<void> {
    if (this.#worker.threadId < 0) return Promise.resolve();
    this.#isDead = true;
    this.#worker.ref();
    return new Promise((resolve) => this.#worker.once('exit', () => resolve()));
  }
}
