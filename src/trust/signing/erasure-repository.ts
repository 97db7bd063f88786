import { type Queryable, sql } from '#kernel/data/database.ts';

/** Private keys go; ids stay, so that they are never published again. */
export const revokeKeysWithin = (
  tx: Queryable,
  scope: { tenantId: string; identityId: string | null },
): Promise<number> =>
  tx.run(sql`
    update identity_keys k set status = 'revoked', private_key = null, revoked_at = coalesce(k.revoked_at, now())
    from identities i
    where i.tenant_id = ${scope.tenantId} and (${scope.identityId}::text is null or i.id = ${scope.identityId})
      and k.identity_id = i.id and k.status <> 'revoked'`);
