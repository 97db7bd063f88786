import { type Queryable, sql } from '#kernel/data/database.ts';

export const countMessages = async (db: Queryable): Promise<number> =>
  (await db.first<{ n: number }>(sql`select count(*)::int as n from messages`))!.n;

/** The number of messages waiting to be indexed, counted up to 10,000. */
export const countPending = async (db: Queryable): Promise<number> =>
  (await db.first<{ n: number }>(sql`
    select count(*)::int as n from (select from search_pending limit 10000) p`))!.n;

/** Notes the next messages by id as changed. @returns their number, and the last id; null at the end */
export const notePage = async (
  db: Queryable,
  beyond: string,
  take: number,
): Promise<{ noted: number; last: string | null }> =>
  (await db.first<{ noted: number; last: string | null }>(sql`
    with page as (select id, identity_id from messages where id > ${beyond} order by id limit ${take}),
         noted as (insert into search_pending (message_id, identity_id) select id, identity_id from page order by id returning 1)
    select (select count(*)::int from noted) as noted, max(id) as last from page`))!;
