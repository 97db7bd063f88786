import { type Queryable, sql } from '../data/database.ts';
import type { Eraser, ErasureScope } from './erasure.ts';

/** Stored responses contain data, so they are erased together with it (spec 4.1, 2.11). */
export const idempotencyEraser: Eraser = {
  name: 'idempotency',
  async ofMessages(tx, { identityId, messageIds }) {
    // The key stays used but matches no request, so that a retry after the erasure cannot send the message again.
    await tx.run(sql`
      update idempotency_records set request_hash = ''::bytea, response = 'null'::jsonb
      where scope = ${`identity/${identityId}`} and message_id = any(${messageIds}::text[])`);
    return {};
  },
  ofScope: async (tx, scope, take) => ({ rows: await forgetAnswersOf(tx, scope, take) }),
};

async function forgetAnswersOf(tx: Queryable, scope: ErasureScope, take: number): Promise<number> {
  if (scope.kind === 'identity') {
    return tx.run(sql`
      delete from idempotency_records where (scope, key) in (
        (select scope, key from idempotency_records where scope = ${`identity/${scope.identityId}`} limit ${take})
        union
        (select scope, key from idempotency_records
         where operation like 'identities.%'
           and coalesce(response->>'identity_id', response->>'id') = ${scope.identityId} limit ${take}))`);
  }
  if (scope.kind === 'tenant') {
    // Scopes combine an API key and a tenant, so this finds responses to the tenant's, its partner's and platform keys.
    return tx.run(sql`
      delete from idempotency_records where (scope, key) in (
        select r.scope, r.key
        from (select 'key/' || k.id || '/' || ${scope.tenantId} as scope
              from api_keys k join tenants t on t.id = ${scope.tenantId}
              where k.tenant_id = t.id or k.level = 'platform' or k.partner_id = t.partner_id
              union all
              select 'identity/' || i.id from identities i where i.tenant_id = ${scope.tenantId}) s
        join idempotency_records r on r.scope = s.scope
        where r.operation <> 'erasures.create'
        limit ${take})`);
  }
  return 0;
}
