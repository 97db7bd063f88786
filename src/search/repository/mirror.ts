import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Nullable, Row } from '#kernel/data/row.ts';
import type { IndexDocument } from '#kernel/ports/search-index.ts';

export type Mirror = Row<
  'search_mirror',
  'uid' | 'made_at' | 'filled_to' | 'complete' | 'generation' | 'sweep_at'
>;

const ID = 'meilisearch';

/** Creates the mirror's row. From then on, triggers note changes for it. */
export const ensureMirror = (db: Queryable): Promise<number> =>
  db.run(sql`
    insert into search_mirror (id, uid) values (${ID}, 'proofmail-' || gen_random_uuid()) on conflict (id) do nothing`);

/** Deletes the mirror's row, so that changes are no longer noted. */
export const forgetMirror = async (db: Queryable): Promise<void> => {
  await db.run(sql`delete from search_mirror`);
  await db.run(sql`delete from search_mirror_pending`);
};

/** Whether there are changes to send. */
export const hasWork = async (db: Queryable): Promise<boolean> =>
  (await db.first(sql`
    select 1 from search_mirror
    where id = ${ID} and (filled_to is not null or sweep_at is not null or exists (select from search_mirror_pending))`)) !==
  null;

/** The mirror's row, locked until the transaction ends; null if another process is working on it. */
export const takeMirror = (tx: Queryable): Promise<Mirror | null> =>
  tx.first<Mirror>(sql`
    select uid, made_at, filled_to, complete, generation, sweep_at from search_mirror where id = ${ID}
    for update skip locked`);

/** The deployment's index, filled or not; null if there is none. */
export const findMirror = async (db: Queryable): Promise<string | null> =>
  (await db.first<Row<'search_mirror', 'uid'>>(sql`select uid from search_mirror where id = ${ID}`))?.uid ??
  null;

/** The index that can be searched, or null while it is being filled for the first time. */
export const findFilledMirror = async (db: Queryable): Promise<string | null> =>
  (
    await db.first<Row<'search_mirror', 'uid'>>(
      sql`select uid from search_mirror where id = ${ID} and complete`,
    )
  )?.uid ?? null;

export const saveMirror = (
  tx: Queryable,
  { made_at, filled_to, complete, sweep_at }: Mirror,
): Promise<number> =>
  tx.run(sql`
    update search_mirror set made_at = ${made_at}, filled_to = ${filled_to}, complete = ${complete}, sweep_at = ${sweep_at}
    where id = ${ID}`);

/** Starts the next generation, with which documents are written from now on. */
export const nextGeneration = (db: Queryable): Promise<number> =>
  db.run(sql`update search_mirror set generation = generation + 1, sweep_at = null where id = ${ID}`);

/** Requests that documents of older generations are deleted once the current notes are processed. */
export const sweepAfterNotes = (db: Queryable): Promise<number> =>
  db.run(sql`
    update search_mirror set sweep_at = (select coalesce(max(id), 0) from search_mirror_pending) where id = ${ID}`);

export const isSwept = async (db: Queryable): Promise<boolean> =>
  (await db.first(sql`select 1 from search_mirror where sweep_at is not null`)) === null;

export type Note = Row<'search_mirror_pending', 'id' | 'message_id'>;

export const readNotes = (tx: Queryable, take: number): Promise<Note[]> =>
  tx.rows<Note>(sql`select id, message_id from search_mirror_pending order by id limit ${take}`);

export const deleteNotes = (tx: Queryable, ids: readonly number[]): Promise<number> =>
  tx.run(sql`delete from search_mirror_pending where id = any(${ids}::bigint[])`);

/** The state of the deployment's index; `uid` is null if there is none yet. */
export const measureMirror = async (
  db: Queryable,
): Promise<Backlog & Row<'search_mirror', 'complete'> & Nullable<Row<'search_mirror', 'uid'>>> =>
  (await db.first<Backlog & Row<'search_mirror', 'complete'> & Nullable<Row<'search_mirror', 'uid'>>>(sql`
    select count(added_at)::int as waiting, min(added_at) as oldest_at,
           (select uid from search_mirror where id = ${ID}) as uid,
           coalesce((select complete from search_mirror where id = ${ID}), false) as complete
    from (select added_at from search_mirror_pending order by id limit ${MOST_COUNTED}) p`))!;

/** The number of changes not yet sent to the external engine, counted up to 10,000. */
export const countNotes = async (db: Queryable): Promise<number> =>
  (await db.first<{ n: number }>(sql`
    select count(*)::int as n from (select from search_mirror_pending limit 10000) p`))!.n;

/** Whether deletions in a tenant or a mailbox have not reached the external engine yet. */
export const hasGoneNotes = async (
  db: Queryable,
  { tenantId, identityId }: { tenantId: string; identityId: string | null },
): Promise<boolean> => {
  const row = await db.first(sql`
    select 1 from search_mirror_pending p join identities i on i.id = p.identity_id
    where i.tenant_id = ${tenantId} and (${identityId}::text is null or i.id = ${identityId})
      and not exists (select from messages m where m.id = p.message_id) limit 1`);
  return row !== null;
};

/** The next documents by id. */
export const readIdsAfter = async (tx: Queryable, after: string, take: number): Promise<string[]> => {
  const rows = await tx.rows<Row<'search_documents', 'message_id'>>(sql`
    select message_id from search_documents where message_id > ${after} order by message_id limit ${take}`);
  return rows.map(({ message_id }) => message_id);
};

type MirroredRow = Omit<IndexDocument, 'vector'> & Nullable<Row<'search_vectors', 'vector'>>;

/** The maximum length of each part of a document in characters. The external engine cannot find text beyond it. */
const LONGEST_PART = 200_000;

/**
 * The documents in the form of the external engine: the stems of each part in order, and vectors of this model.
 * Missing documents are left out.
 */
export const readMirrored = (
  tx: Queryable,
  messageIds: readonly string[],
  { generation, model }: { generation: number; model: string | null },
): Promise<MirroredRow[]> =>
  tx.rows<MirroredRow>(sql`
    select d.message_id as id, i.tenant_id, d.identity_id, d.thread_id, d.seq,
           extract(epoch from d.date)::bigint as date, d.size, d.needs_reply, d.keys, w.*,
           ${generation}::int as generation, c.model, case when c.model is not null then v.vector end as vector
    from search_documents d join identities i on i.id = d.identity_id
    left join search_codes c on c.message_id = d.message_id and c.model = ${model} and c.code is not null
    left join search_vectors v on v.message_id = d.message_id
    cross join lateral (
      select left(string_agg(lexeme, ' ' order by place) filter (where weight = 'A'), ${LONGEST_PART}) as subject,
             left(string_agg(lexeme, ' ' order by place) filter (where weight = 'B'), ${LONGEST_PART}) as people,
             left(string_agg(lexeme, ' ' order by place) filter (where weight = 'C'), ${LONGEST_PART}) as files,
             left(string_agg(lexeme, ' ' order by place) filter (where weight = 'D'), ${LONGEST_PART}) as body,
             left(string_agg(lexeme, ' ') filter (where place is null), ${LONGEST_PART}) as words
      from unnest(d.words) u (lexeme, positions, weights)
      left join lateral unnest(u.positions, u.weights) p (place, weight) on true) w
    where d.message_id = any(${messageIds}::text[])`);

/** Those of these messages that exist. */
export const presentOf = async (db: Queryable, messageIds: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<Row<'messages', 'id'>>(
    sql`select id from messages where id = any(${messageIds}::text[])`,
  );
  return rows.map(({ id }) => id);
};
