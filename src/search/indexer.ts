import { setImmediate as nextTurn } from 'node:timers/promises';
import { paceOf } from '#jobs/index.ts';
import { type Queryable, sqlState } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';
import { type Document, type Source, toDocument } from './document.ts';
import { lexemesOf, vectorOf } from './lexemes.ts';
import {
  deletePending,
  mergeNewEntries,
  newestPending,
  type Pending,
  planByIndex,
  readSources,
  takePending,
  type WrittenDocument,
  writeDocuments,
} from './repository/index-writes.ts';

const BATCH = 64;
/** While others have work, a long queue continues in small steps. */
const SMALL_BATCH = 16;
/** Milliseconds. Wake-ups come only from this process, but other processes change mail too. */
const POLL_INTERVAL = 500;
/**
 * Mail that arrives or leaves goes first: the indexer waits for this many milliseconds without changes, up to a
 * maximum.
 */
const QUIET = 200;
const LONGEST_DEFERRAL = 10_000;
/**
 * Number of changes after which the index merges its new entries while the indexer is idle. In a burst, Postgres merges
 * automatically.
 */
const MERGED_FROM = 32;

export type Indexer = { close(): Promise<void> };

/**
 * Indexes changed messages. It takes the changes that triggers noted, of mailboxes in turn, and deletes these notes in the
 * transaction that writes the documents. If it is killed, it starts the batch again.
 */
export function startIndexer(services: Services, monitor?: PartMonitor): Indexer {
  const indexer = new IndexerLoop(services, monitor);
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
  readonly #monitor: PartMonitor | undefined;
  #stopped = false;
  #woken = false;
  /** Changes that were indexed since the new entries were merged. */
  #unmerged = 0;
  #endSleep: () => void = () => {};

  constructor(services: Services, monitor?: PartMonitor) {
    this.#services = services;
    this.#monitor = monitor;
    services.wakeUps.on('message', this.#wake);
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#sleep(POLL_INTERVAL);
      try {
        await this.#waitForQuiet();
        await this.#catchUp();
        this.#monitor?.working();
      } catch (error) {
        this.#monitor?.failing(error);
        if (!this.#stopped)
          this.#services.log.error({ err: error }, 'could not update the search index; retrying');
      }
    }
  }

  async #catchUp(): Promise<void> {
    for (let hasMore = true; hasMore && !this.#stopped; this.#monitor?.working()) {
      const begun = performance.now();
      const batch = await indexBatch(this.#services);
      hasMore = batch.hasMore;
      this.#unmerged += batch.pending.length;
      if (hasMore) await this.#rest(batch.pending, performance.now() - begun);
    }
    if (this.#unmerged < MERGED_FROM || this.#stopped) return;
    this.#unmerged = 0;
    await mergeNewEntries(this.#services.db);
  }

  /** Pauses after work on long queues. The other tenants of the batch are noted as having work that should go first. */
  async #rest(pending: readonly Pending[], worked: number): Promise<void> {
    const pace = paceOf(this.#services);
    const crowds = new Set(pending.flatMap(({ is_long, tenant_id }) => (is_long ? (tenant_id ?? []) : [])));
    for (const { tenant_id } of pending)
      if (tenant_id !== null && !crowds.has(tenant_id)) pace.note(tenant_id);
    if (crowds.size > 0) await pace.restAfter(crowds, worked, () => this.#stopped);
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

  /** Returns when no process has noted a change for a moment. */
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

/** SQLSTATE classes of permanent errors: data exceptions and exceeded limits. */
const REFUSED = /^(22|54)/;
const isRefused = (error: unknown): boolean => REFUSED.test(sqlState(error) ?? '');

/** The mailbox after which the next batch begins. */
const places = new WeakMap<Services['db'], string>();

type Batch = Pick<Awaited<ReturnType<typeof takePending>>, 'pending' | 'hasMore'>;

/** Indexes a batch of changes. A message that Postgres refuses does not keep others from the index. */
export async function indexBatch(services: Services): Promise<Batch> {
  const after = places.get(services.db) ?? '';
  const most = paceOf(services).othersWork() ? SMALL_BATCH : BATCH;
  try {
    const { pending, beyond, hasMore } = await indexSome(services, { most, after }, () => {});
    places.set(services.db, beyond ?? '');
    // After the last mailbox, it continues with the first.
    return { pending, hasMore: hasMore || after !== '' };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return indexOneByOne(services, after);
  }
}

/** A message that Postgres refuses is left out of the index until it changes. */
async function indexOneByOne(services: Services, after: string): Promise<Batch> {
  const done: Pending[] = [];
  while (done.length < BATCH) {
    let taken: Pending[] = [];
    try {
      await indexSome(services, { most: 1, after }, (pending) => {
        taken = pending;
      });
    } catch (error) {
      if (!isRefused(error)) throw error;
      // The error text may contain words of the mail, so it is not logged.
      const message_id = taken[0]?.message_id;
      services.log.error(
        { message_id, code: sqlState(error) },
        'could not index a message; search will not find its latest version until it changes again',
      );
      await deletePending(services.db, idsOf(taken));
    }
    if (taken.length === 0) {
      places.set(services.db, '');
      return { pending: done, hasMore: after !== '' };
    }
    done.push(...taken);
  }
  return { pending: done, hasMore: true };
}

const idsOf = (pending: readonly Pending[]): number[] => pending.map(({ id }) => id);

/** Indexes a number of changes in one transaction. @returns these changes, and where to continue */
const indexSome = (
  services: Services,
  from: Parameters<typeof takePending>[1],
  took: (pending: Pending[]) => void,
): ReturnType<typeof takePending> =>
  services.db.transaction(async (tx) => {
    const [, taken] = await Promise.all([planByIndex(tx), takePending(tx, from)]);
    const { pending } = taken;
    took(pending);
    if (pending.length === 0) return taken;
    await lockNames(tx, 'search', [...new Set(pending.map(({ identity_id }) => identity_id))]);
    const sources = await readSources(tx, [...new Set(pending.map(({ message_id }) => message_id))]);
    for (const group of groupsOf(sources)) {
      const documents = await inTurns(group, toDocument, sizeOf);
      await writeDocuments(tx, await withLexemes(tx, documents));
    }
    await deletePending(tx, idsOf(pending));
    return taken;
  });

/** Sources in order, in groups of about this many characters, because a group is in memory at once. */
const GROUP_CHARACTERS = 512 * 1024;
/** About 10 ms of work; then requests are answered. */
const TURN_CHARACTERS = 64 * 1024;

const sizeOf = ({ text, pages }: Source): number =>
  pages.reduce((sum, page) => sum + page.text.length, text.length);

/** Works on each item, spread over several turns of the event loop if there are many. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  size: (item: Item) => number,
): Promise<Result[]> {
  const results: Result[] = [];
  let done = 0;
  for (const item of items) {
    results.push(work(item));
    done += size(item);
    if (done < TURN_CHARACTERS) continue;
    done = 0;
    await nextTurn();
  }
  return results;
}

function groupsOf(sources: readonly Source[]): Source[][] {
  const groups: Source[][] = [];
  let room = 0;
  for (const source of sources) {
    const length = sizeOf(source);
    if (groups.length === 0 || room < length) {
      groups.push([]);
      room = GROUP_CHARACTERS;
    }
    room -= length;
    groups.at(-1)!.push(source);
  }
  return groups;
}

const CHARACTERS_A_WORD = 6;

/** Documents with the lexemes that Postgres makes of their words. */
async function withLexemes(tx: Queryable, documents: readonly Document[]): Promise<WrittenDocument[]> {
  const written: WrittenDocument[] = [];
  for (const [configuration, group] of Map.groupBy(documents, ({ configuration }) => configuration)) {
    // The words of pages are in the parts, too.
    const words = new Set(group.flatMap(({ parts }) => parts.flatMap((part) => part.words)));
    const lexemes = await lexemesOf(tx, configuration, words);
    const write = ({ parts, pages, ...document }: Document): WrittenDocument => ({
      ...document,
      words: vectorOf(parts, lexemes, { plain: true }),
      pages: pages.map(({ words, ...page }) => ({
        ...page,
        words: vectorOf([{ words, weight: '' }], lexemes, { plain: false }),
      })),
    });
    const length = ({ parts }: Document): number =>
      parts.reduce((sum, { words }) => sum + words.length, 0) * CHARACTERS_A_WORD;
    written.push(...(await inTurns(group, write, length)));
  }
  return written;
}
