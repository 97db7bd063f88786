import type { Narrow, Row } from '#kernel/data/row.ts';
import { fold } from '#mailbox/contacts/index.ts';
import { entriesFor } from '#mailbox/suppressions/index.ts';

export const kinds = ['any', 'reply', 'verification', 'decision'] as const;

/** The criteria of a wait. `from` is a normalised address or `@domain`. */
export type Criteria = {
  from: string | null;
  subjectContains: string | null;
  threadId: string | null;
  kind: (typeof kinds)[number];
  /** The message whose decision is awaited; null when waiting for mail. */
  messageId: string | null;
};

/** The fields of a visible message that decide which waits it matches. */
export type Arrival = Narrow<
  Row<'messages', 'id' | 'identity_id' | 'thread_id' | 'from' | 'subject' | 'created_at' | 'verification'>,
  { from: { address: string } | null; verification: { code: string | null; link: string | null } | null }
> & {
  verdict: string | null;
  /** Whether it replies to the identity's mail, or is in a thread to which the identity has written. */
  is_reply: boolean;
  /** Whether it is a sent message that was decided or expired. Only a wait for a decision matches it. */
  is_decision: boolean;
};

export function matches(criteria: Criteria, arrival: Arrival): boolean {
  if (criteria.threadId !== null && criteria.threadId !== arrival.thread_id) return false;
  if ((criteria.kind === 'decision') !== arrival.is_decision) return false;
  if (criteria.messageId !== null && criteria.messageId !== arrival.id) return false;
  if (criteria.kind === 'reply' && !arrival.is_reply) return false;
  if (criteria.kind === 'verification' && !arrival.verification) return false;
  if (criteria.from !== null && !isFrom(arrival, criteria.from)) return false;
  return criteria.subjectContains === null || fold(arrival.subject).includes(fold(criteria.subjectContains));
}

const isFrom = ({ from }: Arrival, expected: string): boolean =>
  from !== null && entriesFor(from.address).includes(expected);

export type Release = { code: string | null; link: string | null; sender_domain: string | null };

export const nothingReleased: Release = { code: null, link: null, sender_domain: null };

/**
 * The part of a code or link that a caller gets (spec 4.7): for authenticated mail the sender's domain, and the code or link
 * itself only if the caller named that sender.
 */
export function released({ from }: Criteria, arrival: Arrival): Release {
  if (!arrival.verification || !arrival.from || arrival.verdict !== 'pass') return nothingReleased;
  const sender_domain = entriesFor(arrival.from.address).at(-1)!.replace(/^.*@/, '');
  if (from === null || !isFrom(arrival, from)) return { ...nothingReleased, sender_domain };
  const { code, link } = arrival.verification;
  return { code, link, sender_domain };
}
