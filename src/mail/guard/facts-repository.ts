import { clip } from '#kernel/base/clip.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { bodyFields, type StoredBodies, unpackBodies } from '#mailbox/messages/index.ts';
import { MOST_TEXT } from './repository.ts';

/** What does not change of a received message whose content may be about to leave. */
export type ReceivedRow = Narrow<
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
  sender_name: string | null;
  verdict: string | null;
  /** It takes the name or the look of somebody whom the mailbox knows (`trust.flags`). */
  is_disguised: boolean;
  automated: boolean;
  risk_flags: string[];
  /** Passages that steer, with their score. */
  steering: { passage: string; score: number }[];
  is_list: boolean;
  /** Its sender is an address of the same workspace. */
  is_own: boolean;
};

/** What the identity has to do with it now. */
export type Standing = {
  id: string;
  /** How often the identity wrote to its sender. */
  written_to_sender: number;
  /** How many messages came from its sender, this one among them. */
  came_from_sender: number;
  /** The identity wrote to somebody of its sender's organisation. */
  knows_organisation: boolean;
  /** When the key read it last. */
  read_at: string | null;
  /** Whether the text of a file is still being read, so that more may come. */
  is_incomplete: boolean;
  /** Its id with the transaction that wrote it last: its findings change when the text of a file is read. */
  version: string;
};

export type Content = { text: string; html: string | null; files: string | null };

export type CandidateRow = Standing & {
  /** Null where the caller has them already. */
  received: ReceivedRow | null;
  content: Content | null;
};

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
  name: string | null;
};

export type RecipientQuery = {
  identity_id: string;
  tenant_id: string;
  minutes_ago: string;
  week_ago: string;
  /** With their organisations. */
  recipients: (Row<'contacts', 'address'> & { plain: string; organisation: string; domain: string })[];
};

export type RecipientAnswer = {
  recipients: RecipientFacts[];
  /** New recipients of the last minutes, and of the last week, which is counted only when those of minutes are many. */
  new_lately: number;
  new_in_week: number;
  /** Domains that the workspace has proven. */
  own_domains: string[];
  /** Whether the mailbox has received anything. Where it has not, there are no candidates. */
  has_mail: boolean;
};

export type CandidateQuery = Row<'messages', 'identity_id' | 'tenant_id'> & {
  key_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  since: string;
  /** The deployment's own domain, whose addresses belong to many workspaces. */
  mail_domain: string;
  /** Versions of messages that the caller has, as keys: Postgres finds them in a sorted object faster than in a list. */
  known: Record<string, 0>;
};

/** So many new recipients in minutes are no burst for anybody. */
export const FEW = 10;
const READS = 60;
const RECENT = 60;
const OF_THREAD = 20;

/**
 * The messages are those that the key read, the newest of the mailbox, and those of the conversation. What the caller has is
 * not read again. The limits of the inner statements keep the order of the joins: first the few ids, then a row for each.
 */
const candidates = `
  select coalesce(json_agg(row_to_json(t)), '[]') as candidates from (
    select ids.id, ids.read_at, m.version,
      coalesce(c.outbound_count, 0) as written_to_sender, coalesce(c.inbound_count, 0) as came_from_sender,
      coalesce(c.outbound_count, 0) > 0 or exists (
        select from contacts k where k.identity_id = w.identity_id and k.organisation = c.organisation
          and k.outbound_count > 0) as knows_organisation,
      not m.is_known and exists (
        select from attachments a where a.message_id = m.id and a.text_status = 'pending') as is_incomplete,
      case when m.is_known then null else json_build_object('id', m.id, 'thread_id', m.thread_id, 'created_at', m.created_at,
        'verification', m.verification, 'to', m."to", 'cc', m.cc, 'reply_to', m.reply_to,
        'sender', m.sender, 'sender_name', m."from"->>'name', 'verdict', m.trust->>'verdict',
        'is_disguised', coalesce(m.trust->'flags' ?| array['display_name_spoof', 'lookalike_domain'], false),
        'automated', coalesce((m.trust->>'automated')::boolean, false), 'risk_flags', m.triage->'risk_flags',
        'steering', (
          select coalesce(json_agg(json_build_object('passage', e->>'passage', 'score', (e->>'score')::float8)), '[]')
          from jsonb_array_elements(coalesce(m.triage->'evidence', '[]')) e where e->>'flag' = 'prompt_injection'),
        'is_list', exists (select from jsonb_array_elements(m.headers) h where lower(h->>0) = 'list-id'),
        'is_own', right(m.sender, length(w.mail_domain) + 1) = '@' || w.mail_domain and exists (
          select from addresses a where a.address = m.sender and a.tenant_id = w.tenant_id)) end as received,
      case when m.is_known then null else json_build_object('subject', m.subject,
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
        (select id, null from messages where identity_id = w.identity_id and direction = 'inbound'
         order by created_at desc, id desc limit ${RECENT})
        union all
        (select id, null from messages where thread_id = w.thread_id order by id desc limit ${OF_THREAD})
        union all
        (select w.message_id, null where w.message_id is not null)) as found
      group by id) ids
    cross join lateral (
      select v.*, w.known ? v.version as is_known from (
        select m.*, lower(m."from"->>'address') as sender, m.id || ' ' || m.xmin as version
        from messages m where m.id = ids.id limit 1) v) m
    left join lateral (
      select outbound_count, inbound_count, organisation from contacts c
      where c.identity_id = w.identity_id and c.address = m.sender limit 1) c on true
    where m.identity_id = w.identity_id and m.direction = 'inbound') t`;

const recipients = `
  select coalesce(json_agg(json_build_object('address', r.address, 'written', coalesce(c.outbound_count, 0),
    'last_written_at', c.last_outbound_at, 'name', c.name,
    'is_proven', coalesce(c.inbound_count, 0) > 0 and exists (
      select from messages m where m.thread_id = c.last_thread_id and m.direction = 'inbound'
        and lower(m."from"->>'address') = c.address and m.trust->>'verdict' = 'pass'),
    'is_own', r.domain = any(own.domains) or r.organisation = any(own.domains)
      or exists (select from addresses a where a.address = r.plain and a.tenant_id = w.tenant_id),
    'knows_organisation', exists (
      select from contacts k where k.identity_id = w.identity_id and k.organisation = r.organisation
        and k.outbound_count > 0))), '[]')
  from jsonb_to_recordset(w.recipients) as r (address text, plain text, organisation text, domain text)
  left join lateral (
    select * from contacts c where c.identity_id = w.identity_id and c.address = r.address limit 1) c on true`;

/** New recipients since a time, of at most so many contacts that were met since then. */
const added = (since: string, most: number): string => `
  select count(*)::int from (
    select first_seen_at, outbound_count from contacts
    where identity_id = w.identity_id and last_seen_at > ${since}
    order by last_seen_at desc limit ${most}) c
  where c.first_seen_at > ${since} and c.outbound_count > 0`;

/**
 * What is known of the recipients, in one statement for all sends that arrive together. `has_mail` is no `exists`, which
 * Postgres may answer with a list of all mailboxes.
 */
export const findRecipientFacts = (
  db: Queryable,
  queries: readonly RecipientQuery[],
): Promise<RecipientAnswer[]> =>
  db.rows({
    name: 'guard.recipients',
    text: `select (${recipients}) as recipients, lately.count as new_lately,
             case when lately.count + jsonb_array_length(w.recipients) > ${FEW} then (${added('w.week_ago', 500)})
             else lately.count end as new_in_week, own.domains as own_domains,
             (select true from messages m where m.identity_id = w.identity_id and m.direction = 'inbound' limit 1)
               is not null as has_mail
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, tenant_id text, minutes_ago timestamptz,
             week_ago timestamptz, recipients jsonb)
           cross join lateral (
             select coalesce(array_agg(d.domain), '{}') as domains from domains d
             where d.tenant_id = w.tenant_id and d.proven_at is not null and d.removing_at is null) own
           cross join lateral (${added('w.minutes_ago', 200)}) lately (count)
           order by w.place`,
    values: [JSON.stringify(queries.map((query, place) => ({ place, ...query })))],
  });

/** What may be about to leave, in one statement for all sends that arrive together, each with a fixed number of rows. */
export const findCandidates = async (
  db: Queryable,
  queries: readonly CandidateQuery[],
): Promise<CandidateRow[][]> => {
  const rows = await db.rows<{ candidates: StoredCandidate[] }>({
    name: 'guard.candidates',
    text: `select f.candidates
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, tenant_id text, key_id text, thread_id text,
             message_id text, since timestamptz, mail_domain text, known jsonb)
           cross join lateral (${candidates}) f
           order by w.place`,
    values: [JSON.stringify(queries.map((query, place) => ({ place, ...query })))],
  });
  return rows.map((row) => row.candidates.map(toCandidate));
};

type StoredCandidate = Omit<CandidateRow, 'content'> & {
  content: (StoredBodies & { subject: string; files: string | null }) | null;
};

function toCandidate({ content, ...row }: StoredCandidate): CandidateRow {
  if (content === null) return { ...row, content };
  const bodies = unpackBodies(content);
  const compared = clip(`${content.subject}\n${bodies.text}`, MOST_TEXT);
  return {
    ...row,
    content: { text: compared, html: bodies.html && clip(bodies.html, MOST_TEXT), files: content.files },
  };
}
