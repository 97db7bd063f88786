import { lockNames } from '#kernel/locks.ts';
import type { Services } from '#kernel/services.ts';
import { toDocument } from './document.ts';
import { deletePending, readSources, takePending, writeDocuments } from './repository/index-writes.ts';

const BATCH = 64;
/** The net below the wake-ups of this process: other processes change mail too. */
const POLL_INTERVAL = 500;
/** While mail keeps coming it goes first, but not for longer than this. */
const QUIET = 200;
const LONGEST_DEFERRAL = 10_000;

export type Indexer = { close(): Promise<void> };

/**
 * Makes the documents of messages that changed. It takes what the triggers noted, oldest first, and takes the notes
 * away in the transaction that writes the documents: killed anywhere, it begins the batch again.
 */
export function startIndexer(services: Services): Indexer {
  const indexer = new IndexerLoop(services);
  const running = indexer.run();
  return {
    close: async () => {
      indexer.stop();
      await running;
    },
  };
}

class IndexerLoop {
  readonly #services: Services;
  #stopped = false;
  #woken = false;
  #endSleep: () => void = () => {};

  constructor(services: Services) {
    this.#services = services;
    services.wakeUps.on('message', this.#wake);
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#sleep(POLL_INTERVAL);
      await this.#waitForQuiet();
      await this.#indexAll();
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#services.wakeUps.off('message', this.#wake);
    this.#endSleep();
  }

  readonly #wake = (): void => {
    this.#woken = true;
    this.#endSleep();
  };

  async #waitForQuiet(): Promise<void> {
    for (let waited = 0; this.#woken && waited < LONGEST_DEFERRAL && !this.#stopped; waited += QUIET) {
      this.#woken = false;
      await new Promise((resolve) => setTimeout(resolve, QUIET));
    }
    this.#woken = false;
  }

  async #indexAll(): Promise<void> {
    try {
      while (!this.#stopped && (await indexBatch(this.#services)) === BATCH);
    } catch (error) {
      if (!this.#stopped) this.#services.log.error({ err: error }, 'messages could not be indexed');
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#woken || this.#stopped ? 0 : milliseconds);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Indexes the oldest changes in one transaction. @returns how many there were */
export const indexBatch = (services: Services): Promise<number> =>
  services.db.transaction(async (tx) => {
    const pending = await takePending(tx, BATCH);
    if (pending.length === 0) return 0;
    await lockNames(tx, 'search', [...new Set(pending.map(({ identity_id }) => identity_id))]);
    const sources = await readSources(tx, [...new Set(pending.map(({ message_id }) => message_id))]);
    if (sources.length > 0) await writeDocuments(tx, sources.map(toDocument));
    await deletePending(
      tx,
      pending.map(({ id }) => id),
    );
    return pending.length;
  });
