import type { Queryable } from '#kernel/data/database.ts';

export type IdentityDay = { day: string; inbound: number; sends: number };

/** One range of the index by mailbox and time. Canceled messages were never sent. */
export const countIdentityDays = (db: Queryable, identityId: string, from: Date): Promise<IdentityDay[]> =>
  db.rows<IdentityDay>({
    name: 'overview.identity_days',
    text: `select (created_at at time zone 'UTC')::date::text as day,
             count(*) filter (where direction = 'inbound')::int as inbound,
             count(*) filter (where direction = 'outbound' and status <> 'canceled')::int as sends
           from messages where identity_id = $1 and created_at >= $2
           group by 1`,
    values: [identityId, from],
  });
