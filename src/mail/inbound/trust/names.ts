import { fold, organisationOf } from '#mailbox/contacts/index.ts';

/** Where anybody gets an address: one address there says nothing about another. */
const PUBLIC_PROVIDERS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|proton|protonmail|mail|yandex|qq|163)\.[a-z.]{2,6}$/;

export const isPublicProvider = (organisation: string): boolean => PUBLIC_PROVIDERS.test(organisation);

const ADDRESS = /[^\s@<>()[\],;:"'`]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63})/giu;

/**
 * Whether a display name shows an address that the message is not from. Another mailbox of the same organisation is
 * no spoof, unless the organisation gives mailboxes to anybody.
 */
export function showsOtherAddress({ name, address }: { name: string; address: string }): boolean {
  const organisation = organisationOf(address);
  const plain = (text: string): string => text.toLowerCase().replace(/\+[^@]*@/, '@');
  return [...fold(name).matchAll(ADDRESS)].some(([shown, domain]) => {
    if (plain(shown) === plain(fold(address))) return false;
    return organisationOf(domain!) !== organisation || isPublicProvider(organisation);
  });
}

const MIN_NAME = 4;
/** As long as a key of the search for contacts. */
const MAX_NAME = 200;

/** The form in which names are compared; null for what is no name to go by: too short, or an address. */
export function comparableName(name: string): string | null {
  const folded = fold(name)
    .replace(/^["']|["']$/g, '')
    .trim();
  return folded.length < MIN_NAME || folded.includes('@') ? null : folded.slice(0, MAX_NAME);
}
