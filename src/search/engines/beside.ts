import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Filter, SearchIndex, Wanted } from '#kernel/ports/search-index.ts';
import { bestOfThreads, type Prepared } from '../keyword.ts';
import { type Found, findFitting, findThreads } from '../repository/documents.ts';
import { type Meaning, MOST_NEAR, rankSimilar } from '../semantic/meaning.ts';
import {
  type Answer,
  bestFirst,
  type Engine,
  type Later,
  MOST_COUNTED,
  type Place,
  WINDOW,
} from './engine.ts';
import { asksForWords, questionOf, wantedFrom, withoutWords } from './question.ts';

/** Windows of which nothing fits are passed over, but not for ever. */
const MOST_WINDOWS = 4;

/**
 * An index beside the database. It says what may fit and how well; the database says what does, so that an index that is
 * behind shows nothing that is gone, kept back or changed. Windows begin at the nth best, or, where no words are asked
 * for, at a place in the mailbox. `unhurried`: Postgres cannot answer instead. Null when the condition is more than it
 * can be asked: Postgres then answers.
 */
export function engineBeside(
  db: Queryable,
  index: SearchIndex,
  uid: string,
  prepared: Prepared,
  unhurried: boolean,
): Engine | null {
  const wanted = wantedFrom(prepared.condition, prepared.languages);
  if (wanted === null) return null;
  const { tenantId, search } = prepared;
  const { identityId, review } = search;
  const asked = { tenantId, identityId, review, unhurried };
  const ranked = asksForWords(wanted);
  const like = (before: number) => questionOf({ ...asked, before }, wanted);

  async function windowOf({ end, at }: Place): Promise<Omit<Answer, 'byMeaning'>> {
    let from = at;
    for (let tries = 1; ; tries += 1) {
      const question = like(ranked ? end : (from ?? end));
      const candidates = await index.byWords(uid, question, {
        offset: ranked ? (from ?? 0) : 0,
        limit: WINDOW + 1,
      });
      const window = candidates.slice(0, WINDOW);
      const found = await fitting(window);
      from = ranked ? (from ?? 0) + WINDOW : (window.at(-1)?.seq ?? 0);
      const next = candidates.length > WINDOW ? from : null;
      if (found.length > 0 || next === null || tries === MOST_WINDOWS)
        return { byWords: bestFirst(found), next };
    }
  }

  /** What fits, in the order of the candidates, with scores that never rise. */
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

  async function similarTo(meaning: NonNullable<Meaning>, { end }: Place): Promise<Found[]> {
    const question = questionOf({ ...asked, before: end }, withoutWords(wanted!));
    const ids = await index.byMeaning(uid, question, meaning, MOST_NEAR);
    const among =
      prepared.withoutWords === null
        ? ids
        : (await findFitting(db, { ...search, compiled: prepared.withoutWords }, ids)).map(
            ({ message_id }) => message_id,
          );
    return rankSimilar(db, { search, meaning }, { below: end, ids: among });
  }

  /** Ranked: a thread belongs to the window in which its best document stands. */
  async function betterBefore(window: readonly Found[], { end }: Later): Promise<string[]> {
    const threads = [...new Set(window.map(({ thread_id }) => thread_id))];
    const any: Filter = {
      kind: 'or',
      of: threads.map((value) => ({ kind: 'is', field: 'thread_id', value })),
    };
    const ofThese = wanted!.map(
      (one): Wanted => ({ ...one, filter: { kind: 'and', of: [one.filter, any] } }),
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
