import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '#kernel/database.ts';
import { lockNames } from '#kernel/locks.ts';
import type { Services } from '#kernel/services.ts';
import { type Document, type Source, toDocument } from './document.ts';
import { lexemesOf, vectorOf } from './lexemes.ts';
import {
  deletePending,
  newestPending,
  readSources,
  takePending,
  type WrittenDocument,
  writeDocuments,
} from './repository/index-writes.ts';

const BATCH = 64;
/** The net below the wake-ups of this process: other processes change mail too. */
const POLL_INTERVAL = 500;
/** While mail keeps coming or leaving it goes first, but not for longer than this. */
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
      try {
        await this.#waitForQuiet();
        while (!this.#stopped && (await indexBatch(this.#services)) === BATCH);
      } catch (error) {
        if (!this.#stopped) this.#services.log.error({ err: error }, 'messages could not be indexed');
      }
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

  /** Returns when nothing was noted for a moment, by whichever process. */
  async #waitForQuiet(): Promise<void> {
    this.#woken = false;
    let newest = await newestPending(this.#services.db);
    for (let waited = 0; newest !== null && waited < LONGEST_DEFERRAL && !this.#stopped; waited += QUIET) {
      await new Promise((resolve) => setTimeout(resolve, QUIET));
      const before = newest;
      newest = await newestPending(this.#services.db);
      if (newest === before) return;
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
    for (const group of groupsOf(sources)) {
      await writeDocuments(tx, await withLexemes(tx, group.map(toDocument)));
      // Requests are answered in between.
      await nextTurn();
    }
    await deletePending(
      tx,
      pending.map(({ id }) => id),
    );
    return pending.length;
  });

/** Sources in their order, in groups of about so many characters: what is made of a group is in memory at once. */
const GROUP_CHARACTERS = 512 * 1024;

function groupsOf(sources: readonly Source[]): Source[][] {
  const groups: Source[][] = [];
  let room = 0;
  for (const source of sources) {
    const length = source.text.length + source.pages.reduce((sum, { text }) => sum + text.length, 0);
    if (groups.length === 0 || room < length) {
      groups.push([]);
      room = GROUP_CHARACTERS;
    }
    room -= length;
    groups.at(-1)!.push(source);
  }
  return groups;
}

/** Documents with what Postgres makes of their words. */
async function withLexemes(tx: Queryable, documents: readonly Document[]): Promise<WrittenDocument[]> {
  const written: WrittenDocument[] = [];
  for (const [configuration, group] of Map.groupBy(documents, ({ configuration }) => configuration)) {
    // Words of pages stand in the parts too.
    const words = new Set(group.flatMap(({ parts }) => parts.flatMap((part) => part.words)));
    const lexemes = await lexemesOf(tx, configuration, words);
    for (const { parts, pages, ...document } of group) {
      written.push({
        ...document,
        words: vectorOf(parts, lexemes, { plain: true }),
        pages: pages.map(({ words, ...page }) => ({
          ...page,
          words: vectorOf([{ words, weight: '' }], lexemes, { plain: false }),
        })),
      });
    }
  }
  return written;
}
