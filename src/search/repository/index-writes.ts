import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { clip } from '#kernel/base/clip.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Column, Nullable, Row } from '#kernel/data/row.ts';
import { bodyFields, type StoredBodies, unpackBodies } from '#mailbox/messages/index.ts';
import type { Document, Source } from '../document.ts';

/** The maximum number of indexed characters of a message's text, and of an attachment's. */
const MOST_TEXT = 200_000;
const MOST_PAGES = 200;
/** The maximum bytes of the pages of one message, which is far more than fits into a document. */
const MOST_PAGE_BYTES = 1_000_000;
const BLOCK = 1_000;

export type Pending = Row<'search_pending', 'id' | 'message_id' | 'identity_id'> & {
  /** The owner of the mailbox; null if it no longer exists. */
  tenant_id: Column<'identities', 'tenant_id'> | null;
  /** Whether its mailbox has many more changes. */
  is_long: boolean;
};

/**
 * Cached plans may date from a time when the queue was short and a full scan looked cheap, so this transaction forbids
 * scans.
 */
export const planByIndex = (tx: Queryable): Promise<number> => tx.run(sql`set local enable_seqscan = off`);

/** The maximum number of mailboxes that are considered for one batch. */
const MAILBOXES_AT_ONCE = 32;
const LEAST_EACH = 4;
/** From this number of changes, the queue of a mailbox counts as long. */
const LONG = 64;

/**
 * Locks changes that no other indexer has locked, until the transaction ends. It takes them from mailboxes in turn,
 * beginning after `after`, the oldest of each, and if possible an equal number for each tenant. A tenant that changed
 * 50,000 messages delays only itself. `beyond` is where the next batch continues; null if it begins again. `hasMore`
 * says whether there are more.
 */
export async function takePending(
  tx: Queryable,
  { most, after }: { most: number; after: string },
): Promise<{ pending: Pending[]; beyond: string | null; hasMore: boolean }> {
  const rows = await tx.rows<Nullable<Pending> & { beyond: string | null; has_more: boolean }>({
    name: 'search.take_pending',
    text: `with recursive mailboxes as (
             (select identity_id, 1 as n from search_pending where identity_id > $2 order by identity_id limit 1)
             union all
             select (select p.identity_id from search_pending p where p.identity_id > m.identity_id
                     order by p.identity_id limit 1), m.n + 1
             from mailboxes m where m.identity_id is not null and m.n < ${MAILBOXES_AT_ONCE}),
           found as materialized (
             select m.identity_id, i.tenant_id, m.n, exists (
               select from search_pending p where p.identity_id = m.identity_id offset ${LONG}) as is_long
             from mailboxes m left join identities i on i.id = m.identity_id where m.identity_id is not null),
           each as (select greatest(${LEAST_EACH}, ceil($1::int / greatest(count(*), 1)::float8))::int as most from found),
           taken as (
             select p.*, f.tenant_id, f.is_long, row_number() over (partition by coalesce(f.tenant_id, f.identity_id) order by p.id) as turn
             from each, found f cross join lateral (
               select p.id, p.message_id, p.identity_id from search_pending p
               where p.identity_id = f.identity_id order by p.id limit each.most for update skip locked) p)
           select t.id, t.message_id, t.identity_id, t.tenant_id, t.is_long, s.beyond, s.beyond is not null or l.is_long as has_more
           from (select max(identity_id) filter (where n = ${MAILBOXES_AT_ONCE}) as beyond from found) s
           cross join (
             select count(*) >= $1 or exists (
               select from taken group by identity_id having count(*) >= (select most from each)) as is_long
             from taken) l
           left join (select * from taken order by turn, id limit $1) t on true
           order by t.id`,
    values: [most, after],
  });
  const [{ beyond, has_more } = { beyond: null, has_more: false }] = rows;
  const pending = rows.filter(({ id }) => id !== null) as Pending[];
  return { pending, beyond, hasMore: has_more };
}

/** The backlog of messages that changed and are not indexed yet. */
export const measurePending = async (db: Queryable): Promise<Backlog> =>
  (await db.first<Backlog>(sql`
    select count(*)::int as waiting, min(added_at) as oldest_at
    from (select added_at from search_pending order by id limit ${MOST_COUNTED}) p`))!;

/** Increases with each note, by any writer; null when all notes are processed. */
export const newestPending = async (db: Queryable): Promise<number | null> =>
  (await db.first<Nullable<Row<'search_pending', 'id'>>>({
    name: 'search.newest_pending',
    text: 'select max(id) as id from search_pending',
    values: [],
  }))!.id;

/**
 * Merges the list of new entries into the index of words, because every search reads that whole list. The more
 * documents are merged together, the less is written for each, because they share most of their words.
 */
export const mergeNewEntries = (db: Queryable): Promise<number> =>
  db.run({
    name: 'search.merge_new_entries',
    text: `select gin_clean_pending_list('search_documents_words')`,
    values: [],
  });

export const deletePending = (tx: Queryable, ids: readonly number[]): Promise<number> =>
  tx.run({
    name: 'search.delete_pending',
    text: 'delete from search_pending where id = any($1::bigint[])',
    values: [ids],
  });

/**
 * All sources of the documents of these messages. Missing messages are left out. The others are locked until the
 * transaction ends, so that a concurrent deletion finds the document and removes it, too.
 */
export const readSources = async (tx: Queryable, messageIds: readonly string[]): Promise<Source[]> => {
  const rows = await tx.rows<{ row: StoredSource }>({
    name: 'search.read_sources',
    text: `select row_to_json(s) as row from (
      select m.id, m.identity_id, m.thread_id, m.direction, m.status, m.subject, m."from", m."to", m.cc, m.bcc, m.labels,
             m.flags, m.is_read, m.trust, m.triage, m.refs, t.archived,
             least(coalesce(m.sent_at, m.received_at, m.created_at), coalesce(m.received_at, m.created_at) + interval '1 day')
               as date,
             coalesce(m.received_at, m.created_at) as arrived_at,
             ${bodyFields('m', MOST_TEXT).map(([field, value]) => `${value} as ${field}`)},
             coalesce((select b.size from blobs b where b.id = m.raw_id),
               case when m.packed is null then octet_length(coalesce(m.text, m.extracted_text)) end) as size,
             (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename,
                'content_type', a.content_type) order by a.position), '[]')
              from attachments a where a.message_id = m.id) as attachments,
             (select coalesce(json_agg(json_build_object('attachment_id', p.attachment_id, 'page', p.page,
                'text', left(p.text, ${MOST_TEXT})) order by p.position, p.page), '[]')
              from (
                select a.position, ap.attachment_id, ap.page, ap.text,
                  sum(octet_length(ap.text)) over (order by a.position, ap.page) - octet_length(ap.text) as bytes_before
                from attachments a join attachment_pages ap on ap.attachment_id = a.id
                where a.message_id = m.id and a.risk is null
                order by a.position, ap.page limit ${MOST_PAGES}) p
              where p.bytes_before < ${MOST_PAGE_BYTES}) as pages
      from messages m join threads t on t.id = m.thread_id
      where m.id = any($1::text[]) order by m.created_at, m.id for key share of m) s`,
    values: [messageIds],
  });
  return rows.map(({ row }) => toSource(row));
};

type StoredSource = Omit<Source, 'text' | 'size'> & StoredBodies & { size: number | null };

function toSource({ extracted_text, text: plain, html, packed, size, ...row }: StoredSource): Source {
  const { text } = unpackBodies({ extracted_text, text: plain, html, packed });
  return { ...row, text: clip(text || extracted_text, MOST_TEXT), size: size ?? Buffer.byteLength(text) };
}

/** A document as it is written: its words, and those of its pages, are the text of a tsvector. */
export type WrittenDocument = Omit<Document, 'parts' | 'pages'> &
  Row<'search_documents', 'words'> & {
    pages: Row<'search_pages', 'attachment_id' | 'page' | 'words'>[];
  };

/**
 * Writes documents, at their old position if they have one, otherwise at the end of their mailbox. Call it with
 * the mailboxes locked (`lockNames`), so that two indexers never write one document at the same time.
 */
export async function writeDocuments(tx: Queryable, documents: readonly WrittenDocument[]): Promise<void> {
  const places = documents.map(({ message_id, identity_id, configuration }) => ({
    message_id,
    identity_id,
    configuration,
  }));
  await tx.run({
    name: 'search.give_places',
    text: `insert into search_mailboxes as m (identity_id, last_seq, languages)
      select identity_id, count(*) filter (where d.message_id is null), array_agg(distinct configuration)
      from jsonb_to_recordset($1::jsonb) as n (message_id text, identity_id text, configuration text)
      left join search_documents d using (message_id, identity_id)
      group by identity_id order by identity_id
      on conflict (identity_id) do update set
        last_seq = m.last_seq + excluded.last_seq,
        languages = (select array_agg(distinct l order by l) from unnest(m.languages || excluded.languages) l)`,
    values: [JSON.stringify(places)],
  });
  await tx.run({
    name: 'search.write_documents',
    text: writeText,
    values: [JSON.stringify(documents.map(({ pages: _, ...document }) => document))],
  });
  // Each document waits for its vector (`semantic/`), whether embeddings are configured or not.
  await tx.run({
    name: 'search.write_codes',
    text: `insert into search_codes (message_id, identity_id, seq)
      select message_id, identity_id, seq from search_documents where message_id = any($1::text[])
      on conflict (message_id) do nothing`,
    values: [documents.map(({ message_id }) => message_id)],
  });
  await writePages(tx, documents);
}

const writeText = `
  with given as (
    select n.*, d.message_id is not null as is_known
    from rows from (jsonb_to_recordset($1::jsonb) as (message_id text, identity_id text, thread_id text, date timestamptz,
      arrived_at timestamptz, size bigint, needs_reply float, keys text[], words tsvector)) with ordinality
      as n (message_id, identity_id, thread_id, date, arrived_at, size, needs_reply, keys, words, place)
    left join search_documents d on d.message_id = n.message_id
  ), placed as (
    select g.*,
           case when not is_known then m.last_seq - (count(*) filter (where not is_known) over (partition by identity_id))
             + row_number() over (partition by identity_id, is_known order by place) end as seq
    from given g join search_mailboxes m using (identity_id)
  )
  insert into search_documents as d
    (message_id, identity_id, thread_id, seq, date, arrived_at, size, needs_reply, scope, keys, words)
  select message_id, identity_id, thread_id, coalesce(seq, 0), date, arrived_at, size, needs_reply,
         array[identity_id, identity_id || '#' || (coalesce(seq, 0) / ${BLOCK})], keys, words
  from placed
  on conflict (message_id) do update set
    thread_id = excluded.thread_id, date = excluded.date, arrived_at = excluded.arrived_at, size = excluded.size, needs_reply = excluded.needs_reply,
    keys = excluded.keys, words = excluded.words`;

async function writePages(tx: Queryable, documents: readonly WrittenDocument[]): Promise<void> {
  const pages = documents.flatMap(({ message_id, pages }) => pages.map((page) => ({ message_id, ...page })));
  if (pages.length === 0) return;
  await tx.run({
    name: 'search.write_pages',
    text: `insert into search_pages (attachment_id, page, message_id, words)
      select attachment_id, page, message_id, words
      from jsonb_to_recordset($1::jsonb) as p (attachment_id text, page int, message_id text, words tsvector)
      on conflict (attachment_id, page) do update set words = excluded.words`,
    values: [JSON.stringify(pages)],
  });
}

/** The oldest change of the mailbox that is not in the index yet, or null if there is none. */
export const oldestPending = async (
  db: Queryable,
  identityIds: readonly string[],
): Promise<string | null> => {
  const row = await db.first<Nullable<Row<'search_pending', 'added_at'>>>(sql`
    select min(p.added_at) as added_at from unnest(${identityIds}::text[]) as m (id)
    cross join lateral (
      (select added_at from search_pending where identity_id = m.id order by id limit 1)
      union all
      (select added_at from search_mirror_pending where identity_id = m.id order by id limit 1)) p`);
  return row?.added_at ?? null;
};
