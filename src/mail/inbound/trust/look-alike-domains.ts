import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { latinLook } from '#mailbox/identities/index.ts';
import { wellKnownNames } from './well-known-names.ts';

/** A domain in a form that can be compared: for `mail.shop.co.uk`, the name is `shop` and the suffix `co.uk`. */
type Name = { host: string; organisation: string; name: string; suffix: string };

const MAX_HOST = 253;
/** Shorter names often differ by one letter by chance. */
const ONE_EDIT_FROM = 5;
const TWO_EDITS_FROM = 12;
const SHORTEST = 3;
const SHORTEST_COPIED = 4;

/** Words that fraudsters add to a name that they copy: `shop-billing.example`. */
const COMPANY =
  /^(?:accounts?|auth|billing|customer|finance|help|helpdesk|hr|id|invoices?|login|mail|online|pay|payments?|portal|secure|security|service|services|sso|support|team|update|verify)$/;

const DIGITS: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
  '|': 'l',
};

/**
 * Whether a reader may mistake a domain for `meant`: letters of other scripts (also in punycode),
 * digits and letters that look alike, one letter more, less or exchanged, added hyphens, the whole name put before
 * another domain, or the same name under another suffix. The last rule applies only to the tenant's own domains: a
 * correspondent may have branches in other countries.
 */
export function looksLike(candidate: string, meant: string, { own }: { own: boolean }): boolean {
  const [one, other] = [nameOf(candidate), nameOf(meant)];
  if (!one || !other || one.organisation === other.organisation) return false;
  if (`.${one.host}`.includes(`.${other.organisation}.`) || isDressed(one, other)) return true;
  if (one.name === other.name)
    return one.name.length >= SHORTEST_COPIED && (own || editDistance(one.suffix, other.suffix, 1) === 1);
  if (Math.min(one.name.length, other.name.length) < SHORTEST || (!own && one.suffix !== other.suffix))
    return false;
  return shapeOf(one.name) === shapeOf(other.name) || isMisspelt(one.name, other.name);
}

/**
 * Whether an internationalised domain is made to be read as another one: letters of several scripts in one label, a
 * label of another script that reads as Latin under a Latin suffix, or a well-known name with marks on its letters.
 */
export function isDisguised(domain: string): boolean {
  const name = nameOf(domain);
  if (!name || !/[^\p{ASCII}]/u.test(name.name)) return false;
  const letters = [...name.name].filter((character) => /\p{L}/u.test(character));
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  const others = letters.filter((letter) =>
    /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}/u.test(letter),
  );
  if (others.length > 0 && latin > 0) return true;
  const shape = latinLook(name.name.normalize('NFKD').replace(/\p{M}/gu, ''));
  const readsAsLatin = /^[a-z0-9-]+$/.test(shape);
  if (others.length > 0) return readsAsLatin && /^[a-z.]+$/.test(name.suffix);
  return readsAsLatin && wellKnownNames.has(shape);
}

function nameOf(domain: string): Name | null {
  if (domain.length > MAX_HOST) return null;
  const host = domainToUnicode(domain.toLowerCase());
  const {
    domain: organisation,
    domainWithoutSuffix: name,
    publicSuffix: suffix,
  } = parse(host, {
    allowPrivateDomains: true,
  });
  return organisation && name && suffix ? { host, organisation, name, suffix } : null;
}

/** The shape of a name at a glance: similar-looking names have the same one. */
const shapeOf = (name: string): string =>
  [...latinLook(name.normalize('NFKD').replace(/\p{M}/gu, ''))]
    .map((character) => DIGITS[character] ?? character)
    .join('')
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');

function isDressed(one: Name, other: Name): boolean {
  const parts = one.name.split('-');
  if (other.name.length < SHORTEST_COPIED || !parts.includes(other.name)) return false;
  return parts.length > 1 && parts.every((part) => part === other.name || COMPANY.test(part));
}

function isMisspelt(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  if (length < ONE_EDIT_FROM) return false;
  // Machines and branches are numbered: `shop1` and `shop2` are not mistaken for each other.
  if (one.replace(/\d+/g, '') === other.replace(/\d+/g, '')) return false;
  const allowed = length >= TWO_EDITS_FROM ? 2 : 1;
  return editDistance(one, other, allowed) <= allowed;
}

/** Counts insertions, deletions, substitutions and swaps of neighbours, up to `most` + 1. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + same);
      const exchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && exchanged) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    [before, last] = [last, current];
  }
  return Math.min(last[other.length]!, most + 1);
}
