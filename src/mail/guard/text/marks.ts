import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { realHost } from '#content/safe-view/index.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';

/** The parts of a text that lead somewhere: addresses, links and bank accounts. */
export type Marks = {
  /** Lower case. */
  addresses: ReadonlySet<string>;
  urls: ReadonlySet<string>;
  /** The registrable domains of links and addresses. */
  linkDomains: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
};

const MOST = 200;
export const address =
  /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){1,8}[\p{L}\p{N}-]{2,63}/gu;
/** How people hide addresses from programs: `eve [at] evil (dot) example`, with any words in the brackets. */
const bracketed = '\\s?[[({]\\s?[\\p{L}@.]{1,8}\\s?[\\])}]\\s?';
const label = '[\\p{L}\\p{N}-]{1,63}';
const hidden = new RegExp(
  `([\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0,63})${bracketed}(${label}(?:(?:\\.|${bracketed})${label}){1,4})`,
  'gu',
);
const inBrackets = new RegExp(bracketed, 'gu');
export const url = /\b(?:https?:\/\/|www\.)[^\s<>"'`\])]{3,2000}/giu;
/** A link as people type it, without its scheme. Mail programs make a link of it: `shop.example/offer`, `shop.example`. */
const bare =
  /(?<![\p{L}\p{N}@/.:_-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,6}\p{L}{2,24}(?:\/[^\s<>"'`\])]{0,2000}|(?![\p{L}\p{N}@_-]|\.[\p{L}\p{N}]))/giu;
/** Top-level domains that are reserved for documentation and tests (RFC 2606). */
const reserved = /\.(?:example|test|invalid)$/i;

/** Whether something typed is a host. Without a path, its ending must exist, because `end.Next` is two sentences. */
const isHost = (typed: string): boolean =>
  typed.includes('/') || reserved.test(typed) || parse(typed).isIcann === true;
const between = '[ .\\-/_\u00a0]?';
const iban = new RegExp(
  `\\b[A-Z]{2}\\d{2}(?:${between}[A-Z0-9]{4}){2,7}(?:${between}[A-Z0-9]{1,4})?\\b`,
  'gu',
);

/**
 * A text without these characters has no links or accounts, as most messages do. They are checked first because the patterns
 * look ahead from each letter, which took a second for a megabyte of text without links.
 */
const brackets = /[[({]/;
const linkSign = /:\/\/|www\./i;
const dotSign = /\.\p{L}/u;
const accountSign = /[A-Z]{2}\d{2}/i;
/** A British account: sort code and number on one line. */
const sortCode = /\b(\d\d-\d\d-\d\d)\b[^\d\n]{1,30}(\d{4} ?\d{3,4})\b/g;

export function marksOf(text: string): Marks {
  const plain = brackets.test(text)
    ? text.replace(
        hidden,
        (_, local: string, domain: string) => `${local}@${domain.replace(inBrackets, '.')}`,
      )
    : text;
  const whole = linkSign.test(plain) ? found(plain, url) : [];
  const hasAddress = plain.includes('@');
  const addresses = hasAddress ? found(plain, address) : [];
  const rest = dotSign.test(plain) ? plain.replace(url, ' ') : '';
  const typed = found(hasAddress ? rest.replace(address, ' ') : rest, bare)
    .filter(isHost)
    .map((each) => `https://${each}`);
  const urls = [...whole, ...typed].map((each) => each.replace(/[.,;:!?]+$/, ''));
  const accounts = accountSign.test(text) ? found(text.toUpperCase(), iban) : [];
  const british = [...text.matchAll(sortCode)]
    .slice(0, MOST)
    .map(([, code, number]) => compact(`${code}${number}`));
  return {
    addresses: new Set(addresses.map((each) => inAscii(each.toLowerCase().replace(/^['.]+|[.']+$/g, '')))),
    urls: new Set(urls),
    linkDomains: new Set(urls.flatMap((each) => domainOf(each) ?? [])),
    accounts: new Set([...accounts.flatMap((each) => accountIn(each) ?? []), ...british]),
  };
}

/** An address or domain in the form that sends use: with an internationalised domain in ASCII (RFC 5890). */
export function inAscii(given: string): string {
  const at = given.lastIndexOf('@') + 1;
  const domain = given.slice(at);
  return /^\p{ASCII}*$/u.test(domain) ? given : given.slice(0, at) + (domainToASCII(domain) || domain);
}

export const domainOf = (link: string): string | null => {
  const host = realHost(link);
  return host === null ? null : organisationOf(host);
};

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].slice(0, MOST).map(([match]) => match);

export const compact = (text: string): string => text.replace(/[\s-]+/g, '');

/** A word after an account can look like its last group: `… 2874 EWA`. */
function accountIn(written: string): string | null {
  const groups = written.split(/[ .\-/_\u00a0]/);
  for (let count = groups.length; count > 0; count--) {
    const account = groups.slice(0, count).join('');
    if (isIban(account)) return account;
  }
  return null;
}

/** Whether the check digits are right: the number modulo 97 is 1 (ISO 13616). */
export function isIban(account: string): boolean {
  if (account.length < 15 || account.length > 34) return false;
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
