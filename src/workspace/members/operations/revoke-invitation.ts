import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { deleteInvitation } from '../members-repository.ts';

export const revokeInvitation = defineOperation({
  name: 'members.revoke_invitation',
  method: 'DELETE',
  path: '/v1/tenants/{tenant_id}/invitations/{invitation_id}',
  summary: 'Revoke an invitation',
  description: 'The link stops working, and the seat is free again.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'invitation_not_found'],
  input: z.strictObject({ tenant_id: pathId('tenant'), invitation_id: pathId('invitation') }),
  responses: { 204: null },
  async run(call, { invitation_id }) {
    if ((await deleteInvitation(call.db, call.target.id, invitation_id)) === 0) {
      throw new AppError('invitation_not_found');
    }
    await recordAudit(call.db, call, {
      action: 'member.revoke_invitation',
      target_type: 'invitation',
      target_id: invitation_id,
      tenant_id: call.target.id,
    });
    return { status: 204, body: null };
  },
});
