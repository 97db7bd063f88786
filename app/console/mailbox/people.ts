import type { Mailbox } from '../data/trpc.ts';

/** The name of a person in lists, or the address when there is no name. */
export const nameOf = (person: Mailbox | null): string => person?.name || person?.address || 'Unknown sender';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The participants of a conversation. The mailbox itself is left out unless it is the only one. */
export function othersIn(participants: Mailbox[], own: readonly string[]): string {
  const others = participants.filter(({ address }) => !own.includes(withoutToken(address)));
  const shown = others.length > 0 ? others : participants;
  if (shown.length === 0) return 'Nobody';
  if (shown.length === 1) return nameOf(shown[0] ?? null);
  return shown.map((person) => shortName(nameOf(person))).join(', ');
}

/** The first word of a name or the local part of an address, so that several fit on one line. */
const shortName = (name: string): string => name.split(/[\s@]/)[0] ?? name;

/** The address without its thread token. */
const withoutToken = (address: string): string => address.replace(/\+[a-z2-7]{10,22}@/, '@');
