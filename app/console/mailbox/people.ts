import type { Mailbox } from '../data/trpc.ts';

/** How a person is called in a list: by name, else by address. */
export const nameOf = (person: Mailbox | null): string => person?.name || person?.address || 'Unknown sender';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Who is in a conversation, without the mailbox itself unless it is alone there. */
export function othersIn(participants: Mailbox[], own: readonly string[]): string {
  const others = participants.filter(({ address }) => !own.includes(withoutToken(address)));
  const shown = others.length > 0 ? others : participants;
  if (shown.length === 0) return 'Nobody';
  if (shown.length === 1) return nameOf(shown[0] ?? null);
  return shown.map((person) => shortName(nameOf(person))).join(', ');
}

/** The first word of a name, so that several fit into a line; an address stays as it is up to its `@`. */
const shortName = (name: string): string => name.split(/[\s@]/)[0] ?? name;

/** The address that a thread token was added to. */
const withoutToken = (address: string): string => address.replace(/\+[a-z2-7]{10,22}@/, '@');
