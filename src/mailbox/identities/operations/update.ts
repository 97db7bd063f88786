import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { effectivePolicy, includesApproval, includesGuard } from '#workspace/tenants/index.ts';
import { applyPatch, nextState } from '../changes.ts';
import { updatedEvents } from '../events.ts';
import {
  addressesOf,
  type IdentityRow,
  lockTenantStatus,
  type StoredIdentity,
  updateIdentity,
} from '../repository.ts';
import {
  displayName,
  identityMetadata,
  identitySchema,
  owner,
  purpose,
  sendPolicy,
  signature,
} from '../schema.ts';
import { serializeIdentity } from '../serialize.ts';
import { identityTarget, lockLive } from '../target.ts';

const input = z.strictObject({
  identity_id: pathId('identity'),
  display_name: displayName.optional(),
  purpose: purpose.optional(),
  owner: owner.nullable().optional(),
  signature: signature.nullable().optional(),
  metadata: identityMetadata.optional().meta({ description: 'Replaces all metadata.' }),
  send_policy: sendPolicy.optional(),
  status: z.enum(['active', 'paused']).optional().meta({
    description:
      '`paused`: the identity receives mail but cannot send or sign. `active`: the identity resumes.',
  }),
});
type Input = z.output<typeof input>;

export const updateIdentityOperation = defineOperation({
  name: 'identities.update',
  method: 'PATCH',
  path: '/v1/identities/{identity_id}',
  summary: 'Update, pause or resume an identity',
  description:
    'Fields that are left out stay unchanged; null removes the owner or the signature. Resuming after a ' +
    'pause for abuse_threshold needs a platform or tenant key.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'scope_denied', 'tenant_suspended'],
  example: { display_name: 'Billing', send_policy: { daily_cap: 100, require_known_recipient: true } },
  input,
  responses: { 200: identitySchema },
  async run(call, given) {
    checkDailyCap(call.actor, call.target, given);
    checkApproval(call.actor, call.target, given);
    const { status, identity_id: _id, ...patch } = given;
    const tenantSuspended = status === 'active' && (await isTenantSuspended(call));
    const current = await lockLive(call.db, call.target);
    const caller = { level: call.actor.level, tenantSuspended };
    const next = {
      ...applyPatch(current, patch),
      ...(status && nextState(current, status, caller)),
      updated_at: call.services.clock.now().toISOString(),
    };
    await updateIdentity(call.db, next);
    await recordFields(call, patch);
    await recordStatusChange(call, current, next);
    const addresses = await addressesOf(call.db, next.id);
    await recordEvents(call.db, call.services, updatedEvents(current, next, addresses));
    return { status: 200, body: serializeIdentity(next, addresses) };
  },
});

type UpdateCall = Call<IdentityRow, 'PATCH'>;

async function isTenantSuspended(call: UpdateCall): Promise<boolean> {
  const tenant = await lockTenantStatus(call.db, call.target.tenant_id);
  return tenant?.status !== 'active';
}

/** Only a platform key can let an identity send more per day than its tenant's policy allows (spec 4.4, rule 8). */
function checkDailyCap(actor: Actor, identity: IdentityRow, given: Input): void {
  const cap = given.send_policy?.daily_cap ?? 0;
  const max = effectivePolicy(identity.tenant).identity_daily_send_cap;
  if (actor.level !== 'platform' && cap > max) {
    throw new AppError('scope_denied', { field: 'send_policy.daily_cap', max });
  }
}

/** An agent must not lift its own supervision, so its own key can only make it stricter. */
function checkApproval(actor: Actor, identity: IdentityRow, given: Input): void {
  if (actor.level !== 'identity') return;
  const { approval, guard } = given.send_policy ?? {};
  if (approval !== undefined && !includesApproval(approval, identity.send_policy.approval ?? 'never'))
    throw new AppError('scope_denied', { field: 'send_policy.approval' });
  if (guard !== undefined && !includesGuard(guard, identity.send_policy.guard ?? 'off'))
    throw new AppError('scope_denied', { field: 'send_policy.guard' });
}

/** Records the changed fields and the values of the send policy. Texts and owners are left out, as the log outlives them. */
async function recordFields(call: UpdateCall, patch: Omit<Input, 'status' | 'identity_id'>): Promise<void> {
  const fields = Object.entries(patch).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (fields.length === 0) return;
  await recordAudit(call.db, call, {
    action: 'identity.update',
    target_type: 'identity',
    target_id: call.target.id,
    tenant_id: call.target.tenant_id,
    details: { fields, ...(patch.send_policy && { send_policy: patch.send_policy }) },
  });
}

async function recordStatusChange(
  call: UpdateCall,
  before: StoredIdentity,
  after: Pick<StoredIdentity, 'id' | 'tenant_id' | 'status' | 'pause_reason'>,
): Promise<void> {
  if (before.status === after.status && before.pause_reason === after.pause_reason) return;
  const pauses = after.status === 'paused';
  await recordAudit(call.db, call, {
    action: pauses ? 'identity.pause' : 'identity.resume',
    target_type: 'identity',
    target_id: after.id,
    tenant_id: after.tenant_id,
    details: pauses ? { reason: after.pause_reason } : { paused_for: before.pause_reason },
  });
}
