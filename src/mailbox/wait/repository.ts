import { empty, type Queryable, raw, sql } from '#kernel/data/database.ts';
import type { Arrival, Criteria } from './criteria.ts';

/** SQL for mail that agents see. Quarantined, hidden and throttled mail never ends a wait (spec 3.2). */
const visible = `m.direction = 'inbound' and m.status = 'received'`;

/** SQL for sent mail that was decided or has expired. */
const decided = `m.approval->>'status' in ('approved', 'rejected', 'expired')`;

const isReply = `(
  exists (select from messages o
          where o.thread_id = m.thread_id and o.id < m.id and o.direction = 'outbound'
            and o.status not in ('queued', 'canceled'))
  or exists (select from messages o
             where o.identity_id = m.identity_id and o.direction = 'outbound'
               and o.rfc_message_id = any(array_append(m."references", m.in_reply_to))))`;

const columns = `m.id, m.identity_id, m.thread_id, m."from", m.subject, m.created_at, m.trust->>'verdict' as verdict,
  m.verification, ${isReply} as is_reply, m.direction = 'outbound' as is_decision`;

export const arrivalsById = (db: Queryable, ids: readonly string[]): Promise<Arrival[]> =>
  db.rows<Arrival>({
    name: 'wait.arrivals_by_id',
    text: `select ${columns} from messages m where m.id = any($1::text[]) and (${visible} or ${decided})`,
    values: [ids],
  });

/** An identity's mail after `since`. */
export type Span = { identityId: string; since: Date };

/** Whether each span contains anything: one index probe per span, several in one statement. */
export async function haveArrivals(db: Queryable, spans: readonly Span[]): Promise<boolean[]> {
  const rows = await db.rows<{ found: boolean }>({
    name: 'wait.have_arrivals',
    text: `select exists (select from messages m
             where m.identity_id = w.identity_id and m.created_at > w.since and ${visible}) as found
           from unnest($1::text[], $2::timestamptz[]) with ordinality as w (identity_id, since, place)
           order by w.place`,
    values: [spans.map(({ identityId }) => identityId), spans.map(({ since }) => since)],
  });
  return rows.map(({ found }) => found);
}

/** The first decision since then about the identity's mail, or about one message. */
export const firstDecision = (
  db: Queryable,
  { identityId, since }: Span,
  { messageId, threadId }: Criteria,
): Promise<Arrival | null> =>
  db.first<Arrival>({
    name: 'wait.first_decision',
    text: `select ${columns} from messages m
           where m.identity_id = $1 and m.approval is not null and ${decided}
             and (m.approval->>'decided_at')::timestamptz > $2
             and ($3::text is null or m.id = $3) and ($4::text is null or m.thread_id = $4)
           order by m.approval->>'decided_at' limit 1`,
    values: [identityId, since, messageId, threadId],
  });

type Page = { beyond: Pick<Arrival, 'created_at' | 'id'> | null; take: number };

/** A page of mail since then that may match: codes newest first, everything else oldest first. */
export function arrivalsWithin(
  db: Queryable,
  { identityId, since }: Span,
  { kind, threadId }: Criteria,
  { beyond, take }: Page,
): Promise<Arrival[]> {
  const newestFirst = kind === 'verification';
  const order = raw(newestFirst ? 'desc' : 'asc');
  const next = raw(newestFirst ? '<' : '>');
  return db.rows<Arrival>(sql`
    select ${raw(columns)} from messages m
    where m.identity_id = ${identityId} and m.created_at > ${since} and ${raw(visible)}
      ${beyond ? sql`and (m.created_at, m.id) ${next} (${beyond.created_at}::timestamptz, ${beyond.id})` : empty}
      ${threadId === null ? empty : sql`and m.thread_id = ${threadId}`}
      ${kind === 'verification' ? raw('and m.verification is not null') : empty}
    order by m.created_at ${order}, m.id ${order} limit ${take}`);
}
