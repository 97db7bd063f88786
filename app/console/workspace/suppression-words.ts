import type { RouterOutputs } from '#api/trpc/router.ts';
import type { SuppressionReason } from '#mailbox/suppressions/index.ts';
import type { Tone } from '../parts/badge.tsx';

/** A line of the list. */
export type Suppression = RouterOutputs['suppressions']['list']['data'][number];

/** Why an address is not sent to (interface-spec 2.13). */
export const suppressionReasons: Record<SuppressionReason, { name: string; why: string; tone: Tone }> = {
  manual: { name: 'Added by hand', why: 'Somebody here, or an agent, put it on the list.', tone: 'neutral' },
  unsubscribe: { name: 'Unsubscribed', why: 'The person used the link to get no more mail.', tone: 'warn' },
  hard_bounce: {
    name: 'Bounced',
    why: 'The other server says that the address does not exist.',
    tone: 'bad',
  },
  provider: { name: 'Refused by the provider', why: 'The transport does not deliver to it.', tone: 'warn' },
  complaint: {
    name: 'Marked as spam',
    why: 'The person told their provider that our mail is spam.',
    tone: 'bad',
  },
};

export const reasonNames = Object.keys(suppressionReasons) as SuppressionReason[];
