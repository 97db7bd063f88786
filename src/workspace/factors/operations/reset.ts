import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { requireSecondFactor } from '#kernel/operation/guards.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { deleteFactors, isMember } from '../repository.ts';

export const resetFactors = defineOperation({
  name: 'members.reset_second_factor',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/members/{user_id}/reset-second-factor',
  summary: 'Remove all second factors of a member',
  description:
    'For a person who has lost their second factors and their recovery codes. First make sure that ' +
    'it is really them. Afterwards they sign in by mail or with their provider, and set up a new second factor.',
  permission: 'members:manage',
  levels: ['platform'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'member_not_found', 'second_factor_required'],
  example: {},
  input: z.strictObject({ tenant_id: pathId('tenant'), user_id: pathId('user') }),
  responses: { 200: z.object({ removed: z.int() }).meta({ id: 'ResetFactors' }) },
  async run(call, { user_id }) {
    const { db, target, actor } = call;
    requireSecondFactor(actor);
    if (!(await isMember(db, target.id, user_id))) throw new AppError('member_not_found');
    const removed = await deleteFactors(db, user_id);
    await recordAudit(db, call, {
      action: 'sign_in.reset_factors',
      target_type: 'user',
      target_id: user_id,
      tenant_id: target.id,
      details: { removed },
    });
    return { status: 200, body: { removed } };
  },
});
