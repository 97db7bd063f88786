/** Letters of other scripts that pass for Latin ones inside a Latin word. */
const lookAlikes: Record<string, string> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    к: 'k',
    м: 'm',
    т: 't',
  },
  ...{ α: 'a', ο: 'o', ν: 'v', ρ: 'p', ι: 'i', κ: 'k', υ: 'u' },
};
const digitsAsLetters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

const LATIN = /[a-z]/;
/** Marks, which NFKD takes off letters, and format characters: zero-width, direction, soft hyphens, tags. */
const INVISIBLE = /[\p{Mn}\p{Cf}]/gu;
const TOKEN = /[\p{L}\p{N}_]+|[:,]|[.!?;\n。！？。]/gu;
const SENTENCE_END = /^[.!?;\n。！？]$/;

/** Ends a sentence in a list of tokens. */
export const END = '.';

/** Lower case, compatibility forms folded, accents and invisible characters gone. Linear in the length. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i');

/** The words of a folded text, with `:` and `,` as tokens and END between sentences. */
export function tokensOf(folded: string): readonly string[] {
  if (folded !== lastFolded) {
    lastTokens = (joinSpacedLetters(folded).match(TOKEN) ?? []).map(asToken);
    lastFolded = folded;
  }
  return lastTokens;
}

/** The rules ask for the tokens of one text several times in a row. */
let lastFolded = '';
let lastTokens: readonly string[] = [];

const PLAIN_WORD = /^[a-z]+$/;

function asToken(token: string): string {
  if (PLAIN_WORD.test(token)) return token;
  if (SENTENCE_END.test(token)) return END;
  return LATIN.test(token) ? unmask(token) : token;
}

/** A Latin word in which other letters or digits stand for Latin ones: `1gn0re`, `ignоre`; not `web3`. */
function unmask(token: string): string {
  const latin = [...token].map((character) => lookAlikes[character] ?? character).join('');
  if (latin === 'a11') return 'all';
  if (!/[0-9]/.test(latin) || /^[a-z]+[0-9]+$/.test(latin)) return latin;
  return [...latin].map((character) => digitsAsLetters[character] ?? character).join('');
}

const SPACED_LETTERS = 4;

const SPACED_RUN = /(?<!\p{L})\p{L} +\p{L} +\p{L} +\p{L}(?!\p{L})/u;

/** `i g n o r e  a l l` becomes `ignore all`: two spaces part its words. */
function joinSpacedLetters(text: string): string {
  if (!SPACED_RUN.test(text)) return text;
  const pieces = text.split(/([ \n]+)/);
  const isLetter = (piece: string | undefined) => piece !== undefined && /^\p{L}$/u.test(piece);
  let joined = '';
  let index = 0;
  while (index < pieces.length) {
    let end = index;
    while (isLetter(pieces[end]) && isLetter(pieces[end + 2])) end += 2;
    const run = pieces.slice(index, end + 1);
    const isRun = run.length >= SPACED_LETTERS * 2 - 1;
    joined += isRun ? run.map((piece) => (piece === ' ' ? '' : piece)).join('') : run.join('');
    index = end + 1;
  }
  return joined;
}

/** Whether a token belongs to a set of words; `words` lists them when none of them stands for more than itself. */
export type Vocabulary = ((token: string) => boolean) & { words?: readonly string[] };

/** Words parted by spaces, where a `*` at the end stands for any ending; accents are folded as in the text. */
export function vocabulary(...lists: string[]): Vocabulary {
  const words = lists.flatMap((list) => fold(list).split(/\s+/)).filter(Boolean);
  const exact = new Set(words.filter((word) => !word.endsWith('*')));
  const stems = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  if (stems.length === 0) return Object.assign((token: string) => exact.has(token), { words: [...exact] });
  return (token) => exact.has(token) || stems.some((stem) => token.startsWith(stem));
}

type Index = { places: Map<string, number[]>; sentenceOf: Int32Array };
const indexes = new WeakMap<readonly string[], Index>();

/** Where each token stands, and in which sentence. Made once for a list of tokens. */
function indexOf(tokens: readonly string[]): Index {
  const known = indexes.get(tokens);
  if (known) return known;
  const index: Index = { places: new Map(), sentenceOf: new Int32Array(tokens.length) };
  let sentence = 0;
  for (const [place, token] of tokens.entries()) {
    if (token === END) sentence += 1;
    index.sentenceOf[place] = sentence;
    const places = index.places.get(token);
    if (places) places.push(place);
    else index.places.set(token, [place]);
  }
  indexes.set(tokens, index);
  return index;
}

function placesOf({ places }: Index, vocabulary: Vocabulary): number[] {
  const words = vocabulary.words ?? [...places.keys()].filter(vocabulary);
  const found = words.flatMap((word) => places.get(word) ?? []);
  return words.length > 1 ? found.sort((a, b) => a - b) : found;
}

/**
 * Places (of the last word) at which the vocabularies match in this order within one sentence, each at most `gap`
 * tokens after the one before. Costs as much as there are matches, however long the text is.
 */
export function inOrder(tokens: readonly string[], gap: number, ...steps: Vocabulary[]): number[] {
  const index = indexOf(tokens);
  let reached = placesOf(index, steps[0]!);
  for (const step of steps.slice(1)) {
    if (reached.length === 0) return [];
    reached = following(index, reached, placesOf(index, step), gap);
  }
  return reached;
}

/** Those places that have one of the earlier ones shortly before them. The nearest decides: both lists ascend. */
function following({ sentenceOf }: Index, earlier: number[], places: number[], gap: number): number[] {
  let next = 0;
  return places.filter((place) => {
    while (next < earlier.length && earlier[next]! < place) next += 1;
    const nearest = earlier[next - 1];
    return nearest !== undefined && place - nearest <= gap && sentenceOf[nearest] === sentenceOf[place];
  });
}

/** A finder of whole phrases in folded text; a phrase may begin or end within a word where it says so with `*`. */
export function phrases(...lists: string[][]): (folded: string) => string[] {
  const wanted = lists.flat().map((phrase) => ({ phrase, parts: edges(fold(phrase)) }));
  return (folded) => {
    const words = wordsOf(folded);
    const mayStand = ({ firstWord }: Edges): boolean => firstWord === null || words.has(firstWord);
    return wanted
      .filter(({ parts }) => mayStand(parts) && containsPhrase(folded, parts))
      .map(({ phrase }) => phrase);
  };
}

const WORDS = /[\p{L}\p{N}]+/gu;

/** The distinct words of a text: most phrases are ruled out by their first word, without a search. */
function wordsOf(folded: string): ReadonlySet<string> {
  if (folded !== lastSearched) {
    lastWords = new Set(folded.match(WORDS));
    lastSearched = folded;
  }
  return lastWords;
}

let lastSearched = '';
let lastWords: ReadonlySet<string> = new Set();

/** `firstWord` is null where a phrase may begin or end within it. */
type Edges = { text: string; openStart: boolean; openEnd: boolean; firstWord: string | null };

function edges(phrase: string): Edges {
  const openStart = phrase.startsWith('*');
  const openEnd = phrase.endsWith('*');
  const text = phrase.slice(openStart ? 1 : 0, openEnd ? -1 : undefined);
  const first = openStart ? null : (/^[\p{L}\p{N}]+/u.exec(text)?.[0] ?? null);
  return { text, openStart, openEnd, firstWord: openEnd && first === text ? null : first };
}

const WORD = /[\p{L}\p{N}]/u;

function containsPhrase(folded: string, { text, openStart, openEnd }: Edges): boolean {
  for (let at = folded.indexOf(text); at !== -1; at = folded.indexOf(text, at + 1)) {
    const starts = openStart || at === 0 || !WORD.test(folded[at - 1]!);
    const ends = openEnd || at + text.length >= folded.length || !WORD.test(folded[at + text.length]!);
    if (starts && ends) return true;
  }
  return false;
}
