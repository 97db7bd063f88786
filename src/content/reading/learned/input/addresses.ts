import { parse } from 'tldts';
import type { Link } from './markup.ts';

/** A host as far as it says who runs it. */
export type Host = {
  host: string;
  /** The registrable domain; the host itself where there is none. */
  domain: string;
  /** Its own word: `github` of `mail.github.com`. */
  label: string;
  suffix: string;
};

export function hostOf(name: string): Host {
  const host = name.toLowerCase().replace(/\.$/, '');
  const { domain, domainWithoutSuffix, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return { host, domain: domain ?? host, label: domainWithoutSuffix ?? host, suffix: publicSuffix ?? '' };
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** A link as it leads somewhere and as it is shown. */
export type Target = Host & { url: string; path: string; query: string; user: boolean; text: string };

const URL_IN_TEXT = /\b(?:https?:\/\/|www\.|hxxps?:\/\/)[^\s<>"'`）】」]{3,2000}/gi;
const MAX_TARGETS = 60;

/** The links of a message: those of its html with their texts, and those that stand in its plain text. */
export function targetsOf(text: string, links: readonly Link[]): Target[] {
  const targets: Target[] = [];
  const seen = new Set<string>();
  const add = (url: string, shown: string): void => {
    const target = seen.has(url) || targets.length >= MAX_TARGETS ? null : targetOf(url, shown);
    seen.add(url);
    if (target) targets.push(target);
  };
  for (const { href, text: shown } of links) add(href, shown);
  for (const [url] of text.matchAll(URL_IN_TEXT)) add(url.replace(/[.,;:!?)\]}>]+$/, ''), '');
  return targets;
}

function targetOf(url: string, text: string): Target | null {
  const parts = /^(?:h\w\wps?:\/\/)?([^/?#\s@]*@)?([^/?#\s:@]{1,253})(?::\d+)?([^?#]*)(\?[^#]*)?/i.exec(url);
  if (!parts || !parts[2]!.includes('.')) return null;
  return {
    ...hostOf(parts[2]!),
    url,
    path: parts[3] ?? '',
    query: parts[4] ?? '',
    user: Boolean(parts[1]),
    text,
  };
}

export const withoutLinks = (text: string): string => text.replace(URL_IN_TEXT, ' \u2317 ');

const SIGNS: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/** A label with letters in the place of the digits and pairs that imitate them; null when it has none. */
export function unmasked(label: string): string | null {
  if (label.startsWith('xn--')) return label;
  if (!/[a-z]/.test(label)) return null;
  const plain = label
    .replace(/\d/g, (digit) => SIGNS[digit] ?? digit)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
  return plain === label ? null : plain;
}

/** Whether one letter was changed, left out, added or swapped. */
export function isNear(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || a.length < 4) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [left, right] = [a.slice(from, endA), b.slice(from, endB)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}
