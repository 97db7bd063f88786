import { type Queryable, type Sql, sql } from '#kernel/database.ts';
import type { DeliveryStatus } from './state.ts';

export type NewSend = {
  message_id: string;
  tenant_id: string;
  identity_id: string;
  envelope_from: string;
  transport: string;
};
export type NewDelivery = {
  address: string;
  field: 'to' | 'cc' | 'bcc';
  status: DeliveryStatus;
  reason: string | null;
};

/** The send, its deliveries and the call that enqueues its job, in one statement. */
export async function insertSend(
  db: Queryable,
  send: NewSend,
  deliveries: readonly NewDelivery[],
  job: Sql,
): Promise<void> {
  await db.run(sql`
    with s as (
      insert into sends (message_id, tenant_id, identity_id, envelope_from, transport)
      values (${send.message_id}, ${send.tenant_id}, ${send.identity_id}, ${send.envelope_from}, ${send.transport})),
    d as (
      insert into deliveries (message_id, address, field, position, status, reason)
      select ${send.message_id}, address, field, position - 1, status, reason
      from unnest(${deliveries.map((d) => d.address)}::text[], ${deliveries.map((d) => d.field)}::text[],
                  ${deliveries.map((d) => d.status)}::text[], ${deliveries.map((d) => d.reason)}::text[])
        with ordinality as r (address, field, status, reason, position))
    select ${job}`);
}

export type OpenSend = {
  message_id: string;
  tenant_id: string;
  identity_id: string;
  envelope_from: string;
  attempts: number;
  attempt_started_at: string | null;
  status: string;
  rfc_message_id: string;
  raw_id: string;
  created_at: string;
};

/** A send with what its message needs, locked, or null when it is not waiting any more. */
export const lockQueuedSend = (tx: Queryable, messageId: string): Promise<OpenSend | null> =>
  tx.first<OpenSend>({
    name: 'sending.lock_queued',
    text: `select s.message_id, s.tenant_id, s.identity_id, s.envelope_from, s.attempts, s.attempt_started_at,
                  m.status, m.rfc_message_id, m.raw_id, m.created_at
           from sends s join messages m on m.id = s.message_id
           where s.message_id = $1 and m.status in ('queued', 'deferred') for update of s, m`,
    values: [messageId],
  });

export type DeliveryRow = { address: string; status: DeliveryStatus };

export const deliveriesOf = (db: Queryable, messageId: string): Promise<DeliveryRow[]> =>
  db.rows<DeliveryRow>({
    name: 'sending.deliveries_of',
    text: 'select address, status from deliveries where message_id = $1 order by position',
    values: [messageId],
  });

export const markAttempt = (tx: Queryable, messageId: string, at: Date): Promise<number> =>
  tx.run({
    name: 'sending.mark_attempt',
    text: 'update sends set attempt_started_at = $2, attempts = attempts + 1 where message_id = $1',
    values: [messageId, at],
  });

export type DeliveryChange = {
  address: string;
  status: DeliveryStatus;
  reason: string | null;
  smtp_code: number | null;
  enhanced_code: string | null;
  smtp_response: string | null;
  bounce_type: 'hard' | 'soft' | null;
};

/** Writes what became of recipients. */
export async function updateDeliveries(
  tx: Queryable,
  messageId: string,
  changes: readonly DeliveryChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.run({
    name: 'sending.update_deliveries',
    text: `update deliveries d
           set status = c.status, reason = c.reason, smtp_code = c.smtp_code, enhanced_code = c.enhanced_code,
               smtp_response = c.smtp_response, bounce_type = c.bounce_type, updated_at = $3
           from jsonb_to_recordset($2::jsonb) as c (address text, status text, reason text, smtp_code int, enhanced_code text,
             smtp_response text, bounce_type text)
           where d.message_id = $1 and d.address = c.address`,
    values: [messageId, JSON.stringify(changes), at],
  });
}

export type AttemptEnd = {
  status: DeliveryStatus;
  reason: string | null;
  providerMessageId: string | null;
  sentAt: Date | null;
};

/** Ends an attempt: the message's status is the roll-up of its recipients. */
export const endAttempt = (tx: Queryable, messageId: string, end: AttemptEnd): Promise<number> =>
  tx.run({
    name: 'sending.end_attempt',
    text: `with s as (
             update sends set attempt_started_at = null, reason = $3, provider_message_id = coalesce($4, provider_message_id)
             where message_id = $1)
           update messages set status = $2, sent_at = coalesce(sent_at, $5) where id = $1`,
    values: [messageId, end.status, end.reason, end.providerMessageId, end.sentAt],
  });

/** Keeps what the capture driver was given; the second time the same message is given changes nothing. */
export const insertCaptured = (
  db: Queryable,
  mail: { id: string; rfc_message_id: string; envelope_from: string; envelope_to: string[]; raw_id: string },
): Promise<number> =>
  db.run(sql`
    insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
    values (${mail.id}, ${mail.rfc_message_id}, ${mail.envelope_from}, ${mail.envelope_to}, ${mail.raw_id})
    on conflict (rfc_message_id) do nothing`);
