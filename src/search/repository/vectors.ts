import { empty, type Queryable, sql } from '#kernel/database.ts';

/** Messages of one batch that have no vector of this model yet. */
export const findUnembedded = (
  db: Queryable,
  model: string,
  take: number,
): Promise<{ message_id: string; text: string }[]> =>
  db.rows(sql`
    select m.id as message_id,
           left(m.subject || E'\n' || case when m.text = '' then m.extracted_text else m.text end, 2000) as text
    from (
      (select message_id from search_codes where model is null limit ${take})
      union all (select message_id from search_codes where model < ${model} limit ${take})
      union all (select message_id from search_codes where model > ${model} limit ${take})
      limit ${take}) c
    join messages m on m.id = c.message_id`);

/** A null code: the model takes no such text. */
export type Embedded = { message_id: string; code: string | null; vector: Buffer | null };

/** Writes vectors of messages that are still there; the same again is harmless. */
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

/** How much of a mailbox has vectors of this model. */
export const countEmbedded = async (
  db: Queryable,
  identityIds: readonly string[],
  model: string,
): Promise<{ embedded: number; all: number }> =>
  (await db.first<{ embedded: number; all: number }>(sql`
    select count(*) filter (where model = ${model} and code is not null)::int as embedded, count(*)::int as all
    from search_codes where identity_id = any(${identityIds}::text[])`))!;

export type Near = { message_id: string; thread_id: string; seq: number; vector: Buffer };

/** Codes of one mailbox that are looked at, newest first. */
const MOST_CODES = 50_000;

/**
 * The messages whose codes differ least from this one, with their vectors: of the newest of the mailbox, or of these
 * messages alone. What the caller may not see is left out.
 */
export const findNear = (
  db: Queryable,
  search: {
    identityId: string;
    review: boolean;
    below: number;
    model: string;
    code: string;
    among: string[] | null;
  },
  most: number,
): Promise<Near[]> => {
  const { identityId, review, below, model, code, among } = search;
  const only = among === null ? empty : sql`and message_id = any(${among}::text[])`;
  return db.rows<Near>(sql`
    with newest as materialized (
      select message_id, code from search_codes
      where identity_id = ${identityId} and seq < ${below} and model = ${model} and code is not null
        and length(code) = ${code.length} ${only}
      order by seq desc limit ${MOST_CODES}
    ), near as materialized (
      select message_id, bit_count(code # ${code}::varbit) as distance from newest order by distance limit ${most})
    select d.message_id, d.thread_id, d.seq, v.vector
    from near join search_documents d using (message_id) join search_vectors v using (message_id)
    where d.keys @> ${[review ? 'seen:reviewer' : 'seen:all']}::text[]
    order by distance, d.seq desc`);
};
