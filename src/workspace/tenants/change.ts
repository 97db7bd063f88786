import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Call } from '#kernel/operation/operation.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import type { PolicyPatch } from './policy/catalogue.ts';
import { mergePolicy, touchedBy } from './policy/document.ts';
import { authorizePolicyChange, nextCeilings } from './policy/permission.ts';
import { lockTenant, updateTenant as store, type TenantRow } from './repository.ts';
import { nextState } from './status.ts';
import { assertNotErased } from './target.ts';

type Requested = {
  name?: string | undefined;
  timezone?: string | undefined;
  policy?: PolicyPatch | undefined;
  status?: 'active' | 'suspended' | undefined;
};

/**
 * Changes a tenant within the limits of the caller's level, with audit rows, in the transaction of the call.
 * @throws AppError `scope_denied`, `tenant_not_found`, `tenant_erased`
 */
export async function changeTenant(call: ChangeCall, id: string, requested: Requested): Promise<TenantRow> {
  const before = await lockTenant(call.db, id);
  if (!before) throw new AppError('tenant_not_found');
  assertNotErased(call.actor, before);
  const after = changed(call.actor, before, requested);
  if (isDeepStrictEqual(before, after)) return before;
  after.updated_at = call.services.clock.now().toISOString();
  await store(call.db, after);
  await recordFields(call, before, after, requested);
  if (stateOf(before) !== stateOf(after)) await changeState(call, before, after);
  return after;
}

/** The tenant with the requested changes. @throws AppError `scope_denied` for fields that this key cannot change */
function changed(actor: Actor, before: TenantRow, requested: Requested): TenantRow {
  const { policy = {}, status } = requested;
  authorizePolicyChange(actor.level, policy, before);
  return {
    ...before,
    name: requested.name ?? before.name,
    timezone: requested.timezone ?? before.timezone,
    policy: mergePolicy(before.policy, policy),
    policy_ceilings: nextCeilings(actor.level, policy, before.policy_ceilings),
    ...(status && nextState(actor.level, before, status)),
  };
}

const stateOf = (tenant: TenantRow): string => `${tenant.status}/${tenant.suspended_by}`;

type ChangeCall = Pick<Call<TenantRow, 'PATCH'>, 'db' | 'services' | 'actor' | 'requestId'>;

const about = (tenant: TenantRow) => ({ target_type: 'tenant', target_id: tenant.id, tenant_id: tenant.id });

/** One audit row for all fields except the status, which has separate actions. */
async function recordFields(
  call: ChangeCall,
  before: TenantRow,
  after: TenantRow,
  requested: Requested,
): Promise<void> {
  const fields = (['name', 'timezone'] as const).filter((field) => before[field] !== after[field]);
  const policy = touchedBy(requested.policy ?? {});
  if (fields.length === 0 && policy.length === 0) return;
  const paths = policy.map(({ entry }) => `policy.${entry.path}`);
  const values = Object.fromEntries(policy.map(({ entry, value }) => [entry.path, value]));
  const details = { fields: [...fields, ...paths], ...(policy.length > 0 && { policy: values }) };
  await recordAudit(call.db, call, { action: 'tenant.update', ...about(after), details });
}

/** Applies the new state to the identities, which are paused or resumed in the same transaction. */
async function changeState(call: ChangeCall, before: TenantRow, after: TenantRow): Promise<void> {
  const suspended = after.status === 'suspended';
  if (before.status !== after.status)
    await call.services.hooks.tenantStatusChanged(
      call.db,
      call.services,
      after.id,
      suspended ? 'suspended' : 'active',
    );
  await recordAudit(call.db, call, {
    action: suspended ? 'tenant.suspend' : 'tenant.resume',
    ...about(after),
    details: suspended ? { suspended_by: after.suspended_by } : { was_suspended_by: before.suspended_by },
  });
}
