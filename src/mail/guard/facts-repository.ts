import { clip } from '#kernel/base/clip.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { bodyFields, type StoredBodies, unpackBodies } from '#mailbox/messages/index.ts';
import { MOST_TEXT } from './repository.ts';

/** The unchanging part of a received message whose content may leave the mailbox. */
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
  /** It imitates the name or the address of somebody whom the mailbox knows (`trust.flags`). */
  is_disguised: boolean;
  automated: boolean;
  risk_flags: string[];
  /** Passages that steer, with their score. */
  steering: { passage: string; score: number }[];
  is_list: boolean;
  /** Whether its sender is an address of the same workspace. */
  is_own: boolean;
};

export type Content = { text: string; html: string | null; files: string | null };

/** A received message with everything that the rules need. */
export type ContentRow = Row<'messages', 'id'> & {
  version: string;
  /** Whether the text of a file is still being extracted, so that more may follow. */
  is_incomplete: boolean;
  received: ReceivedRow;
  content: Content;
};

export type MailboxQuery = Row<'messages', 'identity_id'> & {
  key_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  /** Reads before this time do not count. */
  since: string;
  minutes_ago: string;
  /** The recipients, in the form in which contacts are stored. */
  addresses: string[];
};

export type MailboxAnswer = {
  /** The recipients who are contacts: address, how often the identity has written to it, and when it last did. */
  written: [address: string, count: number, last: string | null][];
  /** New recipients in the last minutes. */
  new_lately: number;
  /** Received messages whose content may leave the mailbox: id, version, and when the key read it (Unix time in seconds). */
  mail: string | null;
};

export type PeopleQuery = Row<'messages', 'identity_id' | 'tenant_id'> & {
  week_ago: string;
  recipients: (Row<'contacts', 'address'> & { plain: string; organisation: string; domain: string })[];
  senders: string[];
  organisations: string[];
};

/** What is known about a recipient. */
export type RecipientFacts = {
  address: string;
  written: number;
  last_written_at: string | null;
  /** Whether visible, authenticated mail has come from the address. */
  is_proven: boolean;
  /** Whether the address belongs to the workspace or to a domain that it has verified. */
  is_own: boolean;
  name: string | null;
};

export type PeopleAnswer = {
  recipients: RecipientFacts[];
  /** The senders who are contacts: address, how often the identity has written to it, and how many messages came from it. */
  senders: [address: string, written: number, came: number][];
  /** The organisations to which the identity has written. */
  organisations: string[];
  new_in_week: number;
  /** The domains that the workspace has verified. */
  own_domains: string[];
};

export type ContentQuery = Row<'messages', 'identity_id' | 'tenant_id'> & {
  /** The deployment's own domain, which many workspaces share. */
  mail_domain: string;
  ids: string[];
};

/** Up to this many new recipients within minutes are never a burst. */
export const FEW = 10;
const READS = 60;
const RECENT = 60;
const OF_THREAD = 20;

/** Counts new recipients since a time, among at most `most` contacts. */
const added = (since: string, most: number): string => `
  select count(*)::int from (
    select first_seen_at, outbound_count from contacts
    where identity_id = w.identity_id and last_seen_at > ${since}
    order by last_seen_at desc limit ${most}) c
  where c.first_seen_at > ${since} and c.outbound_count > 0`;

/** The messages that the key read, the newest of the mailbox, and those of the conversation, in this order. */
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

/** The query that every send needs, to see whether there is anything to compare it with. Concurrent sends share one statement. */
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

/** Reads what is known about recipients and senders, for sends that the first look does not clear. */
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

/** The limit makes Postgres begin with the few ids and then look up one row for each. */
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

/** Reads received messages. Concurrent sends share one statement. */
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
