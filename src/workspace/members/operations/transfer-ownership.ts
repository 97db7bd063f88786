import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { lockNames } from '#kernel/data/locks.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { memberRoleChanged } from '../events.ts';
import { findOwner, setRole } from '../members-repository.ts';
import { requireOther } from '../require.ts';
import { assertMayGiveRole } from '../role-permissions.ts';
import { memberSchema } from '../schema.ts';
import { serializeMember } from '../serialize.ts';

/** The role of the former owner after a transfer. */
const ROLE_AFTER = 'admin';

/**
 * Spec 4.12: the owner is set when a tenant is created or by a transfer in the console. Only the owner can transfer
 * the ownership. If the workspace was created without an owner, people who manage its members can choose one.
 */
export const transferOwnership = defineOperation({
  name: 'members.transfer_ownership',
  method: 'POST',
  path: '/console/tenants/{tenant_id}/members/{user_id}/ownership',
  summary: 'Make another member the owner',
  permission: 'members:manage',
  levels: ['tenant'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'member_not_found', 'owner_required', 'key_scope_exceeded'],
  input: z.strictObject({ tenant_id: pathId('tenant'), user_id: pathId('user') }),
  responses: { 200: memberSchema },
  async run(call, { user_id }) {
    const { actor, db, services, target } = call;
    await lockNames(db, 'ownership', [target.id]);
    const owner = await findOwner(db, target.id);
    if (owner && owner.user_id !== actor.user_id) {
      throw new AppError('permission_denied', undefined, {
        message: 'Ask the owner: only the owner can transfer the workspace.',
      });
    }
    const heir = await requireOther(db, target.id, user_id);
    assertMayGiveRole(actor, 'owner', heir.role);
    if (owner) await setRole(db, target.id, owner.user_id, ROLE_AFTER, callerId(actor));
    await setRole(db, target.id, user_id, 'owner', callerId(actor));
    await recordAudit(db, call, {
      action: 'member.transfer_ownership',
      target_type: 'user',
      target_id: user_id,
      tenant_id: target.id,
      details: { from_user_id: owner?.user_id ?? null, from: heir.role },
    });
    const changes = [
      ...(owner ? [{ user_id: owner.user_id, from: 'owner' as const, to: ROLE_AFTER } as const] : []),
      { user_id, from: heir.role, to: 'owner' as const },
    ];
    await recordEvents(
      db,
      services,
      changes.map((data) => memberRoleChanged({ tenant_id: target.id, data })),
    );
    return { status: 200, body: serializeMember({ ...heir, role: 'owner' }) };
  },
});
