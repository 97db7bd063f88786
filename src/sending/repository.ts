import { insertBlobsText, insertBlobsValues, type StagedBlob } from '#kernel/blobs.ts';
import type { Queryable } from '#kernel/database.ts';
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

/** The send and its deliveries, in one statement. */
export async function insertSend(
  db: Queryable,
  send: NewSend,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await db.run({
    name: 'sending.insert',
    text: `with s as (
             insert into sends (message_id, tenant_id, identity_id, envelope_from, transport)
             values ($1, $2, $3, $4, $5))
           insert into deliveries (message_id, address, field, position, status, reason)
           select $1, address, field, position, status, reason
           from jsonb_to_recordset($6::jsonb) as r (address text, field text, position int, status text, reason text)`,
    values: [
      send.message_id,
      send.tenant_id,
      send.identity_id,
      send.envelope_from,
      send.transport,
      JSON.stringify(deliveries.map((delivery, position) => ({ ...delivery, position }))),
    ],
  });
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
  /** The raw message when it is small enough to lie in the database. */
  content: Buffer | null;
  created_at: string;
};

/** A send with what its message needs, locked, or null when it is not waiting any more. */
export const lockQueuedSend = (tx: Queryable, messageId: string): Promise<OpenSend | null> =>
  tx.first<OpenSend>({
    name: 'sending.lock_queued',
    text: `select s.message_id, s.tenant_id, s.identity_id, s.envelope_from, s.attempts, s.attempt_started_at,
                  m.status, m.rfc_message_id, m.raw_id, b.content, m.created_at
           from sends s join messages m on m.id = s.message_id left join blobs b on b.id = m.raw_id
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

/** Writes what became of recipients. @returns every recipient of the message as it is then */
export const updateDeliveries = (
  tx: Queryable,
  messageId: string,
  changes: readonly DeliveryChange[],
  at: Date,
): Promise<DeliveryRow[]> =>
  tx.rows<DeliveryRow>({
    name: 'sending.update_deliveries',
    text: `with changed as (
           update deliveries d
           set status = c.status, reason = c.reason, smtp_code = c.smtp_code, enhanced_code = c.enhanced_code,
               smtp_response = c.smtp_response, bounce_type = c.bounce_type, updated_at = $3
           from jsonb_to_recordset($2::jsonb) as c (address text, status text, reason text, smtp_code int, enhanced_code text,
             smtp_response text, bounce_type text)
           where d.message_id = $1 and d.address = c.address
           returning d.address, d.status)
           select d.address, coalesce(c.status, d.status) as status
           from deliveries d left join changed c on c.address = d.address
           where d.message_id = $1 order by d.position`,
    values: [messageId, JSON.stringify(changes), at],
  });

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

/** A message that a delivery report tells of, locked. */
export type Reported = { message_id: string; is_being_sent: boolean };

/** By its Message-ID, among what the identity sent. */
export const findReported = (
  tx: Queryable,
  identityId: string,
  rfcMessageId: string,
): Promise<Reported | null> =>
  tx.first<Reported>({
    name: 'sending.find_reported',
    text: `select m.id as message_id, s.attempt_started_at is not null as is_being_sent
           from messages m join sends s on s.message_id = m.id
           where m.identity_id = $1 and m.rfc_message_id = $2 and m.direction = 'outbound'
           order by m.id desc limit 1 for update of s, m`,
    values: [identityId, rfcMessageId],
  });

/** The newest message of the threads that one of the addresses received; without an address, the newest. */
export const findReportedInThreads = (
  tx: Queryable,
  identityId: string,
  threadIds: readonly string[],
  addresses: readonly string[],
): Promise<Reported | null> =>
  tx.first<Reported>({
    name: 'sending.find_reported_in_threads',
    text: `select m.id as message_id, s.attempt_started_at is not null as is_being_sent
           from messages m join sends s on s.message_id = m.id
           where m.identity_id = $1 and m.thread_id = any($2::text[]) and m.direction = 'outbound'
             and (cardinality($3::text[]) = 0 or exists (
               select from deliveries d where d.message_id = m.id and lower(d.address) = any($3::text[])))
           order by m.id desc limit 1 for update of s, m`,
    values: [identityId, threadIds, addresses],
  });

export const setMessageStatus = (tx: Queryable, messageId: string, status: DeliveryStatus): Promise<number> =>
  tx.run({
    name: 'sending.set_message_status',
    text: 'update messages set status = $2 where id = $1',
    values: [messageId, status],
  });
