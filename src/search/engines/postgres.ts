import type { Queryable } from '#kernel/data/database.ts';
import type { Prepared } from '../keyword.ts';
import { MOST_RELAXED } from '../ranking/relax.ts';
import { type Found, findDocuments, findThreads } from '../repository/documents.ts';
import { findSimilar } from '../semantic/meaning.ts';
import { withConversations } from './conversations.ts';
import {
  bestFirst,
  type Engine,
  type EngineResult,
  MOST_COUNTED,
  type PageWindow,
  WINDOW,
} from './engine.ts';

/**
 * The index in the database. The newest matches are ranked together, and then the next ones are ranked among
 * themselves, so a window begins at a position in the mailbox.
 */
export const postgresEngine = (db: Queryable): Engine => ({
  async find(prepared, { mode, meaning }, place) {
    const [window, byMeaning] = await Promise.all([
      meaning && mode === 'semantic' ? { byWords: [], next: null } : windowOf(db, prepared, place),
      meaning ? findSimilar(db, prepared, meaning, { below: place.end, now: place.now }) : [],
    ]);
    return { ...window, byMeaning };
  },
  newest: (prepared, now) => newestOf(db, prepared, now),
  threadsBefore: ({ search }, window, { at, end }) =>
    findThreads(db, search, window, { from: at, below: end }),
});

/** The documents over which facets are counted: those with all words, or those with some words if none has all. */
async function newestOf(db: Queryable, { search, relaxed, lastSeq }: Prepared, now: Date): Promise<Found[]> {
  const place = { below: lastSeq + 1, now, unranked: true };
  const strict = await findDocuments(db, { ...search, ...place }, MOST_COUNTED);
  if (strict.length > 0 || relaxed === null) return strict;
  return findDocuments(db, { ...relaxed, ...place }, MOST_COUNTED);
}

async function windowOf(
  db: Queryable,
  prepared: Prepared,
  { now, end, at }: PageWindow,
): Promise<Omit<EngineResult, 'byMeaning'>> {
  const newest = await findDocuments(db, { ...prepared.search, below: at ?? end, now }, WINDOW + 1);
  if (newest.length > WINDOW) {
    const found = newest.slice(0, WINDOW);
    return { byWords: bestFirst(found), next: found.at(-1)!.seq };
  }
  if (at !== null) return { byWords: bestFirst(newest), next: null };
  const others = await relaxedBeside(db, prepared, newest, { now, end });
  return { byWords: await withConversations(db, prepared, [...newest, ...others], end), next: null };
}

/** Documents with only some of the words, in addition to those with all words. */
export async function relaxedBeside(
  db: Queryable,
  { relaxed }: Prepared,
  strict: readonly Found[],
  { now, end }: Pick<PageWindow, 'now' | 'end'>,
): Promise<Found[]> {
  if (relaxed === null) return [];
  const known = new Set(strict.map(({ message_id }) => message_id));
  const found = await findDocuments(db, { ...relaxed, below: end, now }, MOST_RELAXED);
  return found.filter(({ message_id }) => !known.has(message_id));
}
