import type { MaintenanceContext, MaintenanceTask } from '#jobs/index.ts';
import { countNotes, isSwept, nextGeneration, sweepAfterNotes } from './repository/mirror.ts';
import { countMessages, countPending, notePage } from './repository/reindex.ts';

const PAGE = 1_000;
/** The maximum number of waiting changes, because the indexer processes newly arrived mail in the same order. */
const MOST_WAITING = 2_000;
const LOOK_AGAIN = 200;

/**
 * Rebuilds every document: notes all messages as changed, page by page, behind the changes that already wait.
 * Searches use the old documents until then. A second run notes them again, which is harmless. It also sends all
 * documents to the external engine and removes all others there, and waits for that.
 */
export const searchReindex: MaintenanceTask = {
  name: 'search_reindex',
  daily: false,
  async run(context) {
    const { db } = context.services;
    await nextGeneration(db);
    const noted = await reindexAll(context);
    if (context.signal.aborted) return;
    await sweepAfterNotes(db);
    while (!context.signal.aborted && !(await isSwept(db))) {
      await context.progress(Math.max(0, noted - (await countNotes(db))), noted);
      await delay();
    }
    await context.progress(noted, noted);
  },
};

const delay = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));

/** @returns the number of messages */
async function reindexAll({ services: { db }, signal, progress }: MaintenanceContext): Promise<number> {
  const total = await countMessages(db);
  let [beyond, noted]: [string | null, number] = ['', 0];
  while (!signal.aborted) {
    const waiting = await countPending(db);
    await progress(Math.max(0, noted - waiting), Math.max(total, noted));
    if (beyond === null && waiting === 0) break;
    if (beyond === null || waiting > MOST_WAITING) {
      await delay();
      continue;
    }
    const page = await notePage(db, beyond, PAGE);
    beyond = page.last;
    noted += page.noted;
  }
  return noted;
}
