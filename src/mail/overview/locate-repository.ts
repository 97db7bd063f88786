import type { Queryable } from '#kernel/data/database.ts';
import type { Column, Nullable } from '#kernel/data/row.ts';

type Place = {
  identity_id: Column<'threads', 'identity_id'>;
  thread_id: Column<'threads', 'id'>;
} & Nullable<{ message_id: Column<'messages', 'id'> }>;

/** Finds the mailbox and thread of a thread, message or attachment of the tenant, by primary keys. */
export const locateMail = (
  db: Queryable,
  tenantId: string,
  id: string,
  review: boolean,
): Promise<Place | null> =>
  db.first<Place>({
    name: 'overview.locate',
    text: `select t.identity_id, t.id as thread_id, null as message_id from threads t
           where t.id = $1 and t.tenant_id = $2 and (t.message_count > 0 or $3::boolean)
           union all
           select m.identity_id, m.thread_id, m.id from messages m
           where m.tenant_id = $2 and m.id = coalesce((select a.message_id from attachments a where a.id = $1), $1)
             and ($3::boolean or m.status not in ('quarantined', 'hidden', 'throttled'))
           limit 1`,
    values: [id, tenantId, review],
  });
