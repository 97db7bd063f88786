import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';
import { revokeDescendants } from './repository.ts';

/** Revokes every key that this creator created, directly or through other keys, with an audit row for each. */
export async function endKeysMadeBy(
  tx: Transaction,
  call: AuditCall & { services: Services },
  maker: { key_id: string } | { user_id: string; tenant_id: string },
): Promise<void> {
  for (const key of await revokeDescendants(tx, maker, call.services.clock.now())) {
    await recordAudit(tx, call, {
      action: 'key.revoke',
      target_type: 'key',
      target_id: key.id,
      tenant_id: key.tenant_id,
      details: { created_by: 'key_id' in maker ? maker.key_id : maker.user_id },
    });
  }
}
