import { localDay } from '#kernel/base/local-day.ts';
import type { Services } from '#kernel/operation/services.ts';
import { rampOf } from '#workspace/billing/index.ts';
import { findPartner } from '#workspace/partners/index.ts';
import { effectivePolicy, type TenantRow } from '#workspace/tenants/index.ts';
import { identitiesNearCap, usedOfCaps } from './console-repository.ts';

/** The maximum number of identities that are listed. */
const MOST_IDENTITIES = 5;

/** The use of the daily caps today, in the tenant's time zone, and the identities that used most. */
export async function capsOf({ db, clock, config }: Services, tenant: TenantRow) {
  const policy = effectivePolicy(tenant);
  const now = clock.now();
  const { date, endsAt } = localDay(tenant.timezone, now);
  const near = { day: date, cap: policy.identity_daily_send_cap, take: MOST_IDENTITIES };
  const [used, identities, partner] = await Promise.all([
    usedOfCaps(db, tenant.id, date),
    identitiesNearCap(db, tenant.id, near),
    tenant.partner_id === null ? null : findPartner(db, tenant.partner_id),
  ]);
  const ramp = rampOf(config, { ...tenant, ramp_exempt: partner?.ramp_exempt ?? false }, now);
  const sends = Math.min(policy.tenant_daily_send_cap, ramp?.perDay ?? Number.POSITIVE_INFINITY);
  return {
    timezone: tenant.timezone,
    resets_at: endsAt.toISOString(),
    sends: { used: used.sends, cap: sends },
    agentic: { used: used.agentic, cap: policy.search.agentic_daily_cap },
    identities,
  };
}
