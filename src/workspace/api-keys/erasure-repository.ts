import { type Queryable, sql } from '#kernel/data/database.ts';

/** Names of revoked keys are emptied; the keys stay, because audit rows name their ids. */
export const emptyKeyNames = (
  tx: Queryable,
  owner: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run(sql`
    update api_keys set name = '' where id in (
      select id from api_keys
      where tenant_id = ${owner.tenantId} and (${owner.identityId}::text is null or identity_id = ${owner.identityId} or identity_ids @> array[${owner.identityId}])
        and revoked_at is not null and name <> ''
      limit ${take})`);
