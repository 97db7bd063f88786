import { clip } from '#kernel/base/clip.ts';
import { empty, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import type { Column, Narrow, Nullable, Row } from '#kernel/data/row.ts';
import { packedTextColumn, unpackText } from '#mailbox/messages/index.ts';
import { type Compiled, holds, visible } from './conditions.ts';

/** The maximum number of embedded characters. */
const MOST_TEXT = 2_000;

/** The next batch of messages that have no vector of this model yet. */
export const findUnembedded = async (
  db: Queryable,
  model: string,
  take: number,
): Promise<
  {
    text: string;
    message_id: Column<'messages', 'id'>;
  }[]
> => {
  const rows = await db.rows<
    { message_id: Column<'messages', 'id'>; text: string; packed: string | null } & Row<'messages', 'subject'>
  >(sql`
    select m.id as message_id, m.subject, left(coalesce(nullif(m.text, ''), m.extracted_text), ${MOST_TEXT}) as text,
           ${raw(packedTextColumn('m'))} as packed
    from (
      (select message_id from search_codes where model is null limit ${take})
      union all (select message_id from search_codes where model < ${model} limit ${take})
      union all (select message_id from search_codes where model > ${model} limit ${take})
      limit ${take}) c
    join messages m on m.id = c.message_id`);
  return rows.map(({ message_id, subject, text, packed }) => ({
    message_id,
    text: clip(`${subject}\n${unpackText({ extracted_text: text, packed })}`, MOST_TEXT),
  }));
};

/** The code is null if the model does not accept the text. */
export type Embedded = Row<'search_codes', 'message_id' | 'code'> & Nullable<Row<'search_vectors', 'vector'>>;

/** Writes vectors of messages that still exist. Repeating it is harmless. */
export const writeVectors = async (
  tx: Queryable,
  model: string,
  embedded: readonly Embedded[],
): Promise<void> => {
  const [ids, codes, vectors] = [
    embedded.map(({ message_id }) => message_id),
    embedded.map(({ code }) => code),
    embedded.map(({ vector }) => vector),
  ];
  await tx.run(sql`
    with given as (
      select * from unnest(${ids}::text[], ${codes}::text[], ${vectors}::bytea[]) as g (message_id, code, vector)
    ), coded as (
      update search_codes c set model = ${model}, code = g.code::varbit from given g where c.message_id = g.message_id
      returning c.message_id)
    insert into search_vectors (message_id, vector)
    select g.message_id, g.vector from given g join coded using (message_id) where g.vector is not null
    on conflict (message_id) do update set vector = excluded.vector`);
};

/**
 * Marks messages whose vectors of this model have other dimensions as waiting for new ones.
 * @returns how many, up to `take`
 */
export const forgetOtherDimensions = (
  db: Queryable,
  model: string,
  dimensions: number,
  take: number,
): Promise<number> =>
  db.run(sql`
    update search_codes set model = null where message_id in (
      select message_id from search_codes where model = ${model} and length(code) <> ${dimensions}
      limit ${take} for update skip locked)`);

/**
 * The share of these mailboxes with vectors of this model. It counts the messages without vectors, because these are
 * few.
 */
export const countEmbedded = async (
  db: Queryable,
  identityIds: readonly string[],
  model: string,
): Promise<{ embedded: number; all: number }> =>
  (await db.first<{ embedded: number; all: number }>(sql`
    with mailboxes as (select ids as identity_id from unnest(${identityIds}::text[]) ids),
    known as (select coalesce(sum(documents), 0)::int as documents from search_mailboxes join mailboxes using (identity_id)),
    without as (
      select (select count(*) from search_codes c join mailboxes using (identity_id) where c.model is null)
           + (select count(*) from search_codes c join mailboxes using (identity_id) where c.model < ${model})
           + (select count(*) from search_codes c join mailboxes using (identity_id) where c.model > ${model})
           + (select count(*) from search_codes c join mailboxes using (identity_id)
              where c.model = ${model} and c.model is not null and c.code is null) as count)
    select greatest(0, documents - count)::int as embedded, documents as all from known, without`))!;

export type NearestVector = Row<'search_documents', 'message_id' | 'thread_id' | 'seq'> &
  Row<'search_vectors', 'vector'>;

/**
 * The candidates: these messages; the newest positions of a mailbox, whose nearest messages are then checked; or the
 * newest matching messages.
 */
export type Among = { ids: string[] } | { places: Compiled | null } | { newest: Compiled };

/** The number of newest positions of a mailbox whose codes are compared. */
const MOST_CODES = 50_000;
/** The nearest of them are checked, up to this number, until enough are visible or match. */
const MOST_VISIBLE = 1_500;
const MOST_FITTING = 4_000;
/** The number of newest matching messages that are compared. */
const MOST_NEWEST = 5_000;

/** The messages with the most similar codes, with their vectors. Messages that the caller cannot see are left out. */
export const findNear = (db: Queryable, search: NearSearch, most: number): Promise<NearestVector[]> => {
  const { identityId, review, below, model, code, among } = search;
  const fitting = 'places' in among ? among.places : null;
  // One pass over the codes, sorted only as far as needed. `offset 0` keeps the planner from starting with all
  // matching rows, which may be most of the mailbox.
  return db.rows<NearestVector>(sql`
    select d.message_id, d.thread_id, d.seq, v.vector
    from (
      select seq, bit_count(code # ${code}::varbit) as distance from search_codes
      where identity_id = ${identityId} and seq < ${below} and model = ${model} and length(code) = ${code.length}
        and ${codesOf(search)}
      order by distance, seq desc limit ${fitting ? MOST_FITTING : MOST_VISIBLE}) near
    cross join lateral (
      select * from search_documents d where d.identity_id = ${identityId} and d.seq = near.seq offset 0) d
    join search_vectors v using (message_id)
    where ${visible(review)} ${fitting ? holds(fitting) : empty}
    order by near.distance, near.seq desc limit ${most}`);
};

type NearSearch = Narrow<Row<'search_codes', 'model' | 'code'>, { model: string; code: string }> & {
  identityId: string;
  review: boolean;
  /** Only messages at lower positions. */
  below: number;
  among: Among;
};

function codesOf({ identityId, review, below, among }: NearSearch): Sql {
  if ('ids' in among) return sql`message_id = any(${among.ids}::text[])`;
  if ('places' in among) return sql`seq >= ${below - MOST_CODES}`;
  const mailbox = among.newest.narrows
    ? sql`d.scope && ${[identityId]}::text[]`
    : sql`d.identity_id = ${identityId}`;
  return sql`message_id in (
    select d.message_id from search_documents d
    where ${mailbox} and d.seq < ${below} and ${visible(review)} ${holds(among.newest)}
    order by d.seq desc limit ${MOST_NEWEST})`;
}
