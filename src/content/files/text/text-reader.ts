import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileLimits } from '../limits.ts';
import type { TextAnswer, TextRequest } from './protocol.ts';
import { type TextKind, textKind } from './text-kind.ts';

/** `reason` is for the log: the API tells no more than the status. */
export type FileText = { status: 'ready'; pages: string[] } | { status: 'unavailable'; reason: string };

export type TextFile = { contentType: string; content: Uint8Array };

const WATCH_MS = 25;
/** A thread costs tens of megabytes: one that has nothing to do for so long is ended. */
const IDLE_MS = 30_000;
const START_MS = 30_000;

/**
 * Reads the text of files, one at a time, in a thread with bounds on its memory and its processor time: ten seconds, and 1.2
 * seconds without a page. A thread that goes beyond is ended, and the file has no text.
 */
export class TextReader {
  #last: Promise<unknown> = Promise.resolve();
  #thread: TextThread | null = null;
  #idle: NodeJS.Timeout | undefined;
  #waiting = 0;

  /** Never rejects for what is in a file, only when `load` does. `load` is called when the file's turn has come. */
  read(load: () => Promise<TextFile>): Promise<FileText> {
    this.#waiting += 1;
    const result = this.#last
      .then(async () => this.#readNow(await load()))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = result.catch(() => {});
    return result;
  }

  /** Files that wait or are being read. */
  get waiting(): number {
    return this.#waiting;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.end();
    this.#thread = null;
  }

  async #readNow({ contentType, content }: TextFile): Promise<FileText> {
    const kind = textKind(contentType);
    if (kind === null) return { status: 'unavailable', reason: 'unsupported type' };
    if (content.length > fileLimits.text.inputBytes) return { status: 'unavailable', reason: 'too large' };
    clearTimeout(this.#idle);
    this.#thread ??= new TextThread();
    const result = await this.#thread.read({ kind, contentType, content });
    if (this.#thread.isDead) this.#thread = null;
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    return result;
  }
}

type Task = { kind: TextKind; contentType: string; content: Uint8Array };

class TextThread {
  isDead = false;
  readonly #worker: Worker;
  readonly #started: Promise<void>;
  #onAnswer: (answer: TextAnswer) => void = () => {};
  #onDeath: (reason: string) => void = () => {};

  constructor() {
    this.#worker = new Worker(join(import.meta.dirname, 'text-worker.ts'), {
      name: 'file-text',
      execArgv: [],
      // Warnings of a library about a stranger's file are nobody's news.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: fileLimits.text.hardHeapMb, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    const died = (reason: string): void => {
      this.isDead = true;
      this.#onDeath(reason);
    };
    this.#worker.on('error', (error) => died(String(error)));
    this.#worker.on('exit', () => died('the thread ended'));
    this.#started = new Promise((resolve) => {
      this.#worker.on('message', (answer: TextAnswer) => {
        if (answer.type === 'started') resolve();
        else this.#onAnswer(answer);
      });
    });
    this.#worker.unref();
  }

  async end(reason = 'the thread was ended'): Promise<void> {
    this.isDead = true;
    this.#onDeath(reason);
    await this.#worker.terminate();
  }

  /** The text of one file; the thread is dead afterwards when the file was too much for it. */
  async read(task: Task): Promise<FileText> {
    this.#worker.ref();
    const death = new Promise<FileText>((resolve) => {
      this.#onDeath = (reason) => resolve({ status: 'unavailable', reason });
    });
    try {
      const failure = await Promise.race([this.#started, death, sleep(START_MS)]);
      if (failure) return failure;
      return await Promise.race([death, this.#readStarted(task)]);
    } finally {
      this.#onAnswer = () => {};
      if (!this.isDead) this.#worker.unref();
    }
  }

  async #readStarted({ kind, contentType, content }: Task): Promise<FileText> {
    // A copy, because the thread takes the bytes, and they may be a view into something of the caller's.
    const request: TextRequest = { kind, contentType, content: new Uint8Array(content) };
    const pages: string[] = [];
    const answered = new Promise<FileText>((resolve) => {
      this.#onAnswer = (answer) => {
        if (answer.type === 'page') pages.push(answer.text);
        else if (answer.type === 'done') resolve({ status: 'ready', pages });
        else if (answer.type === 'failed') resolve({ status: 'unavailable', reason: answer.reason });
      };
    });
    // What the thread has used for the files before counts for nothing here.
    const before = await this.#worker.cpuUsage();
    const watch = new AbortController();
    this.#worker.postMessage(request, [request.content.buffer as ArrayBuffer]);
    try {
      return await Promise.race([answered, this.#watch(pages, before, watch.signal)]);
    } finally {
      watch.abort();
    }
  }

  /** Resolves when the thread has had its time or memory, and ends it. */
  async #watch(pages: readonly string[], before: NodeJS.CpuUsage, signal: AbortSignal): Promise<FileText> {
    const spent: Spent = { cpu: 0, heap: 0, external: 0, toldAt: performance.now() };
    let pagesSeen = 0;
    let cpuAtPage = 0;
    while (!signal.aborted && !this.isDead) {
      this.#measure(before, spent);
      await sleep(WATCH_MS);
      if (pages.length !== pagesSeen) cpuAtPage = spent.cpu;
      pagesSeen = pages.length;
      const reason = excess(spent, cpuAtPage);
      if (signal.aborted || reason === null) continue;
      await this.end(reason);
      return { status: 'unavailable', reason };
    }
    return { status: 'unavailable', reason: 'ended' };
  }

  /** Not answered while the thread is in native code. */
  #measure(before: NodeJS.CpuUsage, spent: Spent): void {
    const ignore = (): void => {};
    void this.#worker.cpuUsage(before).then(({ user, system }) => {
      spent.cpu = (user + system) / 1000;
      spent.toldAt = performance.now();
    }, ignore);
    void this.#worker.getHeapStatistics().then(({ used_heap_size, external_memory }) => {
      spent.heap = used_heap_size;
      spent.external = external_memory;
    }, ignore);
  }
}

/** What a thread has used for one file: milliseconds of processor time, and bytes. `toldAt`: when it last said so. */
type Spent = { cpu: number; heap: number; external: number; toldAt: number };

/** Why a file gets no more time, null when it does: on a busy machine it gets as much of the processor as on an idle one. */
function excess({ cpu, heap, external, toldAt }: Spent, cpuAtPage: number): string | null {
  const { cpuMs, stalledCpuMs, silentMs, heapBytes, externalBytes } = fileLimits.text;
  if (heap > heapBytes || external > externalBytes) return 'too much memory';
  if (cpu - cpuAtPage > stalledCpuMs) return 'no page in its processor time';
  if (cpu > cpuMs) return 'not done in its processor time';
  return performance.now() - toldAt > silentMs ? 'silent for too long' : null;
}

const sleep = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
