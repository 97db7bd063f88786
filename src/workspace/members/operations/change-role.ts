import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { narrowApplications } from '#workspace/api-keys/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { memberRoleChanged } from '../events.ts';
import { givenRoles, setRole } from '../members-repository.ts';
import { requireOther } from '../require.ts';
import { assertMayGiveRole, rolePermissions } from '../role-permissions.ts';
import { memberSchema } from '../schema.ts';
import { serializeMember } from '../serialize.ts';

export const changeRole = defineOperation({
  name: 'members.change_role',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}/members/{user_id}',
  summary: "Change a member's role",
  description:
    'Changes any role except the owner’s, which can be transferred in the console. The permissions that the ' +
    'new role adds must lie within the caller’s own.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'member_not_found', 'owner_required', 'key_scope_exceeded'],
  example: { role: 'admin' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    user_id: pathId('user'),
    role: z.enum(givenRoles),
  }),
  responses: { 200: memberSchema },
  async run(call, { user_id, role }) {
    const { actor, db, services, target } = call;
    const member = await requireOther(db, target.id, user_id);
    if (member.role === role) return { status: 200, body: serializeMember(member) };
    assertMayGiveRole(actor, role, member.role);
    await setRole(db, target.id, user_id, role, callerId(actor));
    await narrowApplications(db, { user_id, tenant_id: target.id }, rolePermissions[role]);
    const change = { from: member.role, to: role };
    await recordAudit(db, call, {
      action: 'member.change_role',
      target_type: 'user',
      target_id: user_id,
      tenant_id: target.id,
      details: change,
    });
    await recordEvents(db, services, [
      memberRoleChanged({ tenant_id: target.id, data: { user_id, ...change } }),
    ]);
    return { status: 200, body: serializeMember({ ...member, role }) };
  },
});
