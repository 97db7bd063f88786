import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import type { Client } from './client.ts';
import { workspacesOf } from './repository.ts';

type SessionChange = {
  action: Extract<AuditAction, `session.${string}` | `sign_in.${string}`>;
  /** Null when the person is unknown. */
  userId: string | null;
  client: Client;
  details: Record<string, unknown>;
};

/**
 * Writes the audit rows of a sign-in, a failed attempt or the end of a session: one in each workspace of the person,
 * whose admins can read it, and for an operator one for the deployment. An attempt by an unknown person is recorded
 * for the deployment.
 */
export async function recordSessionChange(
  db: Queryable,
  services: Services,
  { action, userId, client, details }: SessionChange,
): Promise<void> {
  const tenantIds = userId === null ? [null] : await workspacesOf(db, userId);
  const actor = { key_id: null, user_id: userId, source_address: client.address || null };
  const call = { actor, requestId: client.requestId ?? null, services };
  const target = { target_type: 'user', target_id: userId ?? 'unknown' };
  for (const tenant_id of tenantIds) await recordAudit(db, call, { action, ...target, tenant_id, details });
}
