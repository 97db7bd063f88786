import { readdirSync, readFileSync } from 'node:fs';
import { DENSE_LETTERS, PREFIX_LETTERS } from '../text/concepts.ts';
import { DENSE, LETTER, wordsOf } from '../text/ngrams.ts';

/** Strings of programs in one language, by their English. */
export type Catalogue = Map<string, string>;

const MAGIC = 0x950412de;
const LONGEST = 400;

/** All catalogues (gettext, `…/LC_MESSAGES/*.mo`) below a folder, put together by language. */
export function readCatalogues(folder: string): Map<string, Catalogue> {
  const catalogues = new Map<string, Catalogue>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.mo'),
  );
  for (const file of files.sort()) {
    const place = /([A-Za-z_@]+)\/LC_MESSAGES\//.exec(file)?.[1];
    if (!place) continue;
    const language = languageOf(place);
    const catalogue = catalogues.get(language) ?? new Map<string, string>();
    catalogues.set(language, catalogue);
    readMo(readFileSync(`${folder}/${file}`), catalogue);
  }
  return catalogues;
}

const languageOf = (place: string): string =>
  /^zh_(?:T|H)/.test(place) ? 'zh-hant' : place.includes('@latin') ? 'hr' : place.replace(/[_@].*$/, '');

function readMo(bytes: Buffer, into: Catalogue): void {
  if (bytes.length < 28 || bytes.readUInt32LE(0) !== MAGIC) return;
  const [count, originals, translations] = [8, 12, 16].map((at) => bytes.readUInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const text = (table: number, place: number): string => {
    const [length, at] = [bytes.readUInt32LE(table + 8 * place), bytes.readUInt32LE(table + 8 * place + 4)];
    return bytes.toString('utf8', at, at + length).split('\0')[0]!;
  };
  for (let place = 0; place < count; place++) {
    const english = withoutContext(text(originals, place));
    const translated = text(translations, place);
    if (english && translated && english !== translated && english.length <= LONGEST)
      into.set(english, translated);
  }
}

/** Gettext puts a note before some strings, parted by a control character. */
const withoutContext = (text: string): string => text.slice(text.indexOf(String.fromCharCode(4)) + 1);

/** Without tags, places for values and shortcuts. */
const cleaned = (text: string): string =>
  text.replace(/<[^<>]*>|%[\w$.-]*[a-zA-Z]|\{[^{}]*\}|[_&](?=\p{L})|\$\w+|\([A-Z&_]+\)/gu, ' ').slice(0, 300);

/** The different words of a text; of scripts without blanks, all runs of up to four characters. */
export function tokensOf(text: string): string[] {
  const words = wordsOf(cleaned(text));
  const tokens = new Set<string>();
  for (let at = 0; at < words.starts.length; at++) {
    const [start, end] = [words.starts[at]!, words.ends[at]!];
    if (words.kinds[at] === LETTER && end - start > 1) tokens.add(words.text.slice(start, end));
    if (words.kinds[at] !== DENSE) continue;
    for (let last = at; last < at + DENSE_LETTERS && words.kinds[last] === DENSE; last++) {
      if (last > at && words.starts[last] !== words.ends[last - 1]) break;
      if (last > at || /\p{Script=Han}/u.test(words.text[start]!))
        tokens.add(words.text.slice(start, words.ends[last]));
    }
  }
  return [...tokens];
}

/** English words as concepts are named: by how they begin. */
export const namesIn = (english: string): string[] => [
  ...new Set(
    tokensOf(english)
      .filter((token) => /^[a-z']+$/.test(token))
      .map((token) => token.slice(0, PREFIX_LETTERS)),
  ),
];
