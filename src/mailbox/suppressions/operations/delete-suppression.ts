import { z } from 'zod';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { formsOf, hintOf } from '../blind.ts';
import { storedAddress } from '../names.ts';
import { deleteSuppression, lockSuppression } from '../repository.ts';
import { pathText } from '../schema.ts';

export const deleteSuppressionOperation = defineOperation({
  name: 'suppressions.delete',
  method: 'DELETE',
  path: '/v1/tenants/{tenant_id}/suppressions/{address}',
  summary: 'Remove a suppression',
  description:
    'Removes the suppression of an address; the audit log records it. After a complaint this needs ' +
    '`confirm_complaint_removal: true` in the body, because another spam report harms every sender of ' +
    'this deployment.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['suppression_not_found', 'tenant_erased'],
  example: { confirm_complaint_removal: true },
  bodyInputs: ['confirm_complaint_removal'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    address: pathText('The address, percent-encoded.', 'ada@example.com'),
    confirm_complaint_removal: z.boolean().default(false),
  }),
  responses: { 204: null },
  async run(call, input) {
    const { db, target, services } = call;
    const address = storedAddress(input.address);
    const forms = address && formsOf(services.keyRing, target.id, address);
    const found = forms && (await lockSuppression(db, target.id, forms, services.clock.now()));
    if (!found) throw new AppError('suppression_not_found');
    if (found.reason === 'complaint' && !input.confirm_complaint_removal) {
      const message = 'Set this field to true to confirm: the recipient reported earlier mail as spam.';
      throw invalidRequest([{ path: 'confirm_complaint_removal', message }]);
    }
    await deleteSuppression(db, found.id);
    await recordAudit(db, call, {
      action: 'suppression.remove',
      target_type: 'suppression',
      target_id: found.id,
      tenant_id: target.id,
      details: { reason: found.reason, address_hint: hintOf(found.address) },
    });
    return { status: 204, body: null };
  },
});
