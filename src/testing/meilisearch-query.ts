// The part of Meilisearch's query parsing and matching that the product relies on: quoted words match exactly and together,
// -words are excluded, the last word matches by prefix unless quoted, at most ten words count, and accents and case are
// ignored (crates/milli/src/search/new/query_term/parse_query.rs of Meilisearch 1.50). Typo tolerance is off.

const MOST_WORDS = 10;

const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export type Query = { phrases: string[][]; unwanted: string[][]; prefix: string | null };

export function parseQuery(q: string): Query {
  const query: Query = { phrases: [], unwanted: [], prefix: null };
  for (const found of q.matchAll(/(?:^|(?<=\s))(-?)(?:"([^"]*)"?|(\S+))/g)) {
    const [whole, minus, quoted, bare] = found;
    const words = tokensOf(quoted ?? bare ?? '');
    const isLast = found.index + whole.length >= q.trimEnd().length;
    if (words.length === 0) continue;
    if (minus === '-') query.unwanted.push(words);
    else if (quoted === undefined && isLast && query.phrases.length < MOST_WORDS) {
      query.phrases.push(...words.slice(0, -1).map((word) => [word]));
      query.prefix = words.at(-1)!;
    } else if (query.phrases.length < MOST_WORDS)
      query.phrases.push(...(quoted === undefined ? words.map((word) => [word]) : [words]));
  }
  return query;
}

/** How well the fields match the query, from 0 to 1. Earlier attributes count more. Null if a word is missing. */
export function scoreOf(query: Query, fields: readonly string[]): number | null {
  if (query.phrases.length === 0 && query.unwanted.length === 0 && query.prefix === null) return 1;
  const texts = fields.map(tokensOf);
  if (query.unwanted.some((phrase) => texts.some((words) => holdsPhrase(words, phrase)))) return null;
  const wanted: ((words: readonly string[]) => boolean)[] = query.phrases.map(
    (phrase) => (words: readonly string[]) => holdsPhrase(words, phrase),
  );
  const { prefix } = query;
  if (prefix !== null) wanted.push((words) => words.some((word) => word.startsWith(prefix)));
  let score = 0;
  for (const holds of wanted) {
    const place = texts.findIndex(holds);
    if (place < 0) return null;
    score += 1 - place / 10;
  }
  return wanted.length === 0 ? 1 : score / wanted.length;
}

const holdsPhrase = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, start) => phrase.every((word, offset) => words[start + offset] === word));
