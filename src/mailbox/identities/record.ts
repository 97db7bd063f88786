import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';

/** The audit row of a change of one of the identity's addresses. */
export const recordAddressChange = (
  call: AuditCall & { db: Queryable; target: { id: string; tenant_id: string } },
  action: Extract<AuditAction, `address.${string}`>,
  addressId: string,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(call.db, call, {
    action,
    target_type: 'address',
    target_id: addressId,
    tenant_id: call.target.tenant_id,
    details: { identity_id: call.target.id, ...details },
  });
