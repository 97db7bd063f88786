import { stopWords } from '../agentic/stop-words.ts';
import type { Condition, Term } from '../plan.ts';
import { folded } from '../words.ts';

/**
 * The number of words that are scored. Further words of a long query change little, and each must be checked in every
 * document.
 */
const MOST_SCORED = 16;
const MOST_PAIRS = 6;
/**
 * The weight of a pair of neighbouring words, relative to its rarer word (sequential dependence, Metzler and Croft
 * 2005).
 */
const PAIR_SHARE = 0.3;
/** Words that belong to the question, not to its topic. */
const FUNCTION_WORD_SHARE = 0.15;

/** A word, phrase or prefix of a query with its weight. Rare terms weigh more. */
export type ScoredTerm = { query: string; weight: number };

/** How documents are scored: BM25F over `terms`, plus a little for pairs of adjacent terms. */
export type Ranking = { terms: ScoredTerm[]; pairs: ScoredTerm[]; averageLength: number };

/** Statistics of a sample of the mailbox: the number of documents, their length, and how many contain each term. */
export type Statistics = { documents: number; averageLength: number; holding: number[] };

/** Robertson and Spärck Jones' weight, never below 0. */
const rarity = (documents: number, holding: number): number =>
  Math.log(1 + (documents - Math.min(holding, documents) + 0.5) / (holding + 0.5));

const foldedStopWords = new Set([...stopWords].map(folded));
export const isFunctionWord = (text: string): boolean => foldedStopWords.has(folded(text));

/** The weights of these terms. Function words weigh little next to other words. */
export function weightsOf(terms: readonly Term[], { documents, holding }: Statistics): number[] {
  const asks = terms.map((term) => isFunctionWord(term.text));
  const allAsk = asks.every(Boolean);
  return terms.map((_, index) => {
    const weight = rarity(documents, holding[index]!);
    return asks[index] && !allAsk ? weight * FUNCTION_WORD_SHARE : weight;
  });
}

/** Neighbouring words of the query as phrases of two. */
export function pairsOf(condition: Condition): { first: Term; second: Term; pair: Term }[] {
  if (condition.kind !== 'and') return [];
  const pairs = condition.of.slice(1).flatMap((part, index) => {
    const before = condition.of[index]!;
    if (before.kind !== 'term' || part.kind !== 'term') return [];
    const [first, second] = [before.term, part.term];
    if (!first.loose || !second.loose) return [];
    if (isFunctionWord(first.text) || isFunctionWord(second.text)) return [];
    const pair: Term = { text: `${first.text} ${second.text}`, kind: 'words', parts: '', loose: true };
    return [{ first, second, pair }];
  });
  return pairs.slice(0, MOST_PAIRS);
}

export function rankingOf(
  scored: readonly { term: Term; query: string; weight: number }[],
  pairs: readonly { first: Term; second: Term; query: string }[],
  averageLength: number,
): Ranking {
  const heaviest = scored.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_SCORED);
  const weightOf = new Map(heaviest.map(({ term, weight }) => [term, weight]));
  return {
    terms: heaviest.map(({ query, weight }) => ({ query, weight })),
    pairs: pairs.map(({ first, second, query }) => ({
      query,
      weight: PAIR_SHARE * Math.min(weightOf.get(first) ?? 0, weightOf.get(second) ?? 0),
    })),
    averageLength,
  };
}

/** The data for scoring a document: how often it contains each term and each pair, weighted by field. */
export type Frequencies = { tf: number[]; length: number; age_days: number };

/** BM25 (Robertson and Zaragoza 2009): how fast a word's repetition stops counting, and how much length counts. */
const K1 = 1.2;
const B = 0.6;
const HALF_LIFE_DAYS = 180;
const RECENCY = 0.03;
const ALL_WORDS = 0.25;
const COVERAGE = 0.35;

/** How well a document fits, from 0 to 1. */
export function scoreOf(
  { terms, pairs, averageLength }: Ranking,
  { tf, length, age_days }: Frequencies,
): number {
  const norm = K1 * (1 - B + (B * length) / Math.max(1, averageLength));
  let [words, covered, total, beside, all] = [0, 0, 0, 0, true];
  for (const [index, { weight }] of terms.entries()) {
    const count = tf[index]!;
    total += weight;
    words += (weight * count) / (count + norm);
    if (count > 0) covered += weight;
    else all = false;
  }
  for (const [index, { weight }] of pairs.entries()) {
    const count = tf[terms.length + index]!;
    beside += (weight * count) / (count + norm);
  }
  if (total === 0) return 0;
  const recency = 0.5 ** (Math.max(0, age_days) / HALF_LIFE_DAYS);
  const fit = (words + beside) / total;
  return (
    (fit + COVERAGE * (covered / total) ** 2 + (all ? ALL_WORDS : 0) + RECENCY * recency) /
    (1 + PAIR_SHARE + COVERAGE + ALL_WORDS + RECENCY)
  );
}
