import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { revokeKeysOf } from '#workspace/api-keys/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { countTenantsOf } from '#workspace/tenants/index.ts';
import { deleteEndpointsOfPartner } from '#workspace/webhooks/index.ts';
import { lockPartner, updatePartner } from '../repository.ts';
import { assertNotDeleted, livePartnerTarget } from '../target.ts';

export const deletePartner = defineOperation({
  name: 'partners.delete',
  method: 'DELETE',
  path: '/v1/partners/{partner_id}',
  summary: 'Delete a partner',
  description:
    'Deletes a partner whose tenants have all been erased. Its name is deleted, its id stays on its erased ' +
    'tenants, its keys are revoked, and its webhook endpoints are deleted.',
  permission: 'partners:manage',
  levels: ['platform'],
  target: livePartnerTarget,
  errors: ['partner_has_tenants'],
  input: z.strictObject({ partner_id: pathId('partner') }),
  responses: { 204: null },
  async run(call, { partner_id }) {
    const partner = await lockPartner(call.db, partner_id);
    assertNotDeleted(partner);
    const tenants = await countTenantsOf(call.db, partner_id);
    if (tenants > 0) throw new AppError('partner_has_tenants', { tenants });
    const now = call.services.clock.now();
    await updatePartner(call.db, { ...partner, name: '', status: 'deleted', updated_at: now.toISOString() });
    const keys_revoked = await revokeKeysOf(call.db, { partner_id }, now);
    const webhooks_deleted = await deleteEndpointsOfPartner(call.db, partner_id);
    await recordAudit(call.db, call, {
      action: 'partner.delete',
      target_type: 'partner',
      target_id: partner_id,
      tenant_id: null,
      details: { keys_revoked, webhooks_deleted },
    });
    return { status: 204, body: null };
  },
});
