import { SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { QuestionRefused, type SearchIndex } from '#kernel/ports/search-index.ts';
import type { Prepared } from '../keyword.ts';
import type { Found } from '../repository/documents.ts';
import { findFilledMirror } from '../repository/mirror.ts';
import type { SearchStrategy } from '../semantic/meaning.ts';
import type { Engine, EngineResult, PageWindow } from './engine.ts';
import { externalEngine } from './external.ts';
import { postgresEngine } from './postgres.ts';

export type EngineName = 'postgres' | 'meilisearch';

export type Answered = EngineResult & {
  engine: EngineName;
  /** The documents for facets, if they were requested. */
  newest: Found[] | null;
  /** Whether the external engine failed and Postgres answered instead. */
  stoodIn: boolean;
};

/** After this many consecutive failures, the engine is not called for this time. */
const MOST_FAILURES = 3;
const REST = 10 * SECOND;
const failures = new WeakMap<SearchIndex, { inRow: number; restsUntil: number }>();

/**
 * Searches with the external engine if it is configured and filled, otherwise with Postgres. A later page uses the engine
 * of the previous page.
 * @throws AppError `cursor_expired` if that is no longer possible
 */
export async function answer(
  { db, services }: { db: Queryable; services: Services },
  prepared: Prepared,
  strategy: SearchStrategy,
  page: PageWindow & { engine: EngineName | null; facets: boolean; threads: boolean },
): Promise<Answered> {
  const { searchIndex: index, clock, log } = services;
  const ask = async (name: EngineName, engine: Engine): Promise<Answered> => {
    const [found, newest] = await Promise.all([
      engine.find(prepared, strategy, page),
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
      uid === null ? null : externalEngine(db, index, uid, prepared, page.engine === 'meilisearch');
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
      log.warn(
        { detail: String(error).slice(0, 300) },
        'Meilisearch did not respond; Postgres handled the search',
      );
    }
  }
  if (page.engine === 'meilisearch') throw new AppError('cursor_expired');
  const answered = await ask('postgres', postgresEngine(db));
  return { ...answered, stoodIn };
}
