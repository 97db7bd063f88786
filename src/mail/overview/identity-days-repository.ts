import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** Counted from the mail itself, because the roll-up of usage has no figures by identity. */
export type IdentityDay = Row<'usage_days', 'day' | 'inbound' | 'sends'>;

/** Reads one range of the index by mailbox and time. Canceled messages were never sent, so they are not counted. */
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
