import type { Queryable } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';

/** The recipient of a message that has exactly one, with the tenant and the sender of the message. */
export const loneRecipientOf = (
  db: Queryable,
  tenantId: string,
  messageId: string,
): Promise<
  | (Row<'deliveries', 'address'> & Row<'sends', 'identity_id'> & { workspace: Column<'tenants', 'name'> })
  | null
> =>
  db.first({
    name: 'sending.lone_recipient',
    text: `select min(d.address) as address, s.identity_id, t.name as workspace
           from sends s join deliveries d on d.message_id = s.message_id join tenants t on t.id = s.tenant_id
           where s.message_id = $2 and s.tenant_id = $1 group by s.message_id, t.name having count(*) = 1`,
    values: [tenantId, messageId],
  });
