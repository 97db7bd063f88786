type Mailbox = { address: string; name: string | null };

const MAX_PARTICIPANTS = 100;

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The people of a thread after a message: each address once, the first name that was given, at most 100. */
export function mergeParticipants(present: readonly Mailbox[], added: readonly Mailbox[]): Mailbox[] {
  const merged = new Map(present.map((mailbox) => [mailbox.address.toLowerCase(), mailbox]));
  for (const mailbox of added) {
    const key = mailbox.address.toLowerCase();
    const known = merged.get(key);
    if (!known) {
      if (merged.size < MAX_PARTICIPANTS) merged.set(key, mailbox);
    } else if (!known.name && mailbox.name) {
      merged.set(key, mailbox);
    }
  }
  return [...merged.values()];
}

export const takesPart = (participants: readonly Mailbox[], address: string): boolean =>
  participants.some((mailbox) => sameAddress(mailbox.address, address));
