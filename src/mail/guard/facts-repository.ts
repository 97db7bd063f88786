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

export type Content = { text: string; html: string | null; files: string | null };

/** A received message with all that the rules need of it. */
export type ContentRow = Row<'messages', 'id'> & {
  version: string;
  /** Whether the text of a file is still being read, so that more may come. */
  is_incomplete: boolean;
  received: ReceivedRow;
  content: Content;
};

export type MailboxQuery = Row<'messages', 'identity_id'> & {
  key_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  /** Reads before it do not count. */
  since: string;
  minutes_ago: string;
  /** The recipients, as contacts are kept. */
  addresses: string[];
};

export type MailboxAnswer = {
  /** Recipients that are contacts: the address, how often the identity wrote there, and when last. */
  written: [address: string, count: number, last: string | null][];
  /** New recipients of the last minutes. */
  new_lately: number;
  /** Received messages whose content may be about to leave: id, version, and the second when the key read it. */
  mail: string | null;
};

export type PeopleQuery = Row<'messages', 'identity_id' | 'tenant_id'> & {
  week_ago: string;
  /** With their organisations. */
  recipients: (Row<'contacts', 'address'> & { plain: string; organisation: string; domain: string })[];
  senders: string[];
  organisations: string[];
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
  name: string | null;
};

export type PeopleAnswer = {
  recipients: RecipientFacts[];
  /** Senders that are contacts: the address, how often the identity wrote there, and how many messages came from there. */
  senders: [address: string, written: number, came: number][];
  /** Those of the organisations to which the identity has written. */
  organisations: string[];
  new_in_week: number;
  /** Domains that the workspace has proven. */
  own_domains: string[];
};

export type ContentQuery = Row<'messages', 'identity_id' | 'tenant_id'> & {
  /** The deployment's own domain, whose addresses belong to many workspaces. */
  mail_domain: string;
  ids: string[];
};

/** So many new recipients in minutes are no burst for anybody. */
export const FEW = 10;
const READS = 60;
const RECENT = 60;
const OF_THREAD = 20;

/** New recipients since a time, of at most so many contacts that were met since then. */
const added = (since: string, most: number): string => `
  select count(*)::int from (
    select first_seen_at, outbound_count from contacts
    where identity_id = w.identity_id and last_seen_at > ${since}
    order by last_seen_at desc limit ${most}) c
  where c.first_seen_at > ${since} and c.outbound_count > 0`;

/** Those that the key read, the newest of the mailbox, and those of the conversation, in this order. */
const mail = `
  select string_agg(concat_ws(' ', f.id, f.version, extract(epoch from f.read_at)), ',') from (
    (select m.id, m.xmin as version, r.read_at from (
       select message_id, read_at from model_reads
       where key_id = w.key_id and identity_id = w.identity_id and read_at > w.since
       order by read_at desc limit ${READS}) r
     cross join lateral (select id, xmin, identity_id, direction from messages where id = r.message_id limit 1) m
     where m.identity_id = w.identity_id and m.direction = 'inbound')
    union all
    (select id, xmin, null from messages
     where identity_id = w.identity_id and direction = 'inbound'
     order by created_at desc, id desc limit ${RECENT})
    union all
    (select id, xmin, null from (
       select id, xmin, identity_id, direction from messages where thread_id = w.thread_id order by id desc limit ${OF_THREAD}) m
     where m.identity_id = w.identity_id and m.direction = 'inbound')
    union all
    (select id, xmin, null from messages
     where id = w.message_id and identity_id = w.identity_id and direction = 'inbound')) f`;

/** What every send asks: whether there is anything to compare it with. One statement for all sends that arrive together. */
export const findMailboxes = (db: Queryable, queries: readonly MailboxQuery[]): Promise<MailboxAnswer[]> =>
  db.rows({
    name: 'guard.mailboxes',
    text: `select (
             select coalesce(json_agg(json_build_array(c.address, c.outbound_count, c.last_outbound_at)), '[]') from contacts c
             where c.identity_id = w.identity_id and c.address = any(w.addresses)) as written,
             (${added('w.minutes_ago', 200)}) as new_lately, (${mail}) as mail
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, key_id text, thread_id text, message_id text,
             since timestamptz, minutes_ago timestamptz, addresses text[])
           order by w.place`,
    values: [numbered(queries)],
  });

const numbered = (queries: readonly object[]): string =>
  JSON.stringify(queries.map((query, place) => ({ place, ...query })));

const recipients = `
  select coalesce(json_agg(json_build_object('address', r.address, 'written', coalesce(c.outbound_count, 0),
    'last_written_at', c.last_outbound_at, 'name', c.name,
    'is_proven', coalesce(c.inbound_count, 0) > 0 and exists (
      select from messages m where m.thread_id = c.last_thread_id and m.direction = 'inbound'
        and lower(m."from"->>'address') = c.address and m.trust->>'verdict' = 'pass'),
    'is_own', r.domain = any(own.domains) or r.organisation = any(own.domains)
      or exists (select from addresses a where a.address = r.plain and a.tenant_id = w.tenant_id))), '[]')
  from jsonb_to_recordset(w.recipients) as r (address text, plain text, organisation text, domain text)
  left join lateral (
    select * from contacts c where c.identity_id = w.identity_id and c.address = r.address limit 1) c on true`;

/** What is known of recipients and of the senders of received mail, for sends that something may speak against. */
export const findPeople = (db: Queryable, queries: readonly PeopleQuery[]): Promise<PeopleAnswer[]> =>
  db.rows({
    name: 'guard.people',
    text: `select (${recipients}) as recipients, (
             select coalesce(json_agg(json_build_array(s.address, c.outbound_count, c.inbound_count)), '[]')
             from unnest(w.senders) as s (address)
             cross join lateral (
               select outbound_count, inbound_count from contacts k
               where k.identity_id = w.identity_id and k.address = s.address limit 1) c) as senders, (
             select coalesce(json_agg(o.name), '[]') from unnest(w.organisations) as o (name)
             where exists (select from contacts k where k.identity_id = w.identity_id and k.organisation = o.name
               and k.outbound_count > 0)) as organisations,
             (${added('w.week_ago', 500)}) as new_in_week, own.domains as own_domains
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, tenant_id text, week_ago timestamptz,
             recipients jsonb, senders text[], organisations text[])
           cross join lateral (
             select coalesce(array_agg(d.domain), '{}') as domains from domains d
             where d.tenant_id = w.tenant_id and d.proven_at is not null and d.removing_at is null) own
           order by w.place`,
    values: [numbered(queries)],
  });

/** The limit keeps the order of the joins: first the few ids, then a row for each. */
const contents = `
  select coalesce(json_agg(row_to_json(t)), '[]') as contents from (
    select m.id, m.version,
      exists (select from attachments a where a.message_id = m.id and a.text_status = 'pending') as is_incomplete,
      json_build_object('id', m.id, 'thread_id', m.thread_id, 'created_at', m.created_at,
        'verification', m.verification, 'to', m."to", 'cc', m.cc, 'reply_to', m.reply_to,
        'sender', m.sender, 'sender_name', m."from"->>'name', 'verdict', m.trust->>'verdict',
        'is_disguised', coalesce(m.trust->'flags' ?| array['display_name_spoof', 'lookalike_domain'], false),
        'automated', coalesce((m.trust->>'automated')::boolean, false), 'risk_flags', m.triage->'risk_flags',
        'steering', (
          select coalesce(json_agg(json_build_object('passage', e->>'passage', 'score', (e->>'score')::float8)), '[]')
          from jsonb_array_elements(coalesce(m.triage->'evidence', '[]')) e where e->>'flag' = 'prompt_injection'),
        'is_list', exists (select from jsonb_array_elements(m.headers) h where lower(h->>0) = 'list-id'),
        'is_own', right(m.sender, length(w.mail_domain) + 1) = '@' || w.mail_domain and exists (
          select from addresses a where a.address = m.sender and a.tenant_id = w.tenant_id)) as received,
      json_build_object('subject', m.subject,
        ${bodyFields('m', MOST_TEXT).map(([field, value]) => `'${field}', ${value}`)},
        'files', (select left(string_agg(concat_ws(e'\\n', a.filename, left(p.text, 8000)), e'\\n'), 20000)
                  from attachments a left join attachment_pages p on p.attachment_id = a.id and p.page <= 4
                  where a.message_id = m.id)) as content
    from unnest(w.ids) as ids (id)
    cross join lateral (
      select m.*, m.xmin::text as version, lower(m."from"->>'address') as sender from messages m where m.id = ids.id limit 1) m
    where m.identity_id = w.identity_id and m.direction = 'inbound') t`;

/** Received messages, in one statement for all sends that arrive together. */
export const findContents = async (
  db: Queryable,
  queries: readonly ContentQuery[],
): Promise<ContentRow[][]> => {
  const rows = await db.rows<{ contents: StoredContent[] }>({
    name: 'guard.contents',
    text: `select f.contents
           from jsonb_to_recordset($1::jsonb) as w (place int, identity_id text, tenant_id text, mail_domain text, ids text[])
           cross join lateral (${contents}) f
           order by w.place`,
    values: [numbered(queries)],
  });
  return rows.map((row) => row.contents.map(toContent));
};

type StoredContent = Omit<ContentRow, 'content'> & {
  content: StoredBodies & { subject: string; files: string | null };
};

function toContent({ content, ...row }: StoredContent): ContentRow {
  const bodies = unpackBodies(content);
  const compared = clip(`${content.subject}\n${bodies.text}`, MOST_TEXT);
  return {
    ...row,
    content: { text: compared, html: bodies.html && clip(bodies.html, MOST_TEXT), files: content.files },
  };
}
