import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { recordAudit } from '#audit/index.ts';
import { pauseForSuspension, resumeAfterSuspension } from '#identities/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { AppError } from '#kernel/errors.ts';
import { type Call, defineOperation } from '#kernel/operation.ts';
import { pathId } from '#kernel/schema.ts';
import { tenantFields } from '../input.ts';
import { mergePolicy, touchedBy } from '../policy/document.ts';
import { authorizePolicyChange, nextCeilings } from '../policy/permission.ts';
import { policyPatchSchema } from '../policy/schema.ts';
import { lockTenant, updateTenant as store, type TenantRow } from '../repository.ts';
import { tenantSchema, toTenant } from '../serialize.ts';
import { nextState } from '../status.ts';
import { assertNotErased, writableTenantTarget } from '../target.ts';

const input = z.strictObject({
  tenant_id: pathId('tenant'),
  name: tenantFields.name.optional(),
  timezone: tenantFields.timezone.optional(),
  policy: policyPatchSchema.optional(),
  status: z.enum(['active', 'suspended']).optional().meta({
    description:
      'suspended pauses its identities and refuses its keys; active resumes what the suspension paused.',
  }),
});
type Wanted = Omit<z.output<typeof input>, 'tenant_id'>;

export const updateTenant = defineOperation({
  name: 'tenants.update',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}',
  summary: 'Change, suspend or resume a tenant',
  description:
    'Sets the fields that are given. The policy is merged deeply: what is left out stays, null resets a field to its ' +
    'default. A partner key cannot lift a suspension that a platform key made.',
  permission: 'tenants:manage',
  levels: ['platform', 'partner'],
  target: writableTenantTarget,
  errors: ['scope_denied', 'tenant_erased'],
  example: { policy: { max_recipients: 5, quarantine: { spam_threshold: null } } },
  input,
  responses: { 200: tenantSchema },
  async run(call, { tenant_id, ...wanted }) {
    const before = await lockTenant(call.db, tenant_id);
    if (!before) throw new AppError('tenant_not_found');
    assertNotErased(call.actor, before);
    const after = changed(call.actor, before, wanted);
    if (isDeepStrictEqual(before, after)) return { status: 200, body: toTenant(before) };
    after.updated_at = call.services.clock.now().toISOString();
    await store(call.db, after);
    await recordFields(call, before, after, wanted);
    if (stateOf(before) !== stateOf(after)) await changeState(call, before, after);
    return { status: 200, body: toTenant(after) };
  },
});

/** The tenant with what is wanted. @throws AppError `scope_denied` for what this key may not change */
function changed(actor: Actor, before: TenantRow, wanted: Wanted): TenantRow {
  const { policy = {}, status } = wanted;
  authorizePolicyChange(actor.level, policy, before.policy_ceilings);
  return {
    ...before,
    name: wanted.name ?? before.name,
    timezone: wanted.timezone ?? before.timezone,
    policy: mergePolicy(before.policy, policy),
    policy_ceilings: nextCeilings(actor.level, policy, before.policy_ceilings),
    ...(status && nextState(actor.level, before, status)),
  };
}

const stateOf = (tenant: TenantRow): string => `${tenant.status}/${tenant.suspended_by}`;

type UpdateCall = Pick<Call<TenantRow, 'PATCH'>, 'db' | 'services' | 'actor' | 'requestId'>;

const about = (tenant: TenantRow) => ({ target_type: 'tenant', target_id: tenant.id, tenant_id: tenant.id });

/** One row for all fields but the status, which has actions of its own. */
async function recordFields(
  call: UpdateCall,
  before: TenantRow,
  after: TenantRow,
  wanted: Wanted,
): Promise<void> {
  const fields = (['name', 'timezone'] as const).filter((field) => before[field] !== after[field]);
  const policy = touchedBy(wanted.policy ?? {});
  if (fields.length === 0 && policy.length === 0) return;
  const paths = policy.map(({ entry }) => `policy.${entry.path}`);
  const values = Object.fromEntries(policy.map(({ entry, value }) => [entry.path, value]));
  const details = { fields: [...fields, ...paths], ...(policy.length > 0 && { policy: values }) };
  await recordAudit(call.db, call, { action: 'tenant.update', ...about(after), details });
}

/** What hangs on the state: the identities, paused and resumed in the same transaction. */
async function changeState(call: UpdateCall, before: TenantRow, after: TenantRow): Promise<void> {
  const suspended = after.status === 'suspended';
  if (before.status !== after.status) await moveIdentities(call, after.id, suspended);
  await recordAudit(call.db, call, {
    action: suspended ? 'tenant.suspend' : 'tenant.resume',
    ...about(after),
    details: suspended ? { suspended_by: after.suspended_by } : { was_suspended_by: before.suspended_by },
  });
}

async function moveIdentities(
  { db, services }: UpdateCall,
  tenantId: string,
  suspended: boolean,
): Promise<void> {
  if (suspended) await pauseForSuspension(db, services, tenantId);
  else await resumeAfterSuspension(db, services, tenantId);
}
