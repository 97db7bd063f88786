import type { Queryable } from '#kernel/data/database.ts';
import type { Condition, Term } from '../plan.ts';
import { readTermQueries } from '../repository/documents.ts';
import { readPresent, readStatistics } from '../repository/statistics.ts';
import { inParts, type TermQueries, termsOf, wantedTerms } from '../tsquery.ts';
import { pairsOf, type Ranking, rankingOf, weightsOf } from './ranking.ts';
import { essential, looseTerms } from './relax.ts';
import { MOST_RESPELLED, neighboursOf } from './spelling.ts';

/**
 * A query in one mailbox: its terms as tsqueries, the scoring of documents, and the search for further
 * candidates.
 */
export type Ranked = {
  queries: TermQueries;
  byLanguage: TermQueries[];
  ranking: Ranking | null;
  relaxed: { rest: Condition; any: string[] } | null;
  words: { text: string; query: string }[];
};

type Mailbox = { identityId: string; below: number };
type Scored = { term: Term; query: string; weight: number; holding: number };
type RankInput = { condition: Condition; relaxed: boolean };

export async function rank(
  db: Queryable,
  mailbox: Mailbox,
  languages: readonly string[],
  { condition, relaxed }: RankInput,
): Promise<Ranked> {
  const { loose, rest } = looseTerms(condition);
  const mayRelax = relaxed && loose.length > 0;
  const pairs = pairsOf(condition);
  const parts = mayRelax ? loose.map(partsOf) : [];
  const terms = [...termsOf(condition), ...pairs.map(({ pair }) => pair), ...parts.flat()];
  const { all: queries, byLanguage } = await readTermQueries(db, terms, languages);
  const queryOf = (term: Term) => inParts(queries.get(term)!, term.parts);
  const wanted = wantedTerms(condition);
  const strict = wanted.map((term) => ({ term, query: queryOf(term) }));
  if (wanted.length === 0) return { queries, byLanguage, ranking: null, relaxed: null, words: [] };
  const scorer = new Scorer(db, mailbox, languages);
  let scored = await scorer.score(strict, mayRelax || wanted.length > 1);
  if (mayRelax) {
    const partsByTerm = new Map(loose.map((term, index) => [term, parts[index]!]));
    scored = await scorer.respell(scored, (term) =>
      (partsByTerm.get(term) ?? []).map((part) => ({ term: part, query: queryOf(part) })),
    );
  }
  const ranking = rankingOf(
    scored,
    pairs.map(({ first, second, pair }) => ({ first, second, query: queryOf(pair) })),
    scorer.averageLength,
  );
  const found = scored.filter(({ term }) => term.loose);
  const any = essential(found).map(({ query }) => `(${query})`);
  const findsMore =
    mayRelax && any.length > 0 && (loose.length > 1 || !strict.some((one) => any[0] === `(${one.query})`));
  return {
    queries,
    byLanguage,
    ranking,
    relaxed: findsMore ? { rest: { kind: 'and', of: rest }, any } : null,
    words: scored.map(({ term, query }) => ({ text: term.text, query })),
  };
}

/**
 * The words of a compound term, such as an address or a hyphenated name; in scripts without spaces, every two
 * neighbouring characters.
 */
function partsOf(term: Term): Term[] {
  const tokens = term.text.split(' ');
  if (tokens.length === 1) return [];
  const part = (text: string): Term => ({ ...term, text });
  const characters = tokens.every((token) => [...token.replace(/\p{M}/gu, '')].length === 1);
  if (!characters) return tokens.map(part);
  return tokens.length === 2 ? [] : tokens.slice(1).map((token, index) => part(`${tokens[index]} ${token}`));
}

class Scorer {
  readonly #db: Queryable;
  readonly #mailbox: Mailbox;
  readonly #languages: readonly string[];
  averageLength = 1;

  constructor(db: Queryable, mailbox: Mailbox, languages: readonly string[]) {
    this.#db = db;
    this.#languages = languages;
    this.#mailbox = mailbox;
  }

  /** A single term needs no count of the documents that contain it. */
  async score(terms: readonly { term: Term; query: string }[], counted: boolean): Promise<Scored[]> {
    const queries = counted ? terms.map(({ query }) => query) : [];
    const statistics = await readStatistics(this.#db, this.#mailbox, queries);
    this.averageLength = statistics.averageLength;
    if (queries.length === 0) return terms.map((one) => ({ ...one, weight: 1, holding: 1 }));
    const weights = weightsOf(
      terms.map(({ term }) => term),
      statistics,
    );
    const scale = this.#mailbox.below / statistics.documents;
    return terms.map((one, index) => ({
      ...one,
      weight: weights[index]!,
      holding: statistics.holding[index]! * scale,
    }));
  }

  /** Replaces words that are nowhere in the mailbox with their parts or with similar words. */
  async respell(
    scored: readonly Scored[],
    partsOf: (term: Term) => { term: Term; query: string }[],
  ): Promise<Scored[]> {
    const unseen = scored.filter(({ term, holding }) => term.loose && holding === 0);
    if (unseen.length === 0) return [...scored];
    const present = await readPresent(
      this.#db,
      this.#mailbox,
      unseen.map(({ query }) => query),
    );
    const absent = unseen.filter((_, index) => !present[index]);
    const replaced = new Map<Scored, { term: Term; query: string }[]>();
    for (const one of absent) {
      const parts = partsOf(one.term);
      if (parts.length > 0) replaced.set(one, parts);
      else if (replaced.size < MOST_RESPELLED) {
        const words = await neighboursOf(this.#db, this.#mailbox, one.term.text);
        const neighbours = words.map((text): Term => ({ ...one.term, text }));
        const { all } = await readTermQueries(this.#db, neighbours, this.#languages);
        if (words.length > 0) replaced.set(one, [{ term: one.term, query: [...all.values()].join(' | ') }]);
      }
    }
    const others = [...replaced.values()].flat();
    const rescored = new Map(
      others.length === 0
        ? []
        : (await this.score(others, true)).map((one) => [`${one.term.text}\n${one.query}`, one]),
    );
    return scored.flatMap((one) => {
      if (unseen.includes(one) && !absent.includes(one)) return [{ ...one, holding: 1 }];
      return replaced.get(one)?.map(({ term, query }) => rescored.get(`${term.text}\n${query}`)!) ?? [one];
    });
  }
}
