import { empty, join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import type { DeliveryReason, MessageApproval, QuarantineReason, Trust } from '#mailbox/messages/index.ts';

export type DeliveryFact = Pick<
  Row<'deliveries'>,
  'address' | 'status' | 'smtp_code' | 'enhanced_code' | 'updated_at'
> & { reason: DeliveryReason | null };

/** One copy of a mail, as a mailbox received or sent it. */
export type Copy = Narrow<
  Row<
    'messages',
    | 'id'
    | 'identity_id'
    | 'thread_id'
    | 'direction'
    | 'status'
    | 'delivered_to'
    | 'created_at'
    | 'send_at'
    | 'trust'
    | 'quarantine_reason'
    | 'approval'
  >,
  {
    direction: 'inbound' | 'outbound';
    trust: Trust | null;
    quarantine_reason: QuarantineReason | null;
    approval: MessageApproval | null;
  }
> & { triage_status: string; category: string | null; risk_flags: string[]; deliveries: DeliveryFact[] };

/** The maximum number of copies of one mail that are explained. */
const MOST_COPIES = 50;

/** The mailboxes within the key's reach. */
function withinReach(actor: Actor): Sql {
  const { level, partner_id, tenant_id } = actor;
  const conditions = [
    sql`not i.is_system`,
    ...(level === 'partner' ? [sql`t.partner_id = ${partner_id}`] : []),
    ...(level === 'tenant' || level === 'identity' ? [sql`i.tenant_id = ${tenant_id}`] : []),
    ...(level === 'identity' ? [sql`i.id = any(${identitiesOf(actor)})`] : []),
  ];
  return join(conditions, ' and ');
}

/** Copies of a mail by its id or by a Message-ID: ours, or the one with which its provider replaced ours. */
export async function findCopies(
  db: Queryable,
  actor: Actor,
  named: { id: string } | { messageId: string },
  review: boolean,
): Promise<Copy[]> {
  const reach = withinReach(actor);
  const found =
    'id' in named
      ? sql`
        select m.id from messages m join identities i on i.id = m.identity_id join tenants t on t.id = i.tenant_id
        where m.id = ${named.id} and ${reach}`
      : sql`
        select m.id from identities i join tenants t on t.id = i.tenant_id
        join messages m on m.identity_id = i.id and m.rfc_message_id = ${named.messageId} where ${reach}
        union
        select p.message_id from identities i join tenants t on t.id = i.tenant_id
        join provider_messages p on p.identity_id = i.id and p.rfc_message_id = ${named.messageId} where ${reach}`;
  const rows = await db.rows<{ copy: Copy }>(sql`
    with found as (${found})
    select row_to_json(c) as copy from (
      select m.id, m.identity_id, m.thread_id, m.direction, m.status, m.delivered_to, m.created_at, m.send_at, m.trust,
        m.quarantine_reason, m.approval, m.triage->>'status' as triage_status, m.triage->>'category' as category,
        coalesce(m.triage->'risk_flags', '[]') as risk_flags,
        (select coalesce(json_agg(json_build_object('address', d.address, 'status', d.status, 'reason', d.reason,
           'smtp_code', d.smtp_code, 'enhanced_code', d.enhanced_code, 'updated_at', d.updated_at) order by d.position), '[]')
         from deliveries d where d.message_id = m.id) as deliveries
      from found join messages m on m.id = found.id
      ${review ? empty : sql`where m.status not in ('quarantined', 'hidden', 'throttled')`}
      order by m.created_at, m.id limit ${MOST_COPIES}) c`);
  return rows.map(({ copy }) => copy);
}
