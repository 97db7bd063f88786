import { type Queryable, sql } from '#kernel/data/database.ts';

export const deleteListsOf = async (tx: Queryable, tenantId: string, take: number): Promise<number> => {
  const suppressions = await tx.run(sql`
    delete from suppressions where id in (select id from suppressions where tenant_id = ${tenantId} limit ${take})`);
  const entries = await tx.run(sql`
    delete from list_entries where (tenant_id, direction, kind, entry) in (
      select tenant_id, direction, kind, entry from list_entries where tenant_id = ${tenantId} limit ${take})`);
  return suppressions + entries;
};

/** The address stays suppressed; what was written about it goes. */
export const emptyNotes = (tx: Queryable, tenantId: string, address: string): Promise<number> =>
  tx.run(sql`
    update suppressions set note = null, source_message_id = null
    where tenant_id = ${tenantId} and address = ${address} and (note is not null or source_message_id is not null)`);
