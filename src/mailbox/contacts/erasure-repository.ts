import { type Queryable, sql } from '#kernel/data/database.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';

/** Deletes contacts that were known only from these messages: seen once, in a thread that no longer exists. */
export const forgetSeenOnce = (
  tx: Queryable,
  identityId: string,
  threadIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    delete from contacts c
    where c.identity_id = ${identityId} and c.last_thread_id = any(${threadIds}::text[])
      and c.inbound_count + c.outbound_count <= 1
      and not exists (select from threads t where t.id = c.last_thread_id)`);

/** Deletes contacts of the identities in the scope; in a counterparty scope, only those with that address. */
export const deleteContacts = (
  tx: Queryable,
  scope: Extract<ErasureScope, { kind: 'identity' | 'tenant' | 'counterparty' }>,
  take: number,
): Promise<number> => {
  const identityId = scope.kind === 'identity' ? scope.identityId : null;
  const address = scope.kind === 'counterparty' ? scope.address : null;
  return tx.run(sql`
    delete from contacts where (identity_id, address) in (
      select c.identity_id, c.address
      from identities i join contacts c on c.identity_id = i.id and (${address}::text is null or c.address = ${address})
      where i.tenant_id = ${scope.tenantId} and (${identityId}::text is null or i.id = ${identityId})
      limit ${take})`);
};
