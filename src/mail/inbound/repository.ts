import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type RecentSender = Row<'messages', 'identity_id'> & {
  sender: string;
  proven: boolean;
  since: string;
};

/**
 * How many messages of each sender a mailbox has accepted since then, without hidden and throttled ones; in the given
 * order.
 */
export async function countRecent(db: Queryable, senders: readonly RecentSender[]): Promise<number[]> {
  if (senders.length === 0) return [];
  const rows = await db.rows<{ recent: number }>({
    name: 'inbound.count_recent',
    text: `select (select count(*)::int from messages m
                   where m.identity_id = w.identity_id and lower(m."from"->>'address') = w.sender
                     and m.created_at > w.since and m.direction = 'inbound' and m.status in ('received', 'quarantined')
                     and (m.trust->>'verdict' = 'pass') = w.proven) as recent
           from jsonb_to_recordset($1::jsonb)
             as w (place int, identity_id text, sender text, proven boolean, since timestamptz)
           order by w.place`,
    values: [JSON.stringify(senders.map((sender, place) => ({ place, ...sender })))],
  });
  return rows.map(({ recent }) => recent);
}
