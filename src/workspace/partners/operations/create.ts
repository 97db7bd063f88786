import { z } from 'zod';
import { newId } from '#kernel/catalogue/ids.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { insertPartner, type PartnerRow } from '../repository.ts';
import { partnerFields, partnerSchema } from '../schema.ts';
import { serializePartner } from '../serialize.ts';

export const createPartner = defineOperation({
  name: 'partners.create',
  method: 'POST',
  path: '/v1/partners',
  summary: 'Create a partner',
  description:
    'A partner is an integrator. With a partner key (see keys.create), it creates and manages its own ' +
    'tenants, and sees no others.',
  permission: 'partners:manage',
  levels: ['platform'],
  target: noTarget,
  errors: [],
  example: {
    name: 'Acme Integrations',
    default_billing_mode: 'metered',
    max_tenants: 25,
    ramp_exempt: false,
  },
  input: z.strictObject({
    name: partnerFields.name,
    default_billing_mode: partnerFields.default_billing_mode.default('metered'),
    max_tenants: partnerFields.max_tenants.default(25),
    ramp_exempt: partnerFields.ramp_exempt.default(false),
  }),
  responses: { 201: partnerSchema },
  async run(call, input) {
    const now = call.services.clock.now().toISOString();
    const partner: PartnerRow = {
      id: newId('partner'),
      status: 'active',
      ...input,
      created_at: now,
      updated_at: now,
    };
    await insertPartner(call.db, partner);
    const { name: _untold, ...details } = input;
    await recordAudit(call.db, call, {
      action: 'partner.create',
      target_type: 'partner',
      target_id: partner.id,
      tenant_id: null,
      details,
    });
    return { status: 201, body: serializePartner(partner) };
  },
});
