import type { RouterOutputs } from '#api/trpc/router.ts';
import type { SuppressionReason } from '#mailbox/suppressions/index.ts';
import type { Tone } from '../parts/badge.tsx';

export type Suppression = RouterOutputs['suppressions']['list']['data'][number];

/** Why nothing is sent to an address (spec 2.13). */
export const suppressionReasons: Record<SuppressionReason, { name: string; why: string; tone: Tone }> = {
  manual: {
    name: 'Added by hand',
    why: 'A member or an agent of this workspace added it.',
    tone: 'neutral',
  },
  unsubscribe: {
    name: 'Unsubscribed',
    why: 'The recipient used the unsubscribe link.',
    tone: 'warn',
  },
  hard_bounce: {
    name: 'Bounced',
    why: 'The recipient’s server says that the address does not exist.',
    tone: 'bad',
  },
  provider: {
    name: 'Refused by the provider',
    why: 'The mail provider does not deliver to this address.',
    tone: 'warn',
  },
  complaint: {
    name: 'Marked as spam',
    why: 'The recipient reported mail from this workspace as spam.',
    tone: 'bad',
  },
};

export const reasonNames = Object.keys(suppressionReasons) as SuppressionReason[];

/** The address, or a placeholder if the person was erased. */
export const nameOf = ({ address, address_hint, reason }: Suppression): string =>
  address ??
  (address_hint === 'erased'
    ? `Erased person (${suppressionReasons[reason].name.toLowerCase()})`
    : address_hint);
