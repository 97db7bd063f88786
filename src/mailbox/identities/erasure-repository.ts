import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** One identity, or all of a tenant. */
type Whose = { tenantId: string; identityId: string | null };

/**
 * Marks identities as being deleted: they no longer send or receive, every address of theirs becomes a tombstone, and their
 * client_id is free again. @returns the ids that this call marked
 */
export async function beginDeletion(tx: Queryable, whose: Whose, now: Date): Promise<string[]> {
  const rows = await tx.rows<Row<'identities', 'id'>>(sql`
    with begun as (
      update identities
      set status = 'deleting', pause_reason = null, client_id = null, client_hash = null, updated_at = ${now}
      where tenant_id = ${whose.tenantId} and (${whose.identityId}::text is null or id = ${whose.identityId})
        and status in ('active', 'paused')
      returning id),
    tombstones as (
      update addresses a set status = 'retired', retire_at = null, retired_at = coalesce(a.retired_at, ${now})
      from begun where a.identity_id = begun.id and a.status <> 'retired')
    select id from begun`);
  return rows.map(({ id }) => id);
}

/** The last step of a deletion: empties all personal data. The addresses stay, so that nobody else can get them. */
export const finishDeletion = (tx: Queryable, whose: Whose, now: Date): Promise<number> =>
  tx.run(sql`
    update identities
    set status = 'deleted', display_name = '', purpose = '', owner_name = null, owner_email = null, signature = null,
        send_policy = '{}', metadata = '{}', updated_at = ${now}
    where tenant_id = ${whose.tenantId} and (${whose.identityId}::text is null or id = ${whose.identityId})
      and status = 'deleting'`);

/** The next identity of a tenant in the order of ids, including service identities. */
export const nextIdentityId = async (
  db: Queryable,
  tenantId: string,
  beyond: string,
): Promise<string | null> =>
  (
    await db.first<Row<'identities', 'id'>>(sql`
      select id from identities where tenant_id = ${tenantId} and id > ${beyond} order by id limit 1`)
  )?.id ?? null;
