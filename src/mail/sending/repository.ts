import { newUlid } from '#kernel/catalogue/ids.ts';
import { insertBlobsText, insertBlobsValues, type StagedBlob } from '#kernel/data/blobs.ts';
import type { Queryable, Statement } from '#kernel/data/database.ts';
import type { Column, Narrow, Row } from '#kernel/data/row.ts';
import type { AddressRow, IdentityRow } from '#mailbox/identities/index.ts';
import { type MessageSummary, summaryColumns } from '#mailbox/messages/index.ts';
import type { DeliveryStatus, RecipientState } from './transition/state.ts';

export type NewSend = Row<
  'sends',
  | 'message_id'
  | 'tenant_id'
  | 'identity_id'
  | 'envelope_from'
  | 'transport'
  | 'counted_on'
  | 'metered_on'
  | 'guard'
  | 'read_message_ids'
  | 'created_at'
>;
export type NewDelivery = Narrow<
  Row<'deliveries', 'address' | 'field' | 'status' | 'reason'>,
  { field: 'to' | 'cc' | 'bcc'; status: DeliveryStatus }
>;

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
             insert into sends (message_id, tenant_id, identity_id, envelope_from, transport, counted_on, metered_on,
                                guard, read_message_ids, created_at)
             select message_id, tenant_id, identity_id, envelope_from, transport, counted_on, metered_on, guard,
                    coalesce(read_message_ids, '{}'), created_at
             from jsonb_to_recordset($1::jsonb) as r (message_id text, tenant_id text, identity_id text,
               envelope_from text, transport text, counted_on date, metered_on date, guard jsonb, read_message_ids text[],
               created_at timestamptz))
           insert into deliveries (message_id, address, field, position, status, reason)
           select message_id, address, field, position, status, reason
           from jsonb_to_recordset($2::jsonb) as r (message_id text, address text, field text, position int,
             status text, reason text)`,
    values: [JSON.stringify(sends.map(({ deliveries: _, ...send }) => send)), JSON.stringify(deliveries)],
  });
}

/** A locked send with the necessary facts about its message. */
export type LockedSend = Row<
  'sends',
  | 'message_id'
  | 'tenant_id'
  | 'identity_id'
  | 'envelope_from'
  | 'transport'
  | 'attempts'
  | 'attempt_started_at'
  | 'first_attempt_at'
> &
  Row<'sends', 'created_at'> &
  Narrow<
    Row<'messages', 'thread_id' | 'kind' | 'status' | 'rfc_message_id' | 'subject' | 'send_at' | 'raw_id'>,
    { status: DeliveryStatus; raw_id: string }
  >;

const lockedSendText = `
  select s.message_id, s.tenant_id, s.identity_id, m.thread_id, s.envelope_from, s.transport, s.attempts,
         s.attempt_started_at, s.first_attempt_at, s.created_at, m.kind, m.status, m.rfc_message_id, m.subject,
         m.send_at, m.raw_id
  from sends s join messages m on m.id = s.message_id where s.message_id = any($1::text[])`;

/** The same without a lock, so a later write must check the state again. */
export const readSends = (db: Queryable, messageIds: readonly string[]): Promise<LockedSend[]> =>
  db.rows<LockedSend>({ name: 'sending.read_sends', text: lockedSendText, values: [messageIds] });

/**
 * In the order of their ids, so that two transactions never wait for each other. `skip` leaves out sends that others hold.
 * The indexer locks the keys of messages while its batch runs; with `no key`, a hand-over does not wait for it.
 */
export const lockSends = (
  tx: Queryable,
  messageIds: readonly string[],
  others: 'wait' | 'skip',
): Promise<LockedSend[]> =>
  tx.rows<LockedSend>({
    name: `sending.lock_${others}`,
    text: `${lockedSendText}
           order by s.message_id for no key update of s, m ${others === 'skip' ? 'skip locked' : ''}`,
    values: [messageIds],
  });

/** Changes the transport of a message after its domain changed it. The transaction holds the lock on the send. */
export const changeTransport = (tx: Queryable, messageId: string, transport: string): Promise<number> =>
  tx.run({
    name: 'sending.change_transport',
    text: 'update sends set transport = $2 where message_id = $1',
    values: [messageId, transport],
  });

/** Sends from the identity's platform address instead. The transaction holds the lock on the send. */
export const moveToPlatform = (
  tx: Queryable,
  messageId: string,
  address: string,
  rawId: string,
): Promise<number> =>
  tx.run({
    name: 'sending.move_to_platform',
    text: `with s as (update sends set envelope_from = $2, transport = 'basic' where message_id = $1)
           update messages set raw_id = $3, "from" = jsonb_set("from", '{address}', to_jsonb($2::text)),
             flags = case when 'sent_via_fallback' = any(flags) then flags else flags || 'sent_via_fallback'::text end
           where id = $1`,
    values: [messageId, address, rawId],
  });

/** The raw messages of sends that are small enough to lie in the database. */
export const smallContentsOf = (
  db: Queryable,
  messageIds: readonly string[],
): Promise<
  (Narrow<Row<'blobs', 'content' | 'packed'>, { content: Buffer }> & {
    message_id: Column<'messages', 'id'>;
  })[]
> =>
  db.rows({
    name: 'sending.small_contents',
    text: `select m.id as message_id, b.content, b.packed from messages m join blobs b on b.id = m.raw_id
           where m.id = any($1::text[]) and b.content is not null`,
    values: [messageIds],
  });

export type DeliveryRow = RecipientState &
  Narrow<Row<'deliveries', 'address' | 'field'>, { field: NewDelivery['field'] }>;

export const deliveriesOfAll = (
  db: Queryable,
  messageIds: readonly string[],
): Promise<(DeliveryRow & Row<'deliveries', 'message_id'>)[]> =>
  db.rows({
    name: 'sending.deliveries_of_all',
    text: `select message_id, address, field, status, is_taken from deliveries where message_id = any($1::text[])
           order by message_id, position`,
    values: [messageIds],
  });

/** Records that attempts started, on sends that the transaction holds. */
export const markAttempts = (attempts: readonly { message_id: string; at: Date }[]): Statement => ({
  name: 'sending.mark_attempts',
  text: `update sends s set attempt_started_at = a.at, attempts = s.attempts + 1,
           first_attempt_at = coalesce(s.first_attempt_at, a.at)
         from jsonb_to_recordset($1::jsonb) as a (message_id text, at timestamptz)
         where s.message_id = a.message_id and s.message_id = any($2::text[])`,
  values: [JSON.stringify(attempts), attempts.map(({ message_id }) => message_id)],
});

/** Removes the record of an attempt that handed nothing over. */
export const releaseAttempt = (messageId: string, at: Date): Statement => ({
  name: 'sending.release_attempt',
  text: `update sends set attempt_started_at = null, attempts = attempts - 1
         where message_id = $1 and attempt_started_at = $2`,
  values: [messageId, at],
});

/** The reply that changed a recipient. */
export type Answer = Narrow<
  Row<'deliveries', 'reason' | 'smtp_code' | 'enhanced_code' | 'smtp_response' | 'bounce_type'>,
  { bounce_type: 'hard' | 'soft' | null }
>;
export type DeliveryChange = RecipientState & Answer & Row<'deliveries', 'address'>;

export type TransitionWrite = Row<'sends', 'message_id' | 'provider_message_id' | 'reason'> &
  Narrow<Row<'messages', 'status'>, { status: DeliveryStatus }> & {
    changes: readonly DeliveryChange[];
    at: Date;
    ends_attempt: boolean;
    /** Whether the attempt ended before its start was recorded. */
    counts_attempt: boolean;
    sent_at: Date | null;
    flag: string | null;
  };

/**
 * Writes the changes of recipients and of their messages, whose sends are locked, in one statement.
 * @returns the messages after the change, in no particular order
 */
export const writeTransitions = (
  tx: Queryable,
  writes: readonly TransitionWrite[],
): Promise<MessageSummary[]> =>
  tx.rows<MessageSummary>({
    name: 'sending.write_transitions',
    text: `with d as (
             update deliveries d
             set status = c.status, is_taken = c.is_taken, reason = c.reason, smtp_code = c.smtp_code,
                 enhanced_code = c.enhanced_code, smtp_response = c.smtp_response, bounce_type = c.bounce_type,
                 updated_at = c.at
             from jsonb_to_recordset($2::jsonb) as c (message_id text, at timestamptz, address text, status text,
               is_taken bool, reason text, smtp_code int, enhanced_code text, smtp_response text, bounce_type text)
             where d.message_id = c.message_id and d.address = c.address and d.message_id = any($3::text[])),
           w as materialized (
             select * from jsonb_to_recordset($1::jsonb) as w (message_id text, status text, ends_attempt bool,
               counts_attempt bool, at timestamptz, provider_message_id text, reason text, sent_at timestamptz, flag text)),
           s as (
             update sends s
             set attempt_started_at = case when w.ends_attempt then null else s.attempt_started_at end,
                 attempts = s.attempts + w.counts_attempt::int,
                 first_attempt_at = coalesce(s.first_attempt_at, case when w.counts_attempt then w.at end),
                 reason = coalesce(w.reason, s.reason),
                 provider_message_id = coalesce(w.provider_message_id, s.provider_message_id)
             from w where s.message_id = w.message_id and s.message_id = any($3::text[]))
           update messages m set status = w.status, sent_at = coalesce(m.sent_at, w.sent_at),
             flags = case when w.flag is null or w.flag = any(m.flags) then m.flags else m.flags || w.flag end
           from w where m.id = w.message_id and m.id = any($3::text[])
           returning ${summaryColumns('m')}`,
    values: [
      JSON.stringify(writes.map(({ changes: _, ...write }) => write)),
      JSON.stringify(
        writes.flatMap(({ message_id, at, changes }) =>
          changes.map((change) => ({ ...change, message_id, at })),
        ),
      ),
      // The ids are passed again, because Postgres would otherwise scan the whole table while it is small.
      writes.map(({ message_id }) => message_id),
    ],
  });

export type NewCaptured = Row<'captured_mail', 'rfc_message_id' | 'envelope_from' | 'envelope_to'> & {
  raw: StagedBlob;
};

/** Stores captured mail; a message that is captured again changes nothing. */
export async function insertCaptured(db: Queryable, mails: readonly NewCaptured[]): Promise<void> {
  const rows = mails.map(({ raw, ...mail }) => ({ ...mail, id: newUlid(), raw_id: raw.id }));
  await db.run({
    name: 'sending.insert_captured',
    text: `with b as (${insertBlobsText})
           insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
           select id, rfc_message_id, envelope_from,
                  array(select jsonb_array_elements_text(envelope_to)), raw_id
           from jsonb_to_recordset($3::jsonb) as r (id text, rfc_message_id text, envelope_from text,
             envelope_to jsonb, raw_id text)
           on conflict (rfc_message_id) do nothing`,
    values: [...insertBlobsValues(mails.map(({ raw }) => raw)), JSON.stringify(rows)],
  });
}

/** Received mail to the operator, whose raw bytes are stored already. A second run of a receipt changes nothing. */
export const insertOperatorMail = (
  tx: Queryable,
  mails: readonly (Omit<NewCaptured, 'raw'> & { id: string; raw_id: string })[],
): Promise<number> =>
  tx.run({
    name: 'sending.insert_operator_mail',
    text: `insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
           select id, rfc_message_id, envelope_from,
                  array(select jsonb_array_elements_text(envelope_to)), raw_id
           from jsonb_to_recordset($1::jsonb) as r (id text, rfc_message_id text, envelope_from text,
             envelope_to jsonb, raw_id text)
           on conflict do nothing`,
    values: [JSON.stringify(mails)],
  });

/** Stores the ids that a provider gave to messages. Ids that are already stored stay. */
export async function insertProviderMessages(
  tx: Queryable,
  ids: readonly (Row<'provider_messages', 'message_id' | 'identity_id'> & {
    driver: string;
    providerMessageId: string;
    rfcMessageId: string | null;
  })[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((each) => ({
    message_id: each.message_id,
    identity_id: each.identity_id,
    transport: each.driver,
    provider_message_id: each.providerMessageId,
    rfc_message_id: each.rfcMessageId,
  }));
  await tx.run({
    name: 'sending.insert_provider_messages',
    text: `insert into provider_messages (transport, provider_message_id, message_id, identity_id, rfc_message_id)
           select transport, provider_message_id, message_id, identity_id, rfc_message_id
           from jsonb_to_recordset($1::jsonb) as r (transport text, provider_message_id text, message_id text,
             identity_id text, rfc_message_id text)
           on conflict (transport, provider_message_id) do update
             set rfc_message_id = coalesce(provider_messages.rfc_message_id, excluded.rfc_message_id)`,
    values: [JSON.stringify(rows)],
  });
}

/**
 * The message of a provider's report, by the provider's id, or by ours, which it repeats. Only messages that were
 * tried.
 */
export const findMessageOfProvider = (
  db: Queryable,
  report: { driver: string; providerMessageId: string; messageId: string | null },
): Promise<Row<'sends', 'message_id' | 'identity_id'> | null> =>
  db.first({
    name: 'sending.find_message_of_provider',
    text: `select s.message_id, s.identity_id from sends s
           where s.attempts > 0 and s.message_id = coalesce((
             select message_id from provider_messages where transport = $1 and provider_message_id = $2), $3)`,
    values: [report.driver, report.providerMessageId, report.messageId],
  });

/** The message that a report is about, by our Message-ID or the provider's, among the identity's sent mail. */
export const findReported = (
  db: Queryable,
  identityId: string,
  rfcMessageId: string,
): Promise<Row<'provider_messages', 'message_id'> | null> =>
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
): Promise<{
  message_id: Column<'messages', 'id'>;
} | null> =>
  db.first({
    name: 'sending.find_reported_in_threads',
    text: `select m.id as message_id from messages m
           where m.identity_id = $1 and m.thread_id = any($2::text[]) and m.direction = 'outbound'
             and (cardinality($3::text[]) = 0 or exists (
               select from deliveries d where d.message_id = m.id and lower(d.address) = any($3::text[])))
           order by m.id desc limit 1`,
    values: [identityId, threadIds, addresses],
  });

/** Messages that the identity sent lately, with their recipients, newest first. */
export const findRecentlySent = (
  db: Queryable,
  identityId: string,
): Promise<(Row<'sends', 'message_id'> & { addresses: string[] })[]> =>
  db.rows({
    name: 'sending.find_recently_sent',
    text: `select m.id as message_id,
             array(select d.address from deliveries d where d.message_id = m.id order by d.position) as addresses
           from (
             select id from messages where identity_id = $1 and direction = 'outbound'
             order by created_at desc, id desc limit 1000) m
           order by m.id desc`,
    values: [identityId],
  });

/** The facts about a scheduled message's sender that are checked again when it is due. */
export type DueSender = Pick<IdentityRow, 'send_policy'> &
  Narrow<Row<'messages', 'send_at'>, { send_at: string }> & {
    identity_status: Column<'identities', 'status'>;
    tenant_status: Column<'tenants', 'status'>;
    policy: IdentityRow['tenant']['policy'];
    /** Null when the sender address no longer belongs to the identity. */
    from_status: AddressRow['status'] | null;
  };

export const senderOfDue = (tx: Queryable, messageId: string): Promise<DueSender | null> =>
  tx.first<DueSender>({
    name: 'sending.sender_of_due',
    text: `select m.send_at, i.status as identity_status, i.send_policy, t.status as tenant_status, t.policy,
                  a.status as from_status
           from sends s join messages m on m.id = s.message_id join identities i on i.id = s.identity_id
           join tenants t on t.id = s.tenant_id
           left join addresses a on a.address = s.envelope_from and a.identity_id = s.identity_id
           where s.message_id = $1`,
    values: [messageId],
  });

/** How long, in milliseconds, statements of this transaction wait for a lock; 0 means without limit. */
export const limitLockWaits = (tx: Queryable, milliseconds: number): Promise<number> =>
  tx.run({
    name: 'sending.limit_lock_waits',
    text: `select set_config('lock_timeout', $1, true)`,
    values: [String(milliseconds)],
  });
