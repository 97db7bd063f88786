import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';

/** A long-running part of the process that has been opened. */
export type RunningPart = {
  /** Closes the part. The supervisor waits for this, but only for a limited time. */
  close(): Promise<void> | void;
};

/** A part that the supervisor keeps running. */
export type KeptPart = { close(): Promise<void> };

/** How a part reports its own state to the supervisor. */
export type PartMonitor = {
  /** The part did its work. A part that calls this once is restarted when it is silent for `silence` milliseconds. */
  working(): void;
  /** The part keeps working, but its last attempt failed, for example because the database does not answer. */
  failing(error: unknown): void;
  /** The part has ended or cannot continue, so the supervisor opens it again. */
  failed(error: unknown): void;
};

export type OpenPart = (monitor: PartMonitor) => Promise<RunningPart> | RunningPart;

export type PartState = {
  name: string;
  state: 'running' | 'failing' | 'restarting' | 'closed';
  /** The number of times that the part was opened again. */
  restarts: number;
  /** The last error in one line; null while the part works. */
  error: string | null;
};

export type SupervisorOptions = {
  log: Logger;
  /** Whether an error is temporary, for example because the database restarts. Such an error never ends the process. */
  isPassing(error: unknown): boolean;
  /** Called once, when a part could not be restarted for a permanent reason. */
  giveUp(error: Error): void;
  timing?: Partial<Timing>;
};

type Timing = {
  firstWait: number;
  longestWait: number;
  /** After a part has run for this long, its next restart uses the shortest wait again. */
  stable: number;
  /** The number of unstable restarts in a row after which the supervisor gives up. */
  attempts: number;
  /** The time without a report after which a part that reports its work is restarted. */
  silence: number;
  /** The longest that the supervisor waits for a part to close. */
  closing: number;
};

const usual: Timing = {
  firstWait: SECOND / 10,
  longestWait: 4 * SECOND,
  stable: 30 * SECOND,
  attempts: 20,
  silence: 180 * SECOND,
  closing: 10 * SECOND,
};

/**
 * Keeps the long-running parts of a process alive: job engine, mail processor, webhook deliverer, LISTEN connections. A
 * part that fails is opened again with back-off, and counted.
 */
export type Supervisor = {
  /** Opens a part and keeps it open. @throws when the first opening fails; the part is then not kept */
  start(name: string, open: OpenPart): Promise<KeptPart>;
  /** The same for a part whose first opening may fail: it is tried again like any later one. */
  keep(name: string, open: OpenPart): KeptPart;
  states(): PartState[];
  /** Closes all parts, each within its time. */
  close(): Promise<void>;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const timing = { ...usual, ...options.timing };
  const parts = new Set<SupervisedPart>();
  let gaveUp = false;
  const giveUp = (error: Error): void => {
    if (!gaveUp) options.giveUp(error);
    gaveUp = true;
  };
  const add = (name: string, open: OpenPart): SupervisedPart => {
    const part = new SupervisedPart(name, open, { ...options, giveUp }, timing);
    parts.add(part);
    return part;
  };
  const handleOf = (part: SupervisedPart): KeptPart => ({
    close: async () => {
      await part.close();
      parts.delete(part);
    },
  });
  return {
    start: async (name, open) => {
      const part = add(name, open);
      try {
        await part.open();
      } catch (error) {
        parts.delete(part);
        throw error;
      }
      return handleOf(part);
    },
    keep: (name, open) => {
      const part = add(name, open);
      part.open().catch((error) => part.failed(error));
      return handleOf(part);
    },
    states: () => [...parts].map((part) => part.state()),
    close: async () => {
      await Promise.all([...parts].map((part) => part.close()));
      parts.clear();
    },
  };
}

class SupervisedPart {
  readonly name: string;
  readonly #open: OpenPart;
  readonly #options: SupervisorOptions;
  readonly #timing: Timing;
  readonly #closing = new AbortController();
  #running: RunningPart | null = null;
  /** The number of the current opening. Reports of earlier openings are ignored. */
  #opening = 0;
  #state: PartState['state'] = 'restarting';
  #error: string | null = null;
  #restarts = 0;
  #attempts = 0;
  #openedAt = 0;
  #silenceTimer: NodeJS.Timeout | undefined;
  #failure: { error: unknown } | null = null;
  #isRestarting = false;
  readonly #lettingGo = new Set<Promise<void>>();

  constructor(name: string, open: OpenPart, options: SupervisorOptions, timing: Timing) {
    this.name = name;
    this.#open = open;
    this.#options = options;
    this.#timing = timing;
  }

  state(): PartState {
    return { name: this.name, state: this.#state, restarts: this.#restarts, error: this.#error };
  }

  async open(): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    const isCurrent = (): boolean => opening === this.#opening && !this.#closing.signal.aborted;
    this.#failure = null;
    const running = await this.#open({
      working: () => isCurrent() && this.#working(),
      failing: (error) => isCurrent() && this.#failing(error),
      failed: (error) => isCurrent() && this.failed(error),
    });
    if (!isCurrent()) {
      await this.#closeOne(running);
      return;
    }
    this.#running = running;
    this.#openedAt = performance.now();
    // The part may have failed while it was being opened.
    if (this.#failure) return;
    this.#state = 'running';
    this.#error = null;
  }

  #working(): void {
    this.#watchSilence();
    if (this.#state !== 'failing') return;
    this.#state = 'running';
    this.#error = null;
  }

  #failing(error: unknown): void {
    this.#watchSilence();
    if (this.#state === 'running') this.#state = 'failing';
    this.#error = oneLine(error);
  }

  #watchSilence(): void {
    if (this.#silenceTimer) this.#silenceTimer.refresh();
    else {
      const silent = () => this.failed(new Error(`No report for ${this.#timing.silence / SECOND} s.`));
      this.#silenceTimer = setTimeout(silent, this.#timing.silence).unref();
    }
  }

  /** Opens the part again; a failure during that is handled after it. */
  failed(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#error = oneLine(error);
    this.#state = 'restarting';
    this.#failure = { error };
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    void this.#restart().finally(() => {
      this.#isRestarting = false;
    });
  }

  async #restart(): Promise<void> {
    while (this.#failure && !this.#closing.signal.aborted) {
      const { error } = this.#failure;
      this.#letGo();
      if (!this.#mayTryAgain(error)) return;
      const wait = Math.min(this.#timing.firstWait * 2 ** this.#attempts, this.#timing.longestWait);
      const jittered = wait * (0.75 + Math.random() / 2);
      await delay(jittered, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return;
      this.#attempts += 1;
      this.#restarts += 1;
      try {
        await this.open();
      } catch (failure) {
        this.#failure = { error: failure };
        this.#error = oneLine(failure);
      }
    }
  }

  /** Closes the running part without waiting, because its unfinished work must not delay the next opening. */
  #letGo(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    if (performance.now() - this.#openedAt > this.#timing.stable) this.#attempts = 0;
    const closing = this.#closeOne(running).finally(() => this.#lettingGo.delete(closing));
    this.#lettingGo.add(closing);
  }

  #mayTryAgain(error: unknown): boolean {
    const { log, isPassing, giveUp } = this.#options;
    log.warn(
      { err: error, part: this.name, restarts: this.#restarts },
      'a part of the process failed; restarting it',
    );
    if (isPassing(error)) {
      this.#attempts = Math.min(this.#attempts, this.#timing.attempts - 1);
      return true;
    }
    if (this.#attempts < this.#timing.attempts) return true;
    giveUp(new Error(`The part ${this.name} could not be restarted: ${oneLine(error)}`, { cause: error }));
    return false;
  }

  async #closeOne(running: RunningPart): Promise<void> {
    const late = new AbortController();
    try {
      await Promise.race([
        running.close(),
        delay(this.#timing.closing, undefined, { ref: false, signal: late.signal }),
      ]);
    } catch (error) {
      this.#options.log.warn({ err: error, part: this.name }, 'a part of the process did not close cleanly');
    } finally {
      late.abort();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#silenceTimer);
    this.#state = 'closed';
    const running = this.#running;
    this.#running = null;
    if (running) await this.#closeOne(running);
    await Promise.all(this.#lettingGo);
  }
}

const MAX_ERROR = 200;

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_ERROR);
