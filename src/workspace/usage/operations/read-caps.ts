import { z } from 'zod';
import { localDay } from '#kernel/base/local-day.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { rampOf } from '#workspace/billing/index.ts';
import { findPartner } from '#workspace/partners/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { identitiesNearCap, usedOfCaps } from '../console-repository.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);
const ofCap = { used: amount, cap: amount };

/** As many as one looks at. */
const MOST_IDENTITIES = 5;

export const readCaps = defineOperation({
  name: 'usage.caps',
  method: 'GET',
  path: '/console/usage/caps',
  summary: 'Read how much of the daily caps is used',
  description:
    'Returns the usage of today, in the time zone of the workspace, and the identities that have used the ' +
    'largest share of their caps.',
  permission: 'usage:read',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject({}),
  responses: {
    200: z.object({
      timezone: z.string(),
      resets_at: timestamp,
      sends: z.object(ofCap),
      agentic: z.object(ofCap),
      identities: z.array(z.object({ identity_id: z.string(), display_name: z.string(), ...ofCap })),
    }),
  },
  async run({ actor, db, services }) {
    const tenant = await requireTenant(db, actor, undefined);
    const policy = effectivePolicy(tenant);
    const now = services.clock.now();
    const { date, endsAt } = localDay(tenant.timezone, now);
    const near = { day: date, cap: policy.identity_daily_send_cap, take: MOST_IDENTITIES };
    const [used, identities, partner] = await Promise.all([
      usedOfCaps(db, tenant.id, date),
      identitiesNearCap(db, tenant.id, near),
      tenant.partner_id === null ? null : findPartner(db, tenant.partner_id),
    ]);
    const ramp = rampOf(services.config, { ...tenant, ramp_exempt: partner?.ramp_exempt ?? false }, now);
    const sends = Math.min(policy.tenant_daily_send_cap, ramp?.perDay ?? Number.POSITIVE_INFINITY);
    const body = {
      timezone: tenant.timezone,
      resets_at: endsAt.toISOString(),
      sends: { used: used.sends, cap: sends },
      agentic: { used: used.agentic, cap: policy.search.agentic_daily_cap },
      identities,
    };
    return { status: 200, body };
  },
});
