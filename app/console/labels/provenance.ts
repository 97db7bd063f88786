import type { ApprovalWithMessage } from '../data/trpc.ts';

type Read = ApprovalWithMessage['provenance'][number];

/** The parts that a message can share with a message that the agent read before. */
export const sharedThings: Record<Read['shares'][number], string> = {
  recipient: 'Recipient',
  link: 'Link',
  account: 'Account number',
  amount: 'Amount',
  wording: 'Wording',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** For example: “The recipient and amount also appear in this unverified mail.” */
export function provenanceWords({ shares, is_proven }: Pick<Read, 'shares' | 'is_proven'>): string {
  const words = list.format(shares.map((each) => sharedThings[each])).toLowerCase();
  const mail = is_proven ? 'this mail' : 'this unverified mail';
  return `The ${words} also ${shares.length > 1 ? 'appear' : 'appears'} in ${mail}.`;
}
