import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { lockPartner, type PartnerRow, updatePartner as store } from '../repository.ts';
import { partnerFields, partnerSchema } from '../schema.ts';
import { serializePartner } from '../serialize.ts';
import { assertNotDeleted, livePartnerTarget } from '../target.ts';

export const updatePartner = defineOperation({
  name: 'partners.update',
  method: 'PATCH',
  path: '/v1/partners/{partner_id}',
  summary: 'Change, suspend or resume a partner',
  description:
    'Changes the given fields. The status `suspended` makes every key of the partner and of its tenants fail ' +
    'with partner_suspended from the next request on. The tenants keep their status and still receive mail.',
  permission: 'partners:manage',
  levels: ['platform'],
  target: livePartnerTarget,
  errors: [],
  example: { max_tenants: 100 },
  input: z.strictObject({
    partner_id: pathId('partner'),
    name: partnerFields.name.optional(),
    status: z.enum(['active', 'suspended']).optional(),
    default_billing_mode: partnerFields.default_billing_mode.optional(),
    max_tenants: partnerFields.max_tenants.optional(),
    ramp_exempt: partnerFields.ramp_exempt.optional(),
  }),
  responses: { 200: partnerSchema },
  async run(call, { partner_id, ...requested }) {
    const before = await lockPartner(call.db, partner_id);
    assertNotDeleted(before);
    const changes = differences(before, requested);
    if (Object.keys(changes).length === 0) return { status: 200, body: serializePartner(before) };
    const after = { ...before, ...changes, updated_at: call.services.clock.now().toISOString() };
    await store(call.db, after);
    const { name, ...details } = changes;
    await recordAudit(call.db, call, {
      action: 'partner.update',
      target_type: 'partner',
      target_id: partner_id,
      tenant_id: null,
      details: { fields: Object.keys(changes), ...details },
    });
    return { status: 200, body: serializePartner(after) };
  },
});

/** The fields whose value changes. */
function differences(before: PartnerRow, requested: Partial<PartnerRow>): Partial<PartnerRow> {
  const changed = Object.entries(requested).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof PartnerRow],
  );
  return Object.fromEntries(changed);
}
