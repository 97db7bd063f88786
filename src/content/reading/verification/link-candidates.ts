import { textOfHtml } from './html.ts';

/** A link of a message, with the words that name it. */
export type LinkCandidate = {
  url: URL;
  /** Its text in html, or the line before it. */
  name: string;
  /** The words before it. */
  before: string;
  isHtml: boolean;
  occurrences: number;
  /** Its path and parameters, as words. */
  path: string;
  parts: { secret: string; names: string[] };
  /** How its host stands to the sender's. */
  domain: 'same' | 'related' | 'other' | 'unknown';
};

const MAX_LINKS = 100;
const MAX_URL = 2_000;
const LINK = /<a\s[^<>]{0,4000}?href=(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')[^<>]{0,2000}>/gi;

/** The links of a message that hold a secret, in their order, each once; those of its html are listed before its text's. */
export function linkCandidates(input: {
  text: string;
  html: string | null;
  from?: string | null;
}): LinkCandidate[] {
  const found = new Map<string, LinkCandidate | null>();
  for (const link of [...linksOfHtml(input.html), ...linksOfText(input.text)]) {
    const known = found.get(link.url.href);
    if (known) known.occurrences++;
    else if (known === undefined && found.size < MAX_LINKS)
      found.set(link.url.href, candidateOf(link, input.from ?? null));
  }
  return [...found.values()].filter((candidate) => candidate !== null);
}

/** A link as it stands; the words around it are read only where they count. */
type Link = { url: URL; isHtml: boolean; words: () => { name: string; before: string } };

function candidateOf({ url, isHtml, words }: Link, from: string | null): LinkCandidate | null {
  const parts = partsOf(url);
  if (!holdsSecret(parts, url)) return null;
  return {
    url,
    isHtml,
    ...words(),
    occurrences: 1,
    path: pathWords(url),
    parts,
    domain: domainOf(url, from),
  };
}

/** Links of sanitised html with their text. `[^<>]` keeps every step within its tag. */
function linksOfHtml(html: string | null): Link[] {
  if (html === null) return [];
  const links: Link[] = [];
  for (const match of html.matchAll(LINK)) {
    if (links.length >= MAX_LINKS) break;
    const url = toUrl((match[1] ?? match[2]!).replaceAll('&amp;', '&'));
    const start = match.index + match[0].length;
    const before = html.slice(Math.max(0, match.index - 600), match.index).replace(/^[^<]*>/, '');
    const words = () => ({ name: nameAt(html, start), before: textOfHtml(before) });
    if (url) links.push({ url, words, isHtml: true });
  }
  return links;
}

/** The text of the link that begins there. */
function nameAt(html: string, start: number): string {
  const inner = html.slice(start, start + 400);
  const close = inner.indexOf('</a');
  return textOfHtml(close === -1 ? '' : inner.slice(0, close));
}

/** Links of plain text, named by the line that they stand on and the one above. */
function linksOfText(text: string): Link[] {
  const links: Link[] = [];
  let above = '';
  let earlier = '';
  for (const line of text.split('\n', 400)) {
    for (const match of line.slice(0, 4_000).matchAll(/https?:\/\/[^\s<>"']{4,2000}/g)) {
      const url = toUrl(match[0].replace(/[).,\]]{1,5}$/, ''));
      const own = line.slice(0, match.index).slice(-300).trim();
      const words = { name: own || above, before: own ? above : earlier };
      if (url && links.length < MAX_LINKS) links.push({ url, words: () => words, isHtml: false });
    }
    if (line.trim() !== '') [earlier, above] = [above, line.slice(0, 300)];
  }
  return links;
}

function toUrl(text: string): URL | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text)) return null;
  return URL.parse(text);
}

/** The words of the path and the names of the parameters; what nobody can guess is left out. */
const pathWords = (url: URL): string =>
  [...url.pathname.split('/'), ...[...url.searchParams].flat(), url.hash.slice(1)]
    .filter((part) => !isSecret(part))
    .join(' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .slice(0, 300);

/** A part that nobody can guess, by its form: long, or digits among letters. */
function isSecret(part: string): boolean {
  if (part.length < 3 || !/^[\w.~%+=:-]+$/.test(part)) return false;
  if (part.length >= 20 && !/[a-z]-[a-z]+-[a-z]/i.test(part)) return true;
  return (
    /\d[a-z]|[a-z]\d|[a-z][A-Z]/i.test(part) &&
    !/^(?:[a-z]+-?\d{1,4}|v\d+)$/.test(part) &&
    /\d|[a-z][A-Z]/.test(part)
  );
}

function partsOf(url: URL): LinkCandidate['parts'] {
  const parameters = [...url.searchParams];
  const secrets = [
    ...url.pathname
      .split('/')
      .filter(isSecret)
      .map((part) => `path ${size(part)}`),
    ...parameters.filter(([, value]) => isSecret(value)).map(([, value]) => `value ${size(value)}`),
    ...(isSecret(url.hash.slice(1)) ? [`hash ${size(url.hash)}`] : []),
  ];
  return {
    secret: secrets[0] ?? 'none',
    names: parameters.slice(0, 8).map(([name]) => name.toLowerCase().slice(0, 20)),
  };
}

const size = ({ length }: string): string =>
  length < 6 ? 'tiny' : length < 10 ? 'short' : length < 20 ? 'middle' : 'long';

/** Whether a link holds something that only its receiver has. */
const holdsSecret = (parts: LinkCandidate['parts'], url: URL): boolean =>
  parts.secret !== 'none' || [...url.searchParams.values()].some((value) => /^\w{4,}$/.test(value));

function domainOf(url: URL, from: string | null): LinkCandidate['domain'] {
  if (from === null) return 'unknown';
  const sender = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const host = url.hostname.toLowerCase();
  const label = (domain: string): string => domain.split('.').slice(-2).join('.');
  if (label(host) === label(sender)) return 'same';
  const name = sender.split('.').at(-2) ?? sender;
  return name.length >= 4 && host.includes(name) ? 'related' : 'other';
}
