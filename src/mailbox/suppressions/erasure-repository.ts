import { type Queryable, sql } from '#kernel/data/database.ts';

export const deleteListsOf = async (tx: Queryable, tenantId: string, take: number): Promise<number> => {
  const suppressions = await tx.run(sql`
    delete from suppressions where id in (select id from suppressions where tenant_id = ${tenantId} limit ${take})`);
  const entries = await tx.run(sql`
    delete from list_entries where (tenant_id, direction, kind, entry) in (
      select tenant_id, direction, kind, entry from list_entries where tenant_id = ${tenantId} limit ${take})`);
  return suppressions + entries;
};

type Forms = readonly [clear: string, erased: string];

/** The suppression continues under the hash; a complaint overrides an existing reason. The note is erased. */
export const blindSuppression = (tx: Queryable, tenantId: string, [clear, erased]: Forms): Promise<number> =>
  tx.run(sql`
    with gone as (
      delete from suppressions where tenant_id = ${tenantId} and address = ${clear} returning *)
    insert into suppressions as s (id, tenant_id, address, reason, created_at, expires_at)
    select id, tenant_id, ${erased}, reason, created_at, expires_at from gone
    on conflict (tenant_id, address) do update
      set reason = case when excluded.reason = 'complaint' then excluded.reason else s.reason end,
          expires_at = case when s.expires_at is null or excluded.expires_at is null then null
                            else greatest(s.expires_at, excluded.expires_at) end`);

/** Erases the notes of suppressions that were added after an earlier erasure of the person. */
export const emptyNotes = (tx: Queryable, tenantId: string, [, erased]: Forms): Promise<number> =>
  tx.run(sql`
    update suppressions set note = null, source_message_id = null
    where tenant_id = ${tenantId} and address = ${erased} and (note is not null or source_message_id is not null)`);

/** Entries that block the address continue under the hash; those that allow it are erased. */
export const blindEntries = (tx: Queryable, tenantId: string, [clear, erased]: Forms): Promise<number> =>
  tx.run(sql`
    with gone as (
      delete from list_entries where tenant_id = ${tenantId} and entry = ${clear} returning *)
    insert into list_entries (tenant_id, direction, kind, entry, created_at)
    select tenant_id, direction, kind, ${erased}, created_at from gone where kind = 'block'
    on conflict do nothing`);
