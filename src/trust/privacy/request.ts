import { enqueue } from '#jobs/index.ts';
import { after } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';
import type { Services } from '#kernel/operation/services.ts';
import { assertJobsHaveRoom } from '#mail/sending/index.ts';
import { beginDeletion } from '#mailbox/identities/index.ts';
import { revokeSigningKeys } from '#trust/signing/index.ts';
import { leaveKeysOfSeveral, revokeKeysOf } from '#workspace/api-keys/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { beginTenantErasure } from '#workspace/tenants/index.ts';
import { cancelExports } from './exports-repository.ts';
import { eraseJob, LATE, lateJob } from './jobs.ts';
import { cancelErasures, insertErasure, type ShownErasure } from './repository.ts';

export type WriteCall = { db: Transaction; services: Services; actor: Actor; requestId: string };

/**
 * Writes the request, its job, and the immediate effects: from this transaction on, an identity is `deleting` or a
 * tenant `erasing`, their addresses are tombstones, and their keys are revoked.
 * @throws AppError `job_queue_full`
 */
export async function requestErasure(
  call: WriteCall,
  scope: ErasureScope,
  reason: string | null,
): Promise<ShownErasure> {
  const { db, services, actor } = call;
  // The erasure of a workspace is never refused.
  if (scope.kind !== 'tenant') await assertJobsHaveRoom(db, scope.tenantId);
  const now = services.clock.now();
  if (scope.kind === 'identity') await closeIdentity(call, scope.tenantId, scope.identityId, now);
  const id = newId('erasure');
  if (scope.kind === 'tenant') await closeTenant(call, scope.tenantId, { id, now });
  const row = await insertErasure(db, {
    id,
    tenant_id: scope.tenantId,
    scope: scope.kind,
    identity_id: 'identityId' in scope ? scope.identityId : null,
    thread_id: 'threadId' in scope ? scope.threadId : null,
    message_id: 'messageId' in scope ? scope.messageId : null,
    counterparty_address: 'address' in scope ? scope.address : null,
    reason,
    created_by_key_id: actor.key_id,
    created_at: now.toISOString(),
  });
  await recordAudit(db, call, {
    action: 'erasure.create',
    target_type: 'erasure_request',
    target_id: row.id,
    tenant_id: row.tenant_id,
    details: { scope: row.scope, ...(row.identity_id && { identity_id: row.identity_id }) },
  });
  await enqueue(db, eraseJob, { tenant_id: row.tenant_id, erasure_id: row.id });
  if (scope.kind === 'identity' || scope.kind === 'tenant') {
    await enqueue(db, lateJob, { tenant_id: row.tenant_id, erasure_id: row.id }, { runAt: after(now, LATE) });
  }
  return row;
}

async function closeIdentity(
  call: WriteCall,
  tenantId: string,
  identityId: string,
  now: Date,
): Promise<void> {
  const begun = await beginDeletion(call.db, { tenantId, identityId }, now);
  // A deleted identity may be erased again, to erase data that a legal hold kept.
  if (begun.length === 0) return;
  await revokeKeysOf(call.db, { identity_id: identityId }, now);
  await leaveKeysOfSeveral(call.db, identityId, now);
  await revokeSigningKeys(call.services, call.db, { tenantId, identityId });
  await recordAudit(call.db, call, {
    action: 'identity.delete',
    target_type: 'identity',
    target_id: identityId,
    tenant_id: tenantId,
  });
}

async function closeTenant(
  call: WriteCall,
  tenantId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await beginTenantErasure(call.db, tenantId, now);
  await cancelErasures(call.db, { tenantId, by: id, now });
  await cancelExports(call.db, tenantId);
  await beginDeletion(call.db, { tenantId, identityId: null }, now);
  await revokeKeysOf(call.db, { tenant_id: tenantId }, now);
  await revokeSigningKeys(call.services, call.db, { tenantId, identityId: null });
  await recordAudit(call.db, call, {
    action: 'tenant.erase',
    target_type: 'tenant',
    target_id: tenantId,
    tenant_id: tenantId,
  });
}
