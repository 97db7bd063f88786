import { clip } from '#kernel/base/clip.ts';
import { type Queryable, raw, sql } from '#kernel/data/database.ts';
import type { Column, Narrow, Row } from '#kernel/data/row.ts';
import { bodyColumns, bodyFields, type StoredBodies, unpackBodies } from '#mailbox/messages/index.ts';
import type { GuardReason, GuardReasonName } from './schema.ts';

/** A received message whose content may be about to leave. */
export type CandidateRow = Narrow<
  Row<'messages', 'id' | 'thread_id' | 'created_at' | 'verification' | 'to' | 'cc' | 'reply_to'>,
  {
    verification: { code: string | null; link: string | null } | null;
    to: { address: string }[];
    cc: { address: string }[];
    reply_to: { address: string }[];
  }
> & {
  /** Lower case. */
  sender: string | null;
  verdict: string | null;
  automated: boolean;
  risk_flags: string[];
  /** Passages that steer, with their score. */
  steering: { passage: string; score: number }[];
  is_list: boolean;
  /** Its sender is an address of the same workspace. */
  is_own: boolean;
  /** How often the identity wrote to its sender. */
  written_to_sender: number;
  /** The identity wrote to somebody of its sender's organisation. */
  knows_organisation: boolean;
  /** When the key read it last. */
  read_at: string | null;
  /** Whether the text of a file is still being read, so that more may come. */
  is_incomplete: boolean;
  /** Its id with the number of its findings, which grows when the text of a file is read. */
  version: string;
  /** Null where the caller has the content already. */
  content: { text: string; html: string | null; files: string | null } | null;
};

export type CandidateQuery = {
  identity_id: string;
  key_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  since: string;
  /** The deployment's own domain, whose addresses belong to many workspaces. */
  mail_domain: string;
  /** Versions of messages whose content the caller has. */
  known: string[];
};

const READS = 60;
const RECENT = 60;
/** So many of the newest messages of a mailbox are looked at for received ones: a mailbox that only sends has none. */
const LOOKED_AT = 150;
const OF_THREAD = 20;
/** Characters of a text that are compared. */
const MOST_TEXT = 20_000;

/**
 * Received messages from which something may leave: those that the key read, the newest of the mailbox, and those of the
 * conversation. One statement for all sends that arrive together, each with a fixed number of rows.
 */
export const findCandidates = async (
  db: Queryable,
  queries: readonly CandidateQuery[],
): Promise<{ place: number; candidates: CandidateRow[] }[]> => {
  const rows = await db.rows<{ place: number; candidates: StoredCandidate[] }>({
    name: 'guard.candidates',
    text: `select w.place::int as place, coalesce(json_agg(row_to_json(t)) filter (where t.id is not null), '[]') as candidates
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, key_id text, thread_id text, message_id text,
             since timestamptz, mail_domain text, known text[])
           left join lateral (
             select m.id, m.thread_id, m.created_at, m.verification, m."to", m.cc, m.reply_to,
               lower(m."from"->>'address') as sender, m.trust->>'verdict' as verdict,
               coalesce((m.trust->>'automated')::boolean, false) as automated, m.triage->'risk_flags' as risk_flags,
               (select coalesce(json_agg(json_build_object('passage', e->>'passage', 'score', (e->>'score')::float8)), '[]')
                from jsonb_array_elements(coalesce(m.triage->'evidence', '[]')) e where e->>'flag' = 'prompt_injection') as steering,
               exists (select from jsonb_array_elements(m.headers) h where lower(h->>0) = 'list-id') as is_list,
               right(lower(m."from"->>'address'), length(w.mail_domain) + 1) = '@' || w.mail_domain
                 and exists (select from addresses a where a.address = lower(m."from"->>'address') and a.tenant_id = m.tenant_id) as is_own,
               coalesce(c.outbound_count, 0) as written_to_sender,
               exists (select from contacts k where k.identity_id = w.identity_id and k.organisation = c.organisation
                         and k.outbound_count > 0) as knows_organisation,
               ids.read_at,
               exists (select from attachments a where a.message_id = m.id and a.text_status = 'pending') as is_incomplete,
               ids.id || ' ' || jsonb_array_length(coalesce(m.triage->'evidence', '[]')) as version,
               case when not (ids.id || ' ' || jsonb_array_length(coalesce(m.triage->'evidence', '[]'))) = any(w.known) then json_build_object('subject', m.subject,
                 ${bodyFields('m', MOST_TEXT).map(([field, value]) => `'${field}', ${value}`)},
                 'files', (select left(string_agg(concat_ws(e'\\n', a.filename, left(p.text, 8000)), e'\\n'), 20000)
                           from attachments a left join attachment_pages p on p.attachment_id = a.id and p.page <= 4
                           where a.message_id = m.id)) end as content
             from (
               select id, max(read_at) as read_at from (
                 (select r.message_id as id, r.read_at from model_reads r
                  where r.key_id = w.key_id and r.identity_id = w.identity_id and r.read_at > w.since
                  order by r.read_at desc limit ${READS})
                 union all
                 (select n.id, null from (
                    select id, direction from messages where identity_id = w.identity_id
                    order by created_at desc, id desc limit ${LOOKED_AT}) n
                  where n.direction = 'inbound' limit ${RECENT})
                 union all
                 (select id, null from messages where thread_id = w.thread_id order by id desc limit ${OF_THREAD})
                 union all
                 (select w.message_id, null where w.message_id is not null)) as found
               group by id) ids
             join messages m on m.id = ids.id
             left join contacts c on c.identity_id = w.identity_id and c.address = lower(m."from"->>'address')
             where m.identity_id = w.identity_id and m.direction = 'inbound') t on true
           group by w.place order by w.place`,
    values: [JSON.stringify(queries.map((query, place) => ({ place, ...query })))],
  });
  return rows.map(({ place, candidates }) => ({ place, candidates: candidates.map(toCandidate) }));
};

type StoredCandidate = Omit<CandidateRow, 'content'> & {
  content: (StoredBodies & { subject: string; files: string | null }) | null;
};

function toCandidate({ content, ...row }: StoredCandidate): CandidateRow {
  if (content === null) return { ...row, content };
  const { text, html } = unpackBodies(content);
  const compared = clip(`${content.subject}\n${text}`, MOST_TEXT);
  return { ...row, content: { text: compared, html: html && clip(html, MOST_TEXT), files: content.files } };
}

/** What the identity knows of a recipient. */
export type RecipientFacts = {
  address: string;
  written: number;
  last_written_at: string | null;
  /** Visible mail came from there, and it was proven. */
  is_proven: boolean;
  /** An address of the same workspace, or of a domain that it has proven. */
  is_own: boolean;
  knows_organisation: boolean;
};

export type RecipientQuery = {
  identity_id: string;
  tenant_id: string;
  /** With their organisations. */
  recipients: { address: string; plain: string; organisation: string; domain: string }[];
  minutes_ago: string;
  week_ago: string;
};

export type RecipientAnswer = {
  place: number;
  recipients: RecipientFacts[];
  /** New recipients of the last minutes, and of the last week. */
  new_lately: number;
  new_in_week: number;
  /** Domains that the workspace has proven. */
  own_domains: string[];
};

/** What is known of the recipients of sends that arrive together, in one statement. */
export const findRecipientFacts = (
  db: Queryable,
  queries: readonly RecipientQuery[],
): Promise<RecipientAnswer[]> =>
  db.rows({
    name: 'guard.recipients',
    text: `select w.place,
             (select coalesce(json_agg(json_build_object('address', r.address, 'written', coalesce(c.outbound_count, 0),
                'last_written_at', c.last_outbound_at,
                'is_proven', c.inbound_count > 0 and exists (
                   select from messages m where m.thread_id = c.last_thread_id and m.direction = 'inbound'
                     and lower(m."from"->>'address') = c.address and m.trust->>'verdict' = 'pass'),
                'is_own', exists (select from addresses a where a.address = r.plain and a.tenant_id = w.tenant_id)
                  or r.domain = any(own.domains) or r.organisation = any(own.domains),
                'knows_organisation', exists (
                   select from contacts k where k.identity_id = w.identity_id and k.organisation = r.organisation
                     and k.outbound_count > 0))), '[]')
              from jsonb_to_recordset(w.recipients) as r (address text, plain text, organisation text, domain text)
              left join contacts c on c.identity_id = w.identity_id and c.address = r.address) as recipients,
             (select count(*)::int from (
                select first_seen_at, outbound_count from contacts
                where identity_id = w.identity_id and last_seen_at > w.minutes_ago
                order by last_seen_at desc limit 200) c
              where c.first_seen_at > w.minutes_ago and c.outbound_count > 0) as new_lately,
             (select count(*)::int from (
                select first_seen_at, outbound_count from contacts
                where identity_id = w.identity_id and last_seen_at > w.week_ago
                order by last_seen_at desc limit 500) c
              where c.first_seen_at > w.week_ago and c.outbound_count > 0) as new_in_week,
             own.domains as own_domains
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, tenant_id text, recipients jsonb,
             minutes_ago timestamptz, week_ago timestamptz)
           cross join lateral (
             select coalesce(array_agg(d.domain), '{}') as domains from domains d
             where d.tenant_id = w.tenant_id and d.proven_at is not null and d.removing_at is null) own
           order by w.place`,
    values: [JSON.stringify(queries.map((query, place) => ({ place, ...query })))],
  });

/** The text of received messages: only for sends that something speaks against. */
export async function findTexts(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<Row<'messages', 'id' | 'subject'> & StoredBodies>({
    name: 'guard.texts',
    text: `select id, subject, extracted_text, ${bodyColumns('messages')} from messages where id = any($1::text[])`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, subject, ...bodies }) => [
      id,
      clip(`${subject}\n${unpackBodies(bodies).text}`, MOST_TEXT),
    ]),
  );
}

export type SentRow = Row<'messages', 'id' | 'created_at'> & {
  text: string;
  recipients: string[];
  thread_id: Column<'messages', 'thread_id'>;
};

/** What the identity sent lately, newest first. Only for sends that something speaks against, or that repeat themselves. */
export async function findSent(
  db: Queryable,
  identityId: string,
  since: Date,
  most: number,
): Promise<SentRow[]> {
  const rows = await db.rows<Omit<SentRow, 'text'> & StoredBodies>(sql`
    select id, extracted_text, ${raw(bodyColumns('messages'))}, created_at, thread_id,
      array(select lower(p->>'address') from jsonb_array_elements("to" || cc || bcc) p) as recipients
    from messages
    where identity_id = ${identityId} and created_at > ${since} and direction = 'outbound' and status <> 'canceled'
    order by created_at desc, id desc limit ${most}`);
  return rows.map(({ extracted_text, text, html, packed, ...row }) => ({
    ...row,
    text: clip(unpackBodies({ extracted_text, text, html, packed }).text, MOST_TEXT),
  }));
}

/** The largest file that is compared byte by byte; larger ones are the same when they have the same size. */
const COMPARED = 256 * 1024;

/** Received files among these messages that are the same as outgoing ones. */
export const findSameFiles = (
  db: Queryable,
  messageIds: readonly string[],
  files: readonly { size: number; sha256: string | null; blob_id: string | null }[],
): Promise<Row<'attachments', 'message_id' | 'filename'>[]> =>
  db.rows({
    name: 'guard.same_files',
    text: `select distinct a.message_id, a.filename
           from jsonb_to_recordset($2::jsonb) as f (size int, sha256 text, blob_id text)
           join attachments a on a.message_id = any($1::text[]) and a.size = f.size
           left join blobs b on b.id = a.blob_id and a.size <= ${COMPARED}
           where a.blob_id = f.blob_id or a.size > ${COMPARED} or encode(sha256(b.content), 'hex') = f.sha256`,
    values: [messageIds, JSON.stringify(files)],
  });

export type GuardedSends = {
  flagged: number;
  held: number;
  reasons: { reason: GuardReasonName; count: number }[];
  examples: (Row<'messages', 'identity_id' | 'thread_id' | 'subject'> & {
    message_id: string;
    at: string;
    recipients: string[];
    holds: boolean;
    reasons: GuardReason[];
  })[];
};

/** Verdicts that are counted, and messages that are shown. */
const COUNTED = 5_000;
const SHOWN = 20;

/** Sends of a tenant that the guard had something to say about. */
export const findGuarded = async (db: Queryable, tenantId: string, since: Date): Promise<GuardedSends> =>
  (await db.first<GuardedSends>(sql`
    with flagged as materialized (
      select message_id, created_at, guard from sends
      where tenant_id = ${tenantId} and created_at > ${since} and guard is not null
      order by created_at desc limit ${COUNTED})
    select count(*)::int as flagged, count(*) filter (where (guard->>'holds')::boolean)::int as held,
      (select coalesce(json_agg(r order by r.count desc, r.reason), '[]') from (
         select e->>'reason' as reason, count(distinct f.message_id)::int as count
         from flagged f cross join lateral jsonb_array_elements(f.guard->'reasons') e group by 1) r) as reasons,
      (select coalesce(json_agg(x), '[]') from (
         select f.message_id, m.identity_id, m.thread_id, f.created_at as at, m.subject,
           array(select p->>'address' from jsonb_array_elements(m."to" || m.cc || m.bcc) p limit 5) as recipients,
           coalesce((f.guard->>'holds')::boolean, false) as holds, f.guard->'reasons' as reasons
         from (select * from flagged order by created_at desc limit ${SHOWN}) f
         join messages m on m.id = f.message_id order by f.created_at desc) x) as examples
    from flagged`))!;
