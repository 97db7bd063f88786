import { conceptsOf, type Meaning, meaningOf } from '#content/reading/index.ts';
import { editDistance } from '../ranking/spelling.ts';
import { areAlike } from './question.ts';

/** How similar two words are, across languages and spellings, 0 to 1. */
export type Likeness = {
  /** As the same word: another form of it, a part of a compound, or a misspelling. */
  same: number;
  /** In meaning, by the word vectors of the reader. */
  meant: number;
};

const SHORTEST_PART = 5;
const COMPOUND = 0.7;
const SHORTEST_MISSPELT = 6;
const MISSPELT = 0.8;
const SAME_CONCEPT = 0.8;
/** Cosines below this are noise. */
const LEAST_COSINE = 0.4;

/** Compares many words with the few of a question; its lookups are cached while the question is answered. */
export class Comparison {
  readonly #known = new Map<string, Likeness>();
  readonly #concepts = new Map<string, number | null>();
  readonly #meanings = new Map<string, Meaning | null>();

  of(wanted: string, other: string): Likeness {
    const key = `${wanted} ${other}`;
    const known = this.#known.get(key);
    if (known) return known;
    const same = sameness(wanted, other);
    const likeness = { same, meant: same === 1 ? 1 : Math.max(same, this.#meant(wanted, other)) };
    this.#known.set(key, likeness);
    return likeness;
  }

  /** How much meaning a word has: little for function words of any language. An unknown word counts as a name. */
  weight(word: string): number {
    return this.#meaning(word)?.weight ?? 1;
  }

  /** Cosine of the two lists' summed meanings, with each word weighted. */
  sense(some: readonly string[], others: readonly string[]): number {
    const [a, b] = [this.#sum(some), this.#sum(others)];
    if (!a || !b) return 0;
    let [dot, ofA, ofB] = [0, 0, 0];
    for (const [at, value] of a.entries()) {
      dot += value * b[at]!;
      ofA += value * value;
      ofB += b[at]! * b[at]!;
    }
    return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
  }

  #sum(words: readonly string[]): Float64Array | null {
    let sum: Float64Array | null = null;
    for (const word of words) {
      const meaning = this.#meaning(word);
      if (!meaning) continue;
      sum ??= new Float64Array(meaning.direction.length);
      for (const [at, value] of meaning.direction.entries()) sum[at] = sum[at]! + meaning.weight * value;
    }
    return sum;
  }

  #meant(one: string, other: string): number {
    if (/\d/.test(one) || /\d/.test(other)) return 0;
    const concept = this.#concept(one);
    if (concept !== null && concept === this.#concept(other)) return SAME_CONCEPT;
    const [a, b] = [this.#meaning(one), this.#meaning(other)];
    if (!a || !b) return 0;
    let cosine = 0;
    for (const [at, value] of a.direction.entries()) cosine += value * b.direction[at]!;
    return cosine <= LEAST_COSINE ? 0 : (cosine - LEAST_COSINE) / (1 - LEAST_COSINE);
  }

  #concept(word: string): number | null {
    const known = this.#concepts.get(word);
    if (known !== undefined) return known;
    const concept = conceptsOf(word)[0] ?? null;
    this.#concepts.set(word, concept);
    return concept;
  }

  #meaning(word: string): Meaning | null {
    const known = this.#meanings.get(word);
    if (known !== undefined) return known;
    const meaning = meaningOf(word);
    this.#meanings.set(word, meaning);
    return meaning;
  }
}

function sameness(wanted: string, other: string): number {
  if (wanted === other) return 1;
  if (/\d/.test(wanted) || /\d/.test(other)) return 0;
  if (areAlike(wanted, other)) return 1;
  const [short, long] = wanted.length < other.length ? [wanted, other] : [other, wanted];
  if (short.length >= SHORTEST_PART && (long.startsWith(short) || long.endsWith(short))) return COMPOUND;
  if (short.length >= SHORTEST_MISSPELT && editDistance(wanted, other, 1) <= 1) return MISSPELT;
  return 0;
}
