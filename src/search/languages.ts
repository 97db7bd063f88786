/** ISO 639-1 codes of languages that Postgres stems, with the name that its configuration ends with. */
const stemmed: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  nb: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The text search configuration for a language (from the migration `search`), or the one without stemming. */
export const configurationFor = (language: string | null): string =>
  `mail_${stemmed[(language ?? '').slice(0, 2).toLowerCase()] ?? 'simple'}`;

export const UNSTEMMED = 'mail_simple';
