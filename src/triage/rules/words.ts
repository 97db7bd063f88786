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
  text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase().replaceAll('ß', 'ss');

/** The words of a folded text, with `:` and `,` as tokens and END between sentences. */
export function tokensOf(folded: string): string[] {
  return [...joinSpacedLetters(folded).matchAll(TOKEN)].map(([token]) => {
    if (SENTENCE_END.test(token)) return END;
    return LATIN.test(token) ? unmask(token) : token;
  });
}

/** A Latin word in which other letters or digits stand for Latin ones: `1gn0re`, `ignоre`; not `web3`. */
function unmask(token: string): string {
  const latin = [...token].map((character) => lookAlikes[character] ?? character).join('');
  if (latin === 'a11') return 'all';
  if (!/[0-9]/.test(latin) || /^[a-z]+[0-9]+$/.test(latin)) return latin;
  return [...latin].map((character) => digitsAsLetters[character] ?? character).join('');
}

const SPACED_LETTERS = 4;

/** `i g n o r e  a l l` becomes `ignore all`: two spaces part its words. */
function joinSpacedLetters(text: string): string {
  const pieces = text.split(/( +)/);
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

/** Words, where a `*` at the end stands for any ending; accents are folded as in the text. */
export type Vocabulary = (token: string) => boolean;

export function vocabulary(...lists: string[]): Vocabulary {
  const words = lists.flatMap((list) => fold(list).split(/\s+/)).filter(Boolean);
  const exact = new Set(words.filter((word) => !word.endsWith('*')));
  const stems = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const byFirst = Map.groupBy(stems, (stem) => stem[0]!);
  return (token) => exact.has(token) || (byFirst.get(token[0]!) ?? []).some((stem) => token.startsWith(stem));
}

/**
 * Places (of the last word) at which the vocabularies match in this order within one sentence, each at most `gap`
 * tokens after the one before. One pass, whatever the text.
 */
export function inOrder(tokens: readonly string[], gap: number, ...steps: Vocabulary[]): number[] {
  const reached = steps.map(() => Number.NEGATIVE_INFINITY);
  const found: number[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token === END) {
      reached.fill(Number.NEGATIVE_INFINITY);
      continue;
    }
    for (let step = steps.length - 1; step >= 0; step -= 1) {
      const follows = step === 0 || place - reached[step - 1]! <= gap;
      if (follows && steps[step]!(token)) {
        reached[step] = place;
        if (step === steps.length - 1) found.push(place);
      }
    }
  }
  return found;
}

/** A finder of whole phrases in folded text; a phrase may begin or end within a word where it says so with `*`. */
export function phrases(...lists: string[][]): (folded: string) => string[] {
  const wanted = lists.flat().map((phrase) => ({ phrase, parts: edges(fold(phrase)) }));
  return (folded) => wanted.filter(({ parts }) => containsPhrase(folded, parts)).map(({ phrase }) => phrase);
}

type Edges = { text: string; openStart: boolean; openEnd: boolean };

function edges(phrase: string): Edges {
  const openStart = phrase.startsWith('*');
  const openEnd = phrase.endsWith('*');
  return { text: phrase.slice(openStart ? 1 : 0, openEnd ? -1 : undefined), openStart, openEnd };
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
