import type { Narrow, Row } from '#kernel/data/row.ts';
import { fold } from '#mailbox/contacts/index.ts';
import { entriesFor } from '#mailbox/suppressions/index.ts';

export const kinds = ['any', 'reply', 'verification'] as const;

/** What is waited for. `from` is an address or `@domain` in the form in which they are compared. */
export type Criteria = {
  from: string | null;
  subjectContains: string | null;
  threadId: string | null;
  kind: (typeof kinds)[number];
};

/** As much of a visible message as decides who waited for it. */
export type Arrival = Narrow<
  Row<'messages', 'id' | 'identity_id' | 'thread_id' | 'from' | 'subject' | 'created_at' | 'verification'>,
  { from: { address: string } | null; verification: { code: string | null; link: string | null } | null }
> & {
  verdict: string | null;
  /** Answers a message of the identity, or stands in a thread that it has written to. */
  is_reply: boolean;
};

export function matches(criteria: Criteria, arrival: Arrival): boolean {
  if (criteria.threadId !== null && criteria.threadId !== arrival.thread_id) return false;
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
 * What a caller learns of the code or link in a message (interface-spec 4.7): of authenticated mail the sender's domain,
 * and the code or link itself only when the caller named that sender.
 */
export function released({ from }: Criteria, arrival: Arrival): Release {
  if (!arrival.verification || !arrival.from || arrival.verdict !== 'pass') return nothingReleased;
  const sender_domain = entriesFor(arrival.from.address).at(-1)!.replace(/^.*@/, '');
  if (from === null || !isFrom(arrival, from)) return { ...nothingReleased, sender_domain };
  const { code, link } = arrival.verification;
  return { code, link, sender_domain };
}
