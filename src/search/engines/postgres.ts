import type { Queryable } from '#kernel/data/database.ts';
import type { Prepared } from '../keyword.ts';
import { findDocuments, findThreads } from '../repository/documents.ts';
import { findSimilar } from '../semantic/meaning.ts';
import { type Answer, bestFirst, type Engine, MOST_COUNTED, type Place, WINDOW } from './engine.ts';

/**
 * The index in the database. The newest matches are ranked together; beyond them come the next ones, ranked among
 * themselves, so that a window begins at a place in the mailbox.
 */
export const postgresEngine = (db: Queryable): Engine => ({
  async find(prepared, { mode, meaning }, place) {
    const [window, byMeaning] = await Promise.all([
      meaning && mode === 'semantic' ? { byWords: [], next: null } : windowOf(db, prepared, place),
      meaning ? findSimilar(db, prepared, meaning, { below: place.end, now: place.now }) : [],
    ]);
    return { ...window, byMeaning };
  },
  newest: (prepared, now) =>
    findDocuments(db, { ...prepared.search, below: prepared.lastSeq + 1, now, unranked: true }, MOST_COUNTED),
  threadsBefore: ({ search }, window, { at, end }) =>
    findThreads(db, search, window, { from: at, below: end }),
});

async function windowOf(
  db: Queryable,
  { search }: Prepared,
  { now, end, at }: Place,
): Promise<Omit<Answer, 'byMeaning'>> {
  const newest = await findDocuments(db, { ...search, below: at ?? end, now }, WINDOW + 1);
  const found = newest.slice(0, WINDOW);
  const next = newest.length > WINDOW ? found.at(-1)!.seq : null;
  return { byWords: bestFirst(found), next };
}
