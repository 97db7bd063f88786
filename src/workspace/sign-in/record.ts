import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import type { Client } from './client.ts';
import { workspacesOf } from './repository.ts';

type SessionChange = {
  action: Extract<AuditAction, `session.${string}`>;
  /** Null where nobody knows whose attempt it was. */
  userId: string | null;
  client: Client;
  details: Record<string, unknown>;
};

/**
 * The audit rows of a sign-in, a failed one, or the end of a session: one in each workspace of the person, whose admins
 * read them, and for an operator one of the deployment. An attempt of nobody known is a row of the deployment.
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
