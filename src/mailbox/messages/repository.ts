import { createBatchers, endOfTurn } from '#kernel/data/batcher.ts';
import { empty, type Queryable, quickly, raw, type Sql, type Statement, sql } from '#kernel/data/database.ts';
import { columnsOf, type Filter, type Narrow, type Row } from '#kernel/data/row.ts';
import type { StorageFormat } from '#kernel/data/storage-format.ts';
import { bodyColumns, packedColumn, packedTextColumn } from './bodies.ts';
import { opened, type PackedRow, withText } from './opened.ts';
import { type MessageRow, messageColumns, type NewMessage, toStored } from './stored-message.ts';

/**
 * Inserts messages. A message that the identity already has (same bytes, a retry by the sender) is skipped.
 * @returns the ids that were stored
 */
export async function insertMessages(
  db: Queryable,
  messages: readonly NewMessage[],
  format: StorageFormat,
): Promise<Set<string>> {
  const rows = await db.rows<Row<'messages', 'id'>>({
    name: 'messages.insert',
    text: `insert into messages (${messageColumns.names})
           select ${messageColumns.fromRecord} from jsonb_to_recordset($1::jsonb) as r (${messageColumns.types})
           on conflict (identity_id, content_hash) do nothing
           returning id`,
    values: [JSON.stringify(messages.map((message) => toStored(message, format.current)))],
  });
  return new Set(rows.map((row) => row.id));
}

/** The options of a read: `review` includes quarantined mail, the others add large columns. */
export type ReadOptions = { review: boolean; quoted: boolean; html: boolean; headers: boolean };

export const readColumns = columnsOf(
  'messages',
  'id',
  'thread_id',
  'identity_id',
  'tenant_id',
  'direction',
  'status',
  'from',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'delivered_to',
  'is_primary_recipient',
  'subject',
  'sent_at',
  'received_at',
  'send_at',
  'extracted_text',
  'labels',
  'kind',
  'is_read',
  'trust',
  'triage',
  'refs',
  'rfc_message_id',
  'in_reply_to',
  'references',
  'flags',
  'metadata',
  'raw_id',
  'quarantine_reason',
  'approval',
  'created_at',
).of('m');

export const attachmentsOf = `
  (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type, 'size', a.size,
     'disposition', a.disposition, 'content_id', a.content_id, 'text_status', a.text_status, 'pages', a.pages, 'risk', a.risk) order by a.position), '[]')
   from attachments a where a.message_id = m.id) as attachments`;

export const deliveriesOf = `
  case when m.direction = 'outbound' then
    (select coalesce(json_agg(json_build_object('address', d.address, 'field', d.field, 'status', d.status, 'reason', d.reason,
       'smtp_code', d.smtp_code, 'enhanced_code', d.enhanced_code, 'bounce_type', d.bounce_type,
       'updated_at', d.updated_at) order by d.position), '[]')
     from deliveries d where d.message_id = m.id) end as deliveries`;

/** Columns that only reviewers see (spec 2.6). */
const keptBack = `m.status in ('quarantined', 'hidden', 'throttled')`;

/** `review` is the parameter that says whether quarantined, hidden and throttled mail is visible. */
const visible = (review: string): string => `(${review}::boolean or not ${keptBack})`;

/**
 * Selects each row as one JSON value, which Postgres writes and we parse in half the time that thirty columns take
 * (bench/read-message.ts). Times are RFC 3339 with the session's offset; the output schema converts them to UTC.
 */
export const asJson = (select: string): string => `select row_to_json(t) as row from (${select}) t`;

export async function messagesOf<Found = MessageRow>(db: Queryable, statement: Statement): Promise<Found[]> {
  const rows = await db.rows<{ row: Found }>(statement);
  return rows.map(({ row }) => row);
}

type RequestedMessage = ReadOptions & { identityId: string; messageId: string };

/**
 * One message of an identity, or null when it is missing or not visible to the caller. It is one indexed statement,
 * which concurrent callers share, because the round trip is more than half of the cost of a small read
 * (bench/README.md).
 */
export const findMessage = (
  db: Queryable,
  identityId: string,
  messageId: string,
  options: ReadOptions,
): Promise<MessageRow | null> => batchedMessage(db, { ...options, identityId, messageId });

/** The maximum number of messages read at once, because each may have megabytes of text. */
const MAX_READS = 32;
const batchedMessage = createBatchers(findMessages, MAX_READS, endOfTurn);

async function findMessages(
  db: Queryable,
  requested: readonly RequestedMessage[],
): Promise<(MessageRow | null)[]> {
  const rows = await quickly(db).rows<{ place: number; row: PackedRow }>({
    name: 'messages.find',
    text: `select w.place, row_to_json(t) as row
           from unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[]) with ordinality
             as w (identity_id, message_id, review, quoted, html, headers, place)
           cross join lateral (
             select ${readColumns.names}, ${attachmentsOf}, ${deliveriesOf},
               case when w.quoted then m.text end as text,
               case when w.html then m.html end as html,
               case when w.quoted or w.html or w.headers then ${packedColumn('m')} else ${packedTextColumn('m')} end as packed,
               case when w.headers then m.headers end as headers
             from messages m where m.id = w.message_id and m.identity_id = w.identity_id and ${visible('w.review')}) t`,
    values: [
      requested.map(({ identityId }) => identityId),
      requested.map(({ messageId }) => messageId),
      requested.map(({ review }) => review),
      requested.map(({ quoted }) => quoted),
      requested.map(({ html }) => html),
      requested.map(({ headers }) => headers),
    ],
  });
  const byPlace = new Map(rows.map(({ place, row }) => [place, opened(row, requested[place - 1]!)]));
  return requested.map((_, index) => byPlace.get(index + 1) ?? null);
}

const summary = columnsOf(
  'messages',
  'id',
  'thread_id',
  'direction',
  'status',
  'from',
  'to',
  'cc',
  'delivered_to',
  'is_primary_recipient',
  'subject',
  'sent_at',
  'received_at',
  'kind',
  'labels',
  'in_reply_to',
  'flags',
);

/** The summary of a message for events, whoever may see it. */
export type MessageSummary = Pick<MessageRow, (typeof summary.keys)[number]>;

/** The columns of a summary, for statements that have the table under the given name. */
export const summaryColumns = (alias: string): string => summary.of(alias).names;

/** Messages of a thread, oldest first, after the given id. */
export const listThreadMessages = async (
  db: Queryable,
  threadId: string,
  options: ReadOptions & { afterId: string | null; take: number },
): Promise<MessageRow[]> => {
  const rows = await messagesOf<PackedRow>(db, {
    name: 'messages.list_thread',
    text: asJson(`select ${readColumns.names}, ${attachmentsOf}, ${deliveriesOf},
             case when $4::boolean then m.text end as text, case when $6::boolean then m.html end as html,
             case when $4::boolean or $6::boolean then ${packedColumn('m')} else ${packedTextColumn('m')} end as packed
           from messages m
           where m.thread_id = $1 and ($2::text is null or m.id > $2) and ${visible('$3')}
           order by m.id limit $5`),
    values: [threadId, options.afterId, options.review, options.quoted, options.take, options.html],
  });
  return rows.map((row) => opened(row, options));
};

/**
 * These messages with all stored parts, oldest first. Quarantined, hidden and throttled ones are included only for
 * reviewers.
 */
export const findWholeMessages = async (
  db: Queryable,
  ids: readonly string[],
  review: boolean,
): Promise<MessageRow[]> => {
  const rows = await messagesOf<PackedRow>(db, {
    name: 'messages.find_whole',
    text: asJson(`select ${readColumns.names}, ${attachmentsOf}, ${deliveriesOf}, ${bodyColumns('m')}, m.headers
           from messages m where m.id = any($1::text[]) and ${visible('$2')}
           order by m.created_at, m.id`),
    values: [ids, review],
  });
  return rows.map((row) => opened(row, { quoted: true, html: true }));
};

export type ThreadingFields = Row<'messages', 'rfc_message_id' | 'in_reply_to' | 'references'>;

/**
 * The message to which a new message in the thread replies: the newest one that the caller can see, or null. Hidden
 * and throttled messages are never replied to, regardless of the caller (spec 4.6, send rule 7).
 */
export const findNewestOfThread = (
  db: Queryable,
  threadId: string,
  review: boolean,
): Promise<ThreadingFields | null> =>
  db.first<ThreadingFields>({
    name: 'messages.newest_of_thread',
    text: `select m.rfc_message_id, m.in_reply_to, m."references"
           from messages m
           where m.thread_id = $1 and m.status not in ('hidden', 'throttled') and ${visible('$2')}
           order by m.id desc limit 1`,
    values: [threadId, review],
  });

/** The newest received message of a thread that triage flagged, with its flags. Sign-in codes do not count as a risk. */
export const findRiskInThread = (
  db: Queryable,
  threadId: string,
): Promise<{ message_id: string; flags: string[] } | null> =>
  db.first({
    name: 'messages.risk_in_thread',
    text: `select m.id as message_id, f.flags
           from messages m cross join lateral (
             select array(select flag from jsonb_array_elements_text(m.triage->'risk_flags') flag where flag <> 'otp') as flags) f
           where m.thread_id = $1 and m.direction = 'inbound' and f.flags <> '{}'
           order by m.id desc limit 1`,
    values: [threadId],
  });

export type QuarantineItem = MessageRow &
  Narrow<Row<'messages', 'quarantine_reason'>, { quarantine_reason: string }>;

/** Quarantined messages of an identity, newest first. */
export const listQuarantine = async (
  db: Queryable,
  identityId: string,
  before: [string, string] | null,
  take: number,
): Promise<QuarantineItem[]> => {
  const rows = await messagesOf<PackedRow<QuarantineItem>>(db, {
    name: 'messages.list_quarantine',
    text: asJson(`select ${readColumns.names}, ${attachmentsOf}, null as deliveries, null as text, null as html,
             ${packedTextColumn('m')} as packed
           from messages m
           where m.identity_id = $1 and m.status = 'quarantined'
             and ($2::timestamptz is null or (m.created_at, m.id) < ($2, $3))
           order by m.created_at desc, m.id desc limit $4`),
    values: [identityId, before?.[0] ?? null, before?.[1] ?? null, take],
  });
  return rows.map(withText);
};

export type MessageFilters = Filter<'messages', 'status' | 'thread_id'> & {
  direction?: 'inbound' | 'outbound' | undefined;
  label?: string | undefined;
  is_unread?: boolean | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

export type ListOptions = MessageFilters & { review: boolean; beyond: [string, string] | null; take: number };

/** The same with SQL expressions for the end of the previous page and the length. */
export type PageOptions = MessageFilters & {
  review: boolean;
  beyond: readonly [string | Sql, string | Sql] | null;
  take: number | Sql;
};

/** The requested page, for a statement that has the table as `m`; `beyond` is the end of the previous page. */
export function pageOfMessages(identityId: string | Sql, options: PageOptions): Sql {
  const { beyond } = options;
  const when = <T>(value: T | undefined, condition: (value: T) => Sql): Sql =>
    value === undefined ? empty : sql`and ${condition(value)}`;
  return sql`
      where m.identity_id = ${identityId} ${options.review ? empty : raw(`and not ${keptBack}`)}
        ${beyond ? sql`and (m.created_at, m.id) < (${beyond[0]}::timestamptz, ${beyond[1]})` : empty}
        ${when(options.direction, (direction) => sql`m.direction = ${direction}`)}
        ${when(options.status, (status) => sql`m.status = ${status}`)}
        ${when(options.label, (label) => sql`${label} = any(m.labels)`)}
        ${when(options.thread_id, (threadId) => sql`m.thread_id = ${threadId}`)}
        ${when(options.is_unread, (unread) => sql`m.is_read = ${!unread}`)}
        ${when(options.after, (time) => sql`m.created_at > ${time}::timestamptz`)}
        ${when(options.before, (time) => sql`m.created_at < ${time}::timestamptz`)}
      order by m.created_at desc, m.id desc
      limit ${options.take}`;
}

/** Messages of an identity, newest first; `beyond` is `created_at` and id of the last row of the previous page. */
export const listMessages = async (
  db: Queryable,
  identityId: string,
  options: ListOptions,
): Promise<MessageRow[]> => {
  const rows = await messagesOf<PackedRow>(
    db,
    sql`
    select row_to_json(t) as row from (
      select ${readColumns.sql}, ${raw(attachmentsOf)}, ${raw(deliveriesOf)}, null as text, null as html,
        ${raw(packedTextColumn('m'))} as packed
      from messages m ${pageOfMessages(identityId, options)}) t`,
  );
  return rows.map(withText);
};

/** The changes that a reader can make; `read` undefined leaves the read state alone. */
export type ReaderChange = { labels_add: string[]; labels_remove: string[]; read?: boolean | undefined };

/** Selects one message of a thread, or all that the caller sees. */
export type Selection = { threadId: string; messageId: string | null; review: boolean };

/**
 * Changes labels and the read state of messages, removals first; a label keeps its position in the list. The thread
 * must be locked, so that concurrent changes do not mix. Sent messages stay read when a whole thread is marked as unread.
 * @returns the largest number of labels that any of these messages now has
 */
export async function changeMessages(
  tx: Queryable,
  selection: Selection,
  change: ReaderChange,
): Promise<number> {
  const row = await tx.first<{ most: number }>({
    name: 'messages.change',
    text: `with requested as (
             select m.id, l.labels,
               case when $6::boolean is null or ($2::text is null and m.direction = 'outbound') then m.is_read else $6 end as is_read
             from messages m cross join lateral (
               select array(
                 select label
                 from unnest(array(select kept from unnest(m.labels) kept where kept <> all($4::text[])) || $5::text[])
                   with ordinality as u (label, place)
                 group by label order by min(place)) as labels) l
             where m.thread_id = $1 and ($2::text is null or m.id = $2) and ${visible('$3')}),
           changed as (
             update messages m set labels = w.labels, is_read = w.is_read from requested w
             where m.id = w.id and (m.labels is distinct from w.labels or m.is_read <> w.is_read))
           select coalesce(max(cardinality(labels)), 0) as most from requested`,
    values: [
      selection.threadId,
      selection.messageId,
      selection.review,
      change.labels_remove,
      change.labels_add,
      change.read ?? null,
    ],
  });
  return row!.most;
}

/**
 * Lets agents see a quarantined message. Its thread must be locked, and counted again afterwards.
 * @returns the part of the message that `wait` may report from now on
 */
export const releaseMessage = (
  tx: Queryable,
  messageId: string,
): Promise<Pick<NewMessage, 'verification'> | null> =>
  tx.first({
    name: 'messages.release',
    text: `update messages
           set status = 'received', quarantine_reason = null, trust = jsonb_set(trust, '{quarantined}', 'false')
           where id = $1 and status = 'quarantined'
           returning verification`,
    values: [messageId],
  });
