import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { insertAuditEvent } from './repository.ts';

/** Who acts, and in which request. A job acts without a key and without a request: both null. */
export type AuditCall = { actor: Pick<Actor, 'key_id' | 'user_id'> | null; requestId: string | null };

export type AuditEntry = {
  action: AuditAction;
  target_type: string;
  target_id: string;
  /** The workspace it happened in; null for what belongs to the deployment. */
  tenant_id: string | null;
  /** What else a reader needs. No secrets, and nothing that a mail says. */
  details?: Record<string, unknown>;
};

/**
 * Writes an audit row (interface-spec 2.13). Pass the transaction of the change it tells of, so that
 * neither is ever there without the other; the tenant's row must be there already.
 */
export function recordAudit(db: Queryable, call: AuditCall, entry: AuditEntry): Promise<void> {
  return insertAuditEvent(db, {
    id: newId('audit'),
    tenant_id: entry.tenant_id,
    actor_key_id: call.actor?.key_id ?? null,
    actor_user_id: call.actor?.user_id ?? null,
    action: entry.action,
    target_type: entry.target_type,
    target_id: entry.target_id,
    details: entry.details ?? {},
    request_id: call.requestId,
  });
}
