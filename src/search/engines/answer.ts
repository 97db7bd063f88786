import { SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { QuestionRefused, type SearchIndex } from '#kernel/ports/search-index.ts';
import type { Prepared } from '../keyword.ts';
import type { Found } from '../repository/documents.ts';
import { findFilledMirror } from '../repository/mirror.ts';
import type { Way } from '../semantic/meaning.ts';
import { engineBeside } from './beside.ts';
import type { Answer, Engine, Place } from './engine.ts';
import { postgresEngine } from './postgres.ts';

export type EngineName = 'postgres' | 'meilisearch';

export type Answered = Answer & {
  engine: EngineName;
  /** For facets, where they were asked for. */
  newest: Found[] | null;
  /** The index beside the database did not answer, and Postgres did instead. */
  stoodIn: boolean;
};

/** An index that failed so often in a row is left alone for so long. */
const MOST_FAILURES = 3;
const REST = 10 * SECOND;
const failures = new WeakMap<SearchIndex, { inRow: number; restsUntil: number }>();

/**
 * Asks the index beside the database where there is one that has been filled, else Postgres, which always can. A page
 * is looked up where the one before it was.
 * @throws AppError `cursor_expired` when that is no longer possible
 */
export async function answer(
  { db, services }: { db: Queryable; services: Services },
  prepared: Prepared,
  way: Way,
  page: Place & { engine: EngineName | null; facets: boolean; threads: boolean },
): Promise<Answered> {
  const { searchIndex: index, clock, log } = services;
  const ask = async (name: EngineName, engine: Engine): Promise<Answered> => {
    const [found, newest] = await Promise.all([
      engine.find(prepared, way, page),
      page.facets ? engine.newest(prepared, page.now) : null,
    ]);
    const { at } = page;
    const before =
      page.threads && at !== null
        ? new Set(await engine.threadsBefore(prepared, found.byWords, { ...page, at }))
        : null;
    const byWords = before ? found.byWords.filter(({ thread_id }) => !before.has(thread_id)) : found.byWords;
    return { ...found, byWords, newest, engine: name, stoodIn: false };
  };
  const now = clock.now().getTime();
  const trouble = (index && failures.get(index)) ?? { inRow: 0, restsUntil: 0 };
  let stoodIn = trouble.restsUntil > now;
  if (index && !stoodIn && page.engine !== 'postgres') {
    const uid = await findFilledMirror(db);
    const engine =
      uid === null ? null : engineBeside(db, index, uid, prepared, page.engine === 'meilisearch');
    try {
      if (engine) {
        const answered = await ask('meilisearch', engine);
        failures.delete(index);
        return answered;
      }
    } catch (error) {
      stoodIn = true;
      const inRow = error instanceof QuestionRefused ? 0 : trouble.inRow + 1;
      failures.set(index, { inRow, restsUntil: inRow < MOST_FAILURES ? 0 : now + REST });
      log.warn({ detail: String(error).slice(0, 300) }, 'Meilisearch did not answer; Postgres searches');
    }
  }
  if (page.engine === 'meilisearch') throw new AppError('cursor_expired');
  const answered = await ask('postgres', postgresEngine(db));
  return { ...answered, stoodIn };
}
