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
const ASCII = /^[\0-\x7f]*$/;
/** Marks, which NFKD takes off letters, and format characters: zero-width, direction, soft hyphens, tags. */
const INVISIBLE = /[\p{Mn}\p{Cf}]/gu;

/** Ends a sentence in a list of tokens. */
export const END = '.';

/** Lower case, compatibility forms folded, accents and invisible characters gone. Linear in the length. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i');

/** A text as the rules look at it: read once, asked many times. */
export type Text = {
  folded: string;
  /** Its words, with `:` and `,` as tokens and END between sentences. */
  tokens: readonly string[];
  /** Where each token stands. */
  places: ReadonlyMap<string, readonly number[]>;
  /** Its different words by their first letter. */
  byLetter: ReadonlyMap<string, readonly string[]>;
  /** In which sentence a token stands. */
  sentenceOf: Int32Array;
  /** Of which vocabularies, by their `index`, it has a word. */
  vocabularies: ReadonlySet<number>;
};

/** Most mail is ASCII, and classes of Unicode cost ten times as much to match (bench/README.md). */
const TOKEN_IN_ASCII = /[a-z0-9_]+|[:,]|[!?;\n]|\.(?![a-z])/g;
const TOKEN = /[\p{L}\p{N}_]+|[:,]|[!?;\n。！？。]|\.(?!\p{L})/gu;

export function readText(raw: string): Text {
  const folded = fold(raw);
  const pattern = ASCII.test(folded) ? TOKEN_IN_ASCII : TOKEN;
  const dotted = pattern === TOKEN_IN_ASCII ? DOTTED_IN_ASCII : DOTTED_RUN;
  const joined = folded.replace(dotted, (run) => run.replaceAll(/[.\-_*|]/g, ''));
  const tokens = joinSpacedLetters(joined).match(pattern) ?? [];
  const places = new Map<string, number[]>();
  const sentenceOf = new Int32Array(tokens.length);
  let sentence = 0;
  for (let place = 0; place < tokens.length; place += 1) {
    const token = asToken(tokens[place]!);
    tokens[place] = token;
    if (token === END) sentence += 1;
    sentenceOf[place] = sentence;
    const known = places.get(token);
    if (known) known.push(place);
    else places.set(token, [place]);
  }
  const byLetter = Map.groupBy(places.keys(), (token) => token[0]!);
  const vocabularies = new Set<number>();
  for (const token of places.keys()) for (const index of vocabulariesWith(token)) vocabularies.add(index);
  return { folded, tokens, places, byLetter, sentenceOf, vocabularies };
}

/** Subject and text of a message; no word, phrase or sentence goes over from one to the other. */
export type Said = { subject: Text; body: Text };

const PLAIN_WORD = /^[a-z]+$/;
const SENTENCE_END = /^[.!?;\n。！？。]$/;

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

/** `i.g.n.o.r.e`, `i-g-n-o-r-e`. */
const DOTTED_RUN = /(?<![\p{L}\p{N}])\p{L}(?:[.\-_*|]\p{L}){4,}(?![\p{L}\p{N}])/gu;
const DOTTED_IN_ASCII = /(?<![a-z0-9])[a-z](?:[.\-_*|][a-z]){4,}(?![a-z0-9])/g;

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

/** Whether a token belongs to a set of words: its `words` themselves, and what begins with its `stems` (by first letter). */
export type Vocabulary = ((token: string) => boolean) & {
  words: readonly string[];
  stems: ReadonlyMap<string, readonly string[]>;
  /** Its place among all vocabularies. */
  index: number;
};

/** By word, and by the first letter of their stems, the vocabularies that have them. */
const byWord = new Map<string, number[]>();
const stemsByLetter = new Map<string, { stem: string; index: number }[]>();
let vocabularyCount = 0;

/** Words of mail come again and again: what is known of so many takes about 2 MB. */
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, readonly number[]>();

function vocabulariesWith(token: string): readonly number[] {
  const known = remembered.get(token);
  if (known) return known;
  const exact = byWord.get(token) ?? [];
  const begun = (stemsByLetter.get(token[0]!) ?? []).filter(({ stem }) => token.startsWith(stem));
  const found = [...exact, ...begun.map(({ index }) => index)];
  if (remembered.size === MOST_REMEMBERED) remembered.clear();
  remembered.set(token, found);
  return found;
}

/** Words parted by spaces, where a `*` at the end stands for any ending; accents are folded as in the text. */
export function vocabulary(...lists: string[]): Vocabulary {
  const words = lists.flatMap((list) => fold(list).split(/\s+/)).filter(Boolean);
  const exact = new Set(words.filter((word) => !word.endsWith('*')));
  const stems = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const index = vocabularyCount;
  vocabularyCount += 1;
  remembered.clear();
  for (const word of exact) byWord.set(word, [...(byWord.get(word) ?? []), index]);
  for (const stem of stems)
    stemsByLetter.set(stem[0]!, [...(stemsByLetter.get(stem[0]!) ?? []), { stem, index }]);
  const byLetter = Map.groupBy(stems, (stem) => stem[0]!);
  const begins = (token: string): boolean =>
    byLetter.get(token[0]!)?.some((stem) => token.startsWith(stem)) ?? false;
  return Object.assign((token: string) => exact.has(token) || begins(token), {
    words: [...exact],
    stems: byLetter,
    index,
  });
}

/** The words and stems of several. */
export const union = (...of: Vocabulary[]): Vocabulary =>
  vocabulary(
    ...of.flatMap(({ words, stems }) => [...words, ...[...stems.values()].flat().map((stem) => `${stem}*`)]),
  );

/** The words of a text that belong to a vocabulary: looked up where it names them, else compared with its stems. */
function wordsOf({ byLetter }: Text, vocabulary: Vocabulary): readonly string[] {
  const { words, stems } = vocabulary;
  if (stems.size === 0) return words;
  const begun = [...stems].flatMap(([letter, list]) =>
    (byLetter.get(letter) ?? []).filter((token) => list.some((stem) => token.startsWith(stem))),
  );
  return [...new Set([...words, ...begun])];
}

function placesOf(text: Text, vocabulary: Vocabulary): readonly number[] {
  const lists: (readonly number[])[] = [];
  for (const word of wordsOf(text, vocabulary)) {
    const found = text.places.get(word);
    if (found) lists.push(found);
  }
  return lists.length > 1 ? lists.flat().sort((a, b) => a - b) : (lists[0] ?? []);
}

/**
 * Places (of the last word) at which the vocabularies match in this order within one sentence, each at most `gap`
 * tokens after the one before. Costs as much as there are matches, however long the text is.
 */
export function inOrder(text: Text, gap: number, ...steps: Vocabulary[]): readonly number[] {
  if (!steps.every(({ index }) => text.vocabularies.has(index))) return [];
  let reached = placesOf(text, steps[0]!);
  for (const step of steps.slice(1)) {
    if (reached.length === 0) return [];
    reached = following(text, reached, placesOf(text, step), gap);
  }
  return reached;
}

/** Those places that have one of the earlier ones shortly before them. The nearest decides: both lists ascend. */
function following(
  { sentenceOf }: Text,
  earlier: readonly number[],
  places: readonly number[],
  gap: number,
): number[] {
  let next = 0;
  return places.filter((place) => {
    while (next < earlier.length && earlier[next]! < place) next += 1;
    const nearest = earlier[next - 1];
    return nearest !== undefined && place - nearest <= gap && sentenceOf[nearest] === sentenceOf[place];
  });
}

/**
 * A finder of whole phrases; a phrase may begin or end within a word where it says so with `*`. Most are ruled out by
 * their first word, without a search.
 */
export function phrases(...lists: string[][]): (text: Text) => string[] {
  const wanted = lists.flat().map((phrase) => ({ phrase, parts: edges(fold(phrase)) }));
  return ({ folded, places }) => {
    const mayStand = ({ firstWord }: Edges): boolean => firstWord === null || places.has(firstWord);
    return wanted
      .filter(({ parts }) => mayStand(parts) && containsPhrase(folded, parts))
      .map(({ phrase }) => phrase);
  };
}

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
