import { addressKey, splitThreadToken } from '#kernel/base/email-address.ts';

type Mailbox = { address: string; name: string | null };

const withoutToken = ({ address, name }: Mailbox): Mailbox => ({
  address: splitThreadToken(address).address,
  name,
});

export const MAX_PARTICIPANTS = 100;

const sameAddress = (a: string, b: string): boolean => addressKey(a) === addressKey(b);

/**
 * The people of a thread after a message: at most 100, each address once, without thread token, with the first known name.
 */
export function mergeParticipants(present: readonly Mailbox[], added: readonly Mailbox[]): Mailbox[] {
  const merged = new Map(present.map((mailbox) => [addressKey(mailbox.address), mailbox]));
  for (const mailbox of added) {
    const key = addressKey(mailbox.address);
    const known = merged.get(key);
    if (!known) {
      if (merged.size < MAX_PARTICIPANTS) merged.set(key, withoutToken(mailbox));
    } else if (!known.name && mailbox.name) {
      merged.set(key, withoutToken(mailbox));
    }
  }
  return [...merged.values()];
}

export const takesPart = (participants: readonly Mailbox[], address: string): boolean =>
  participants.some((mailbox) => sameAddress(mailbox.address, address));
