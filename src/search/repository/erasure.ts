import { type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { ErasedSample, ErasureProbe, ErasureScope } from '#kernel/operation/erasure.ts';

/** @returns the number of deleted documents and pages */
export const deleteDocuments = async (tx: Queryable, messageIds: readonly string[]): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    with documents as (delete from search_documents where message_id = any(${messageIds}::text[]) returning 1),
         pages as (delete from search_pages where message_id = any(${messageIds}::text[]) returning 1)
    select (select count(*) from documents)::int + (select count(*) from pages)::int as count`);
  return row?.count ?? 0;
};

/** @returns the number of deleted vectors */
export const deleteVectors = async (tx: Queryable, messageIds: readonly string[]): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    with codes as (delete from search_codes where message_id = any(${messageIds}::text[])),
         vectors as (delete from search_vectors where message_id = any(${messageIds}::text[]) returning 1)
    select count(*)::int as count from vectors`);
  return row?.count ?? 0;
};

/** Deletes the index data of mailboxes that have no messages left. */
export const deleteMailboxIndexes = (
  tx: Queryable,
  { tenantId, identityId }: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run(sql`
    delete from search_mailboxes where identity_id in (
      select m.identity_id from search_mailboxes m join identities i on i.id = m.identity_id
      where i.tenant_id = ${tenantId} and (${identityId}::text is null or i.id = ${identityId})
        and not exists (select from messages where identity_id = i.id)
      limit ${take})`);

export const deleteAgenticCounters = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    delete from agentic_counters where (tenant_id, day) in (
      select tenant_id, day from agentic_counters where tenant_id = ${tenantId} limit ${Math.max(0, take)})`);

/** The keys under which a person's mail is found. */
export const counterpartyKeys = (address: string): string[] =>
  ['from', 'to', 'cc', 'bcc'].map((field) => `${field}:${address}`);

/** Counts the documents and vectors in the scope whose messages no longer exist. */
export const countLeft = async (db: Queryable, scope: ErasureScope): Promise<ErasureProbe> => {
  const { documents, vectors } = within(scope);
  return (await db.first<ErasureProbe>(sql`
    select (select count(*)::int from search_documents d
            where ${documents} and not exists (select from messages m where m.id = d.message_id)) as keyword_hits,
           (select count(*)::int from search_codes c
            where ${vectors} and not exists (select from messages m where m.id = c.message_id)) as semantic_hits`))!;
};

function within(scope: ErasureScope): { documents: Sql; vectors: Sql } {
  const mailboxes = sql`(select id from identities where tenant_id = ${scope.tenantId})`;
  switch (scope.kind) {
    case 'message':
      return {
        documents: sql`d.message_id = ${scope.messageId}`,
        vectors: sql`c.message_id = ${scope.messageId}`,
      };
    case 'thread':
      return {
        documents: sql`d.thread_id = ${scope.threadId}`,
        vectors: sql`c.identity_id = ${scope.identityId}`,
      };
    case 'counterparty':
      return {
        documents: sql`d.keys && ${counterpartyKeys(scope.address)}::text[] and d.identity_id in ${mailboxes}`,
        vectors: sql`c.identity_id in ${mailboxes}`,
      };
    case 'identity':
      return {
        documents: sql`d.identity_id = ${scope.identityId}`,
        vectors: sql`c.identity_id = ${scope.identityId}`,
      };
    case 'tenant':
      return { documents: sql`d.identity_id in ${mailboxes}`, vectors: sql`c.identity_id in ${mailboxes}` };
  }
}

/** The search terms of one of these messages: the one with the most words. None if no message is indexed. */
export const readSample = async (tx: Queryable, messageIds: readonly string[]): Promise<ErasedSample[]> => {
  const row = await tx.first<ErasedSample>(sql`
    select d.identity_id,
      (select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', ' & ')
       from (select lexeme from unnest(d.words) order by length(lexeme) desc, lexeme limit 8) w) as words,
      (select jsonb_build_object('model', c.model, 'code', c.code::text) from search_codes c
       where c.message_id = d.message_id and c.model is not null and c.code is not null) as meaning
    from search_documents d where d.message_id = any(${messageIds}::text[]) order by length(d.words) desc limit 1`);
  return row ? [row] : [];
};

const MOST_FOUND = 1_000;
/** The number of nearest messages that are checked; an erased message would be the first one. */
const NEAREST = 50;

/** Searches the mailboxes of the samples as the engine does, by words and by meaning. @returns hits without a message */
export const searchFor = async (db: Queryable, samples: readonly ErasedSample[]): Promise<ErasureProbe> =>
  (await db.first<ErasureProbe>(sql`
    with samples as (
      select * from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as s (identity_id text, words text, meaning jsonb))
    select
      (select count(*)::int from samples s cross join lateral (
         select d.message_id from search_documents d
         where d.identity_id = s.identity_id and d.words @@ s.words::tsquery limit ${MOST_FOUND}) h
       where not exists (select from messages m where m.id = h.message_id)) as keyword_hits,
      (select count(*)::int from samples s cross join lateral (
         select c.message_id from search_codes c
         where c.identity_id = s.identity_id and c.model = s.meaning->>'model'
           and length(c.code) = length(s.meaning->>'code')
         order by bit_count(c.code # (s.meaning->>'code')::varbit) limit ${NEAREST}) h
       where not exists (select from messages m where m.id = h.message_id)) as semantic_hits`))!;
