import { recordEvents } from '#events/index.ts';
import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { auditRecorded } from './events.ts';
import { type AuditRow, insertAuditEvent } from './repository.ts';

/** The actor and the request. For a job, both are null. */
export type AuditCall = {
  actor: Pick<Actor, 'key_id' | 'user_id' | 'source_address'> | null;
  requestId: string | null;
  /** Needed to notify webhook endpoints that subscribe to `audit.recorded`. */
  services?: Pick<Services, 'clock' | 'hooks' | 'wakeUps'> & { db?: Services['db'] };
};

export type AuditEntry = {
  action: AuditAction;
  target_type: string;
  target_id: string;
  /** The workspace of the action; null for actions on the deployment. */
  tenant_id: string | null;
  /** Further details. They contain no secrets and no text from mail. */
  details?: Record<string, unknown>;
};

/**
 * Writes an audit row (spec 2.13). Pass the transaction of the change, so that the change and the row are committed
 * together. The tenant's row must exist. When the transaction commits, the row joins the hash chain of its tenant.
 */
export async function recordAudit(db: Queryable, call: AuditCall, entry: AuditEntry): Promise<void> {
  const row = {
    id: newId('audit'),
    tenant_id: entry.tenant_id,
    actor_key_id: call.actor?.key_id ?? null,
    actor_user_id: call.actor?.user_id ?? null,
    action: entry.action,
    target_type: entry.target_type,
    target_id: entry.target_id,
    details: entry.details ?? {},
    request_id: call.requestId,
    source_address: call.actor?.source_address ?? null,
  };
  const { created_at, is_followed } = await insertAuditEvent(db, row);
  if (is_followed && call.services) await tellFollowers(db, call.services, { ...row, created_at });
}

/**
 * Records the event only if an endpoint subscribes to its type by name, so that other tenants' feeds do not fill with it.
 */
async function tellFollowers(
  db: Queryable,
  services: NonNullable<AuditCall['services']>,
  row: Omit<AuditRow, 'chain'>,
): Promise<void> {
  const event = auditRecorded({ tenant_id: row.tenant_id, data: { audit_event: row } });
  const record = (tx: Transaction) => recordEvents(tx, services, [event]);
  if ('afterCommit' in db) await record(db as Transaction);
  else await services.db?.transaction(record);
}
