import { insertBlobsText, insertBlobsValues, type StagedBlob } from '#kernel/blobs.ts';
import type { Queryable } from '#kernel/database.ts';
import type { DeliveryStatus, RecipientState } from './state.ts';

export type NewSend = {
  message_id: string;
  tenant_id: string;
  identity_id: string;
  envelope_from: string;
  transport: string;
  /** The day of its caps, `2026-11-21`; null when it counts nowhere. */
  counted_on: string | null;
  created_at: string;
};
export type NewDelivery = {
  address: string;
  field: 'to' | 'cc' | 'bcc';
  status: DeliveryStatus;
  reason: string | null;
};

/** Sends and their deliveries, in one statement. */
export async function insertSends(
  db: Queryable,
  sends: readonly (NewSend & { deliveries: readonly NewDelivery[] })[],
): Promise<void> {
  const deliveries = sends.flatMap(({ message_id, deliveries: list }) =>
    list.map((delivery, position) => ({ message_id, position, ...delivery })),
  );
  await db.run({
    name: 'sending.insert',
    text: `with s as (
             insert into sends (message_id, tenant_id, identity_id, envelope_from, transport, counted_on, created_at)
             select message_id, tenant_id, identity_id, envelope_from, transport, counted_on, created_at
             from jsonb_to_recordset($1::jsonb) as r (message_id text, tenant_id text, identity_id text,
               envelope_from text, transport text, counted_on date, created_at timestamptz))
           insert into deliveries (message_id, address, field, position, status, reason)
           select message_id, address, field, position, status, reason
           from jsonb_to_recordset($2::jsonb) as r (message_id text, address text, field text, position int,
             status text, reason text)`,
    values: [JSON.stringify(sends.map(({ deliveries: _, ...send }) => send)), JSON.stringify(deliveries)],
  });
}

/** A send with what is to be known of its message, locked. */
export type LockedSend = {
  message_id: string;
  tenant_id: string;
  identity_id: string;
  thread_id: string;
  envelope_from: string;
  transport: string;
  attempts: number;
  attempt_started_at: string | null;
  first_attempt_at: string | null;
  status: DeliveryStatus;
  rfc_message_id: string;
  subject: string;
  raw_id: string;
};

export const lockSend = (tx: Queryable, messageId: string): Promise<LockedSend | null> =>
  tx.first<LockedSend>({
    name: 'sending.lock',
    text: `select s.message_id, s.tenant_id, s.identity_id, m.thread_id, s.envelope_from, s.transport, s.attempts,
                  s.attempt_started_at, s.first_attempt_at, m.status, m.rfc_message_id, m.subject,
                  m.raw_id
           from sends s join messages m on m.id = s.message_id where s.message_id = $1 for update of s, m`,
    values: [messageId],
  });

/** The raw message of a send when it is small enough to lie in the database. */
export const smallContentOf = (
  db: Queryable,
  messageId: string,
): Promise<{ content: Buffer | null } | null> =>
  db.first({
    name: 'sending.small_content',
    text: 'select b.content from messages m join blobs b on b.id = m.raw_id where m.id = $1',
    values: [messageId],
  });

export type DeliveryRow = RecipientState & { address: string; field: NewDelivery['field'] };

export const deliveriesOf = (db: Queryable, messageId: string): Promise<DeliveryRow[]> =>
  db.rows<DeliveryRow>({
    name: 'sending.deliveries_of',
    text: 'select address, field, status, is_taken from deliveries where message_id = $1 order by position',
    values: [messageId],
  });

export const markAttempt = (tx: Queryable, messageId: string, at: Date): Promise<number> =>
  tx.run({
    name: 'sending.mark_attempt',
    text: `update sends set attempt_started_at = $2, attempts = attempts + 1,
             first_attempt_at = coalesce(first_attempt_at, $2) where message_id = $1`,
    values: [messageId, at],
  });

/** What was said of a recipient when it moved. */
export type Answer = {
  reason: string | null;
  smtp_code: number | null;
  enhanced_code: string | null;
  smtp_response: string | null;
  bounce_type: 'hard' | 'soft' | null;
};
export type DeliveryChange = RecipientState & Answer & { address: string };

export type TransitionWrite = {
  changes: readonly DeliveryChange[];
  status: DeliveryStatus;
  at: Date;
  endsAttempt: boolean;
  providerMessageId: string | null;
  reason: string | null;
  sentAt: Date | null;
  flag: string | null;
};

/** Writes what became of recipients and of their message, whose send is locked, in one statement. */
export const writeTransition = (tx: Queryable, messageId: string, write: TransitionWrite): Promise<number> =>
  tx.run({
    name: 'sending.write_transition',
    text: `with d as (
             update deliveries d
             set status = c.status, is_taken = c.is_taken, reason = c.reason, smtp_code = c.smtp_code,
                 enhanced_code = c.enhanced_code, smtp_response = c.smtp_response, bounce_type = c.bounce_type,
                 updated_at = $3
             from jsonb_to_recordset($2::jsonb) as c (address text, status text, is_taken bool, reason text,
               smtp_code int, enhanced_code text, smtp_response text, bounce_type text)
             where d.message_id = $1 and d.address = c.address),
           s as (
             update sends
             set attempt_started_at = case when $4::boolean then null else attempt_started_at end,
                 reason = coalesce($5, reason), provider_message_id = coalesce($6, provider_message_id)
             where message_id = $1)
           update messages set status = $7, sent_at = coalesce(sent_at, $8::timestamptz),
             flags = case when $9::text is null or $9 = any(flags) then flags else flags || $9 end
           where id = $1`,
    values: [
      messageId,
      JSON.stringify(write.changes),
      write.at,
      write.endsAttempt,
      write.reason,
      write.providerMessageId,
      write.status,
      write.sentAt,
      write.flag,
    ],
  });

/** Keeps what the capture driver was given; the second time the same message is given changes nothing. */
export const insertCaptured = (
  db: Queryable,
  mail: { id: string; rfc_message_id: string; envelope_from: string; envelope_to: string[] },
  raw: StagedBlob,
): Promise<number> =>
  db.run({
    name: 'sending.insert_captured',
    text: `with b as (${insertBlobsText})
           insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
           values ($3, $4, $5, $6, $7)
           on conflict (rfc_message_id) do nothing`,
    values: [
      ...insertBlobsValues([raw]),
      mail.id,
      mail.rfc_message_id,
      mail.envelope_from,
      mail.envelope_to,
      raw.id,
    ],
  });

/** Under which ids a provider that tells of deliveries knows the message. What it told already is kept. */
export async function insertProviderMessages(
  tx: Queryable,
  send: { message_id: string; identity_id: string },
  ids: readonly { driver: string; providerMessageId: string; rfcMessageId: string | null }[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run({
    name: 'sending.insert_provider_messages',
    text: `insert into provider_messages (transport, provider_message_id, message_id, identity_id, rfc_message_id)
           select driver, "providerMessageId", $2, $3, "rfcMessageId"
           from jsonb_to_recordset($1::jsonb) as r (driver text, "providerMessageId" text, "rfcMessageId" text)
           on conflict (transport, provider_message_id) do update
             set rfc_message_id = coalesce(provider_messages.rfc_message_id, excluded.rfc_message_id)`,
    values: [JSON.stringify(ids), send.message_id, send.identity_id],
  });
}

/** Whose message a provider speaks of: by the id that it gave, or by ours, which it repeats. Only messages that were tried. */
export const findToldMessage = (
  db: Queryable,
  told: { driver: string; providerMessageId: string; messageId: string | null },
): Promise<{ message_id: string; identity_id: string } | null> =>
  db.first({
    name: 'sending.find_told_message',
    text: `select s.message_id, s.identity_id from sends s
           where s.attempts > 0 and s.message_id = coalesce((
             select message_id from provider_messages where transport = $1 and provider_message_id = $2), $3)`,
    values: [told.driver, told.providerMessageId, told.messageId],
  });

/** The message that a report tells of, by its Message-ID, ours or its provider's, among what the identity sent. */
export const findReported = (
  db: Queryable,
  identityId: string,
  rfcMessageId: string,
): Promise<{ message_id: string } | null> =>
  db.first({
    name: 'sending.find_reported',
    text: `select id as message_id from messages
           where identity_id = $1 and rfc_message_id = $2 and direction = 'outbound'
           union all
           select message_id from provider_messages where identity_id = $1 and rfc_message_id = $2
           order by message_id desc limit 1`,
    values: [identityId, rfcMessageId],
  });

/** The newest message of the threads that one of the addresses received; without an address, the newest. */
export const findReportedInThreads = (
  db: Queryable,
  identityId: string,
  threadIds: readonly string[],
  addresses: readonly string[],
): Promise<{ message_id: string } | null> =>
  db.first({
    name: 'sending.find_reported_in_threads',
    text: `select m.id as message_id from messages m
           where m.identity_id = $1 and m.thread_id = any($2::text[]) and m.direction = 'outbound'
             and (cardinality($3::text[]) = 0 or exists (
               select from deliveries d where d.message_id = m.id and lower(d.address) = any($3::text[])))
           order by m.id desc limit 1`,
    values: [identityId, threadIds, addresses],
  });

/** What may stand in the way of a scheduled message when its time has come. */
export type DueSender = { send_at: string; identity_status: string; tenant_status: string };

export const senderOfDue = (tx: Queryable, messageId: string): Promise<DueSender | null> =>
  tx.first<DueSender>({
    name: 'sending.sender_of_due',
    text: `select m.send_at, i.status as identity_status, t.status as tenant_status
           from messages m join identities i on i.id = m.identity_id join tenants t on t.id = m.tenant_id
           where m.id = $1`,
    values: [messageId],
  });

/** How long, in milliseconds, statements of this transaction wait for a lock; 0 is for ever. */
export const limitLockWaits = (tx: Queryable, milliseconds: number): Promise<number> =>
  tx.run({
    name: 'sending.limit_lock_waits',
    text: `select set_config('lock_timeout', $1, true)`,
    values: [String(milliseconds)],
  });

/** The recipient of a message that has only one, and whose message it is. */
export const loneRecipientOf = (
  db: Queryable,
  tenantId: string,
  messageId: string,
): Promise<{ address: string; identity_id: string } | null> =>
  db.first({
    name: 'sending.lone_recipient',
    text: `select min(d.address) as address, s.identity_id from sends s join deliveries d on d.message_id = s.message_id
           where s.message_id = $2 and s.tenant_id = $1 group by s.message_id having count(*) = 1`,
    values: [tenantId, messageId],
  });
