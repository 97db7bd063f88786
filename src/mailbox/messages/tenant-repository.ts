import { empty, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import { packedTextColumn } from './bodies.ts';
import { type PackedRow, withText } from './opened.ts';
import { attachmentsOf, deliveriesOf, messagesOf, type QuarantineItem, readColumns } from './repository.ts';
import type { Delivery, OutboundStatus } from './schema.ts';
import type { MessageRow } from './stored-message.ts';

// Lists over all mailboxes of a tenant, without system identities and deleted mailboxes.

/** A sent message in the list, with only the beginning of its text. */
export type SentRow = Pick<
  MessageRow,
  | 'id'
  | 'thread_id'
  | 'identity_id'
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'subject'
  | 'created_at'
  | 'send_at'
  | 'sent_at'
  | 'flags'
  | 'approval'
> & { status: OutboundStatus; text: string; deliveries: Delivery[] };

export type TenantPage = {
  identity_id?: string | undefined;
  beyond: [string, string] | null;
  take: number;
};

/** The mailboxes of a tenant that can be opened, or only the requested one. */
const lives = ({ identity_id }: TenantPage): Sql => sql`
  exists (select from identities i where i.id = m.identity_id and not i.is_system and i.status in ('active', 'paused'))
  ${identity_id === undefined ? empty : sql`and m.identity_id = ${identity_id}`}`;

const after = ({ beyond }: TenantPage): Sql =>
  beyond ? sql`and (m.created_at, m.id) < (${beyond[0]}::timestamptz, ${beyond[1]})` : empty;

const SNIPPET = 240;

/** Messages that the mailboxes of a tenant have sent or are trying to send, newest first. */
export const listSentMessages = (
  db: Queryable,
  tenantId: string,
  options: TenantPage & { status?: readonly OutboundStatus[] | undefined },
): Promise<SentRow[]> =>
  messagesOf<SentRow>(
    db,
    sql`
    select row_to_json(t) as row from (
      select m.id, m.thread_id, m.identity_id, m.status, m."from", m."to", m.cc, m.bcc, m.subject,
        left(m.extracted_text, ${SNIPPET}) as text, m.created_at, m.send_at, m.sent_at, m.flags, m.approval, ${raw(deliveriesOf)}
      from messages m
      where m.tenant_id = ${tenantId} and m.direction = 'outbound' and ${lives(options)} ${after(options)}
        ${options.status === undefined ? empty : sql`and m.status = any(${options.status}::text[])`}
      order by m.created_at desc, m.id desc limit ${options.take}) t`,
  );

/** Quarantined messages of a tenant's mailboxes, newest first. */
export const listTenantQuarantine = async (
  db: Queryable,
  tenantId: string,
  options: TenantPage,
): Promise<QuarantineItem[]> => {
  const rows = await messagesOf<PackedRow<QuarantineItem>>(
    db,
    sql`
    select row_to_json(t) as row from (
      select ${readColumns.sql}, ${raw(attachmentsOf)}, null as deliveries, null as text, null as html,
        ${raw(packedTextColumn('m'))} as packed
      from messages m
      where m.tenant_id = ${tenantId} and m.status = 'quarantined' and ${lives(options)} ${after(options)}
      order by m.created_at desc, m.id desc limit ${options.take}) t`,
  );
  return rows.map(withText);
};
