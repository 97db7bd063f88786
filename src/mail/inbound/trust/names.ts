import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { clip } from '#kernel/base/clip.ts';
import { fold, organisationOf } from '#mailbox/contacts/index.ts';

/** Domains where anybody can get an address, so that one address there says nothing about another. */
const PUBLIC_PROVIDERS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|proton|protonmail|mail|yandex|qq|163)\.[a-z.]{2,6}$/;

export const isPublicProvider = (organisation: string): boolean => PUBLIC_PROVIDERS.test(organisation);

const ADDRESS = /[^\s@<>()[\],;:"'`]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63})/giu;

/**
 * Whether a display name shows an address that the message is not from. Another mailbox of the same organisation is not
 * a spoof, unless the organisation gives mailboxes to anybody.
 */
export function showsOtherAddress({ name, address }: { name: string; address: string }): boolean {
  const organisation = organisationOf(address);
  const plain = (text: string): string => text.toLowerCase().replace(/\+[^@]*@/, '@');
  return [...fold(name).matchAll(ADDRESS)].some(([shown, domain]) => {
    if (plain(shown) === plain(fold(address))) return false;
    return organisationOf(domain!) !== organisation || isPublicProvider(organisation);
  });
}

const DOMAIN_IN_NAME =
  /(?<![\p{L}\p{N}@.-])(?:www\.)?((?:[\p{L}\p{N}-]{1,63}\.){1,4}[\p{L}-]{2,24})(?![\p{L}\p{N}@-])/giu;

/**
 * Whether a display name shows a domain of somebody else: `paypal.com <x@elsewhere.example>`. The same name under
 * another suffix is the same company.
 */
export function showsOtherDomain({ name, address }: { name: string; address: string }): boolean {
  const sender = parse(address.slice(address.lastIndexOf('@') + 1), { allowPrivateDomains: true });
  return [...fold(name).matchAll(DOMAIN_IN_NAME)].some(([, shown]) => {
    const meant = parse(domainToASCII(shown!), { allowPrivateDomains: true });
    if (!meant.isIcann || !meant.domain || meant.domain === sender.domain) return false;
    return meant.domainWithoutSuffix !== sender.domainWithoutSuffix;
  });
}

const MIN_NAME = 4;
/** The length of a search key of contacts. */
const MAX_NAME = 200;

/** The form in which names are compared; null if it cannot identify anybody because it is too short or an address. */
export function comparableName(name: string): string | null {
  const folded = fold(name)
    .replace(/^["']|["']$/g, '')
    .trim();
  return folded.length < MIN_NAME || folded.includes('@') ? null : clip(folded, MAX_NAME);
}
