/** Letters that Unicode does not take apart, as people type them without their marks. */
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

/** Characters of one key: what Postgres holds as a lexeme is 2 KiB. */
const MAX_KEY = 200;
const MAX_WORDS = 8;

/** Text as it is compared: without case, accents, invisible characters and doubled blanks. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN_LETTERS[letter]!)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();

/** What a search for a contact may begin with: its whole name, each word of it, its address, its domains. */
export function searchKeys(contact: {
  address: string;
  name: string | null;
  domain: string;
  organisation: string;
}): string[] {
  const name = fold(contact.name ?? '');
  const words = name.split(/[\s,;:"()<>[\]]+/).slice(0, MAX_WORDS);
  const keys = [name, ...words, fold(contact.address), fold(contact.domain), contact.organisation];
  return [...new Set(keys.map((key) => key.slice(0, MAX_KEY)).filter((key) => key !== ''))];
}

/** The same form for what is searched; `@exa` asks for a domain. */
export const searchedKey = (query: string): string => fold(query).replace(/^@/, '').slice(0, MAX_KEY);
