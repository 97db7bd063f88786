import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { memberRemoved } from '../events.ts';
import { deleteMember } from '../members-repository.ts';
import { requireOther } from '../require.ts';

/** Whatever their role, people take themselves out of a workspace; all but the owner, who hands it over first. */
export const leaveWorkspace = defineOperation({
  name: 'members.leave',
  method: 'POST',
  path: '/console/tenants/{tenant_id}/leave',
  summary: 'Leave a workspace',
  permission: 'any key',
  levels: ['tenant'],
  target: tenantTarget,
  errors: ['member_not_found', 'owner_required'],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 204: null },
  async run(call) {
    const { actor, db, services, target } = call;
    const userId = actor.user_id ?? '';
    const { role } = await requireOther(db, target.id, userId);
    await deleteMember(db, target.id, userId);
    const about = { target_type: 'user', target_id: userId, tenant_id: target.id };
    await recordAudit(db, call, { action: 'member.leave', ...about, details: { role } });
    const data = { user_id: userId };
    await recordEvents(db, services, [memberRemoved({ tenant_id: target.id, data })]);
    return { status: 204, body: null };
  },
});
