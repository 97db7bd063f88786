import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Filter, IndexQuery, SearchIndex } from '#kernel/ports/search-index.ts';
import { bestOfThreads, type Prepared } from '../keyword.ts';
import { type Found, findFitting, findThreads, scoreDocuments } from '../repository/documents.ts';
import { type Meaning, mostNear, rankSimilar } from '../semantic/meaning.ts';
import { withConversations } from './conversations.ts';
import {
  bestFirst,
  type Engine,
  type EngineResult,
  type Later,
  MOST_COUNTED,
  type PageWindow,
  WINDOW,
} from './engine.ts';
import { relaxedBeside } from './postgres.ts';
import { asksForWords, questionOf, wantedFrom, withoutWords } from './question.ts';

/** The maximum number of windows without a match that are skipped. */
const MOST_WINDOWS = 4;

/**
 * External engine (Meilisearch): it proposes candidates, and Postgres verifies and scores each one, so that an index that
 * lags behind never shows mail that is deleted, quarantined or changed. A window begins at the nth best candidate, or,
 * without words, at a position in the mailbox. `unhurried`: Postgres cannot answer instead. Returns null if the engine
 * cannot express the condition, so that Postgres answers.
 */
export function externalEngine(
  db: Queryable,
  index: SearchIndex,
  uid: string,
  prepared: Prepared,
  unhurried: boolean,
): Engine | null {
  const wanted = wantedFrom(prepared.condition, prepared.languages, prepared.now);
  if (wanted === null) return null;
  const { tenantId, search } = prepared;
  const { identityId, review } = search;
  const asked = { tenantId, identityId, review, unhurried };
  const ranked = asksForWords(wanted);
  const like = (before: number) => questionOf({ ...asked, before }, wanted);

  async function windowOf({ end, at }: PageWindow): Promise<Omit<EngineResult, 'byMeaning'>> {
    let from = at;
    for (let tries = 1; ; tries += 1) {
      const question = like(ranked ? end : (from ?? end));
      const candidates = await index.byWords(uid, question, {
        offset: ranked ? (from ?? 0) : 0,
        limit: WINDOW + 1,
      });
      const window = candidates.slice(0, WINDOW);
      const found = await rescored(await fitting(window));
      from = ranked ? (from ?? 0) + WINDOW : (window.at(-1)?.seq ?? 0);
      const next = candidates.length > WINDOW ? from : null;
      if (next === null && at === null && tries === 1) {
        const others = await relaxedBeside(db, prepared, found, { now: prepared.now, end });
        return { byWords: await withConversations(db, prepared, [...found, ...others], end), next };
      }
      if (found.length > 0 || next === null || tries === MOST_WINDOWS)
        return { byWords: bestFirst(found), next };
    }
  }

  /** Scores from Postgres, so that both engines rank alike. */
  async function rescored(found: Found[]): Promise<Found[]> {
    if (!ranked || !search.ranking || found.length === 0) return found;
    return scoreDocuments(
      db,
      search.ranking,
      prepared.now,
      found.map(({ message_id }) => message_id),
    );
  }

  /** The matching candidates in their order, with scores that never rise. */
  async function fitting(candidates: readonly Candidate[]): Promise<Found[]> {
    if (candidates.length === 0) return [];
    const rows = await findFitting(
      db,
      search,
      candidates.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.message_id, row]));
    let least = Number.POSITIVE_INFINITY;
    return candidates.flatMap(({ id, score }) => {
      const row = byId.get(id);
      least = Math.min(least, score);
      return row ? [{ ...row, score: ranked ? least : 0 }] : [];
    });
  }

  async function similarTo(meaning: NonNullable<Meaning>, { end }: PageWindow): Promise<Found[]> {
    const question = questionOf({ ...asked, before: end }, withoutWords(wanted!));
    const ids = await index.byMeaning(uid, question, meaning, mostNear(meaning.vector.length));
    const among =
      prepared.withoutWords === null
        ? ids
        : (await findFitting(db, { ...search, compiled: prepared.withoutWords }, ids)).map(
            ({ message_id }) => message_id,
          );
    return rankSimilar(db, { search, meaning }, { below: end, ids: among });
  }

  /** For ranked results: a thread belongs to the window that has its best document. */
  async function betterBefore(window: readonly Found[], { end }: Later): Promise<string[]> {
    const threads = [...new Set(window.map(({ thread_id }) => thread_id))];
    const any: Filter = {
      kind: 'or',
      of: threads.map((value) => ({ kind: 'is', field: 'thread_id', value })),
    };
    const ofThese = wanted!.map(
      (one): IndexQuery => ({ ...one, filter: { kind: 'and', of: [one.filter, any] } }),
    );
    const question = questionOf({ ...asked, before: end }, ofThese);
    const all = await fitting(await index.byWords(uid, question, { offset: 0, limit: MOST_COUNTED }));
    const here = new Set(window.map(({ message_id }) => message_id));
    return bestOfThreads(all).flatMap(({ message_id, thread_id }) =>
      here.has(message_id) ? [] : [thread_id],
    );
  }

  return {
    threadsBefore: async (_, window, place) => {
      if (window.length === 0) return [];
      if (ranked) return betterBefore(window, place);
      return findThreads(db, search, window, { from: place.at, below: place.end });
    },
    async find(_, { mode, meaning }, place) {
      const [window, byMeaning] = await Promise.all([
        meaning && mode === 'semantic' ? { byWords: [], next: null } : windowOf(place),
        meaning ? similarTo(meaning, place) : [],
      ]);
      return { ...window, byMeaning };
    },
    async newest() {
      const question = like(prepared.lastSeq + 1);
      return fitting(await index.byWords(uid, question, { offset: 0, limit: MOST_COUNTED }));
    },
  };
}
