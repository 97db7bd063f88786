import { clip } from '#kernel/base/clip.ts';

/** Letters that Unicode does not decompose, with the plain letters that people type for them. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** The maximum length of a key: a Postgres lexeme has at most 2 KiB. */
const MAX_KEY = 200;
const MAX_WORDS = 8;

/** Folds text for comparison: without case, accents, invisible characters and repeated spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN_LETTERS[letter]!)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();

/** The keys under which a contact is found: its whole name, each word of the name, its address, its domains. */
export function searchKeys(contact: {
  address: string;
  name: string | null;
  domain: string;
  organisation: string;
}): string[] {
  const name = fold(contact.name ?? '');
  const words = name.split(/[\s,;:"()<>[\]]+/).slice(0, MAX_WORDS);
  const keys = [name, ...words, fold(contact.address), fold(contact.domain), contact.organisation];
  return [...new Set(keys.map((key) => clip(key, MAX_KEY)).filter((key) => key !== ''))];
}

/** The same form for a search term; `@exa` searches for a domain. */
export const searchedKey = (query: string): string => clip(fold(query).replace(/^@/, ''), MAX_KEY);
