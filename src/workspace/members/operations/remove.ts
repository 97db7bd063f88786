import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { memberRemoved } from '../events.ts';
import { endWhatTheyGave } from '../former.ts';
import { deleteMember } from '../members-repository.ts';
import { requireOther } from '../require.ts';

export const removeMember = defineOperation({
  name: 'members.remove',
  method: 'DELETE',
  path: '/v1/tenants/{tenant_id}/members/{user_id}',
  summary: 'Remove a member',
  description:
    'The person loses access to this workspace at once and keeps their other workspaces. The keys that they ' +
    'created here are revoked together with the keys that those created; `GET /v1/keys?created_by=` lists ' +
    'them beforehand. Their open invitations end. The owner cannot be removed.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'member_not_found', 'owner_required'],
  input: z.strictObject({ tenant_id: pathId('tenant'), user_id: pathId('user') }),
  responses: { 204: null },
  async run(call, { user_id }) {
    const { db, services, target } = call;
    const { role } = await requireOther(db, target.id, user_id);
    await deleteMember(db, target.id, user_id);
    await endWhatTheyGave(call, user_id);
    await recordAudit(db, call, {
      action: 'member.remove',
      target_type: 'user',
      target_id: user_id,
      tenant_id: target.id,
      details: { role },
    });
    await recordEvents(db, services, [memberRemoved({ tenant_id: target.id, data: { user_id } })]);
    return { status: 204, body: null };
  },
});
