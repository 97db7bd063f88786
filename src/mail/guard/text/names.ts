import { address, marksOf, url } from './marks.ts';

/** Words that may be names: they begin with a capital. Scripts without capitals have none. */
const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}’'-]{1,40}/gu;
/** The words of others: quotes, and everything below the line that begins a forwarded message. */
const quoted = /^[ \t]*>.*$/gmu;
const SHORTEST = 3;
const MOST = 400;

export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The parts of a person's name, folded, without initials. */
export const partsOfName = (name: string | null): string[] =>
  [...new Set((name ?? '').split(/[\s-]+/).map(foldName))].filter((part) => part.length >= SHORTEST);

const wordsOfNames = (text: string): string[] =>
  [...text.replace(address, ' ').replace(url, ' ').matchAll(capitalised)]
    .slice(0, MOST)
    .map(([word]) => word);

/** The capitalised words of a text outside addresses and links, folded, each alone and joined with the next one. */
export function namesIn(text: string): Set<string> {
  const words = wordsOfNames(text)
    .flatMap((word) => word.split(/[-’']/))
    .map(foldName);
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return new Set([...words, ...joined].filter((word) => word.length >= SHORTEST));
}

/** The parts of an address that can be a name: `ann`, `keller` and `lakehouse` of `ann.keller@lakehouse.example`. */
export function partsOf(given: string): Set<string> {
  const [local = '', host = ''] = given.split('@');
  const labels = host.split('.').slice(0, -1);
  const parts = [local, ...labels].flatMap((part) => [part, ...part.split(/[-_.+\d]+/)]).map(foldName);
  return new Set(parts.filter((part) => part.length >= SHORTEST));
}

/**
 * The addresses that a text gives together with a name, as people introduce each other: `Ann Keller (ann@lakehouse.example)`.
 * Quotes do not count, because they are the words of others.
 */
export function introducedIn(text: string): Map<string, Set<string>> {
  const own = text.replace(quoted, ' ');
  const names = namesIn(own);
  const introduced = new Map<string, Set<string>>();
  for (const each of marksOf(own).addresses) {
    const shared = new Set([...partsOf(each)].filter((part) => names.has(part)));
    if (shared.size > 0) introduced.set(each, shared);
  }
  return introduced;
}
