import { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  billingModes,
  effectiveMode,
  features,
  findPaidAccounts,
  grantsOf,
  meteredPlan,
  noPlan,
  periodOf,
  planState,
  planStateOf,
  topUps,
  topUpsOf,
} from '#workspace/billing/index.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';
import { sumSince } from './repository.ts';
import { usedBy } from './used-by.ts';

const amount = z.int().min(0);

/** A tenant in a platform or partner key's list of plans and usage. */
export const tenantUsageSchema = z
  .object({
    tenant_id: z.string(),
    slug: z.string(),
    name: z.string(),
    partner_id: z.string().nullable(),
    billing: z.enum(billingModes),
    plan: planState,
    topups: topUps,
    features: z.array(
      z.object({
        feature: z.enum(features),
        granted: amount.nullable().meta({ description: 'Includes top-ups. Null when nothing is metered.' }),
        used: amount,
      }),
    ),
  })
  .meta({ id: 'TenantUsage' });
export type TenantUsage = z.input<typeof tenantUsageSchema>;

/** Plan and usage of these tenants, in their order: one statement per kind, for any number of tenants. */
export async function usageOf(
  services: Services,
  db: Queryable,
  tenants: readonly TenantRow[],
): Promise<TenantUsage[]> {
  const { config, clock } = services;
  const now = clock.now();
  const period = periodOf(now);
  const ids = tenants.map(({ id }) => id);
  const [used, accounts, counted] = await Promise.all([
    usedBy(services, ids, period, now),
    findPaidAccounts(db, ids),
    sumSince(db, ids, period.from),
  ]);
  const accountBy = new Map(accounts.map((account) => [account.tenant_id, account]));
  const countedBy = new Map(counted.map((row) => [row.tenant_id, row]));
  return tenants.map((tenant) => {
    const plan = meteredPlan(config, tenant);
    const grants = grantsOf(config, tenant);
    const { sends = 0, triage = 0 } = grants ? {} : (countedBy.get(tenant.id) ?? {});
    const amounts = { ...used(tenant.id), ...(grants === null && { sends, triage }) };
    return {
      tenant_id: tenant.id,
      slug: tenant.slug,
      name: tenant.name,
      partner_id: tenant.partner_id,
      billing: effectiveMode(config, tenant),
      plan: plan ? planStateOf(plan, accountBy.get(tenant.id) ?? null, now) : noPlan,
      topups: topUpsOf(tenant),
      features: features.map((feature) => ({
        feature,
        granted: grants?.[feature] ?? null,
        used: Math.ceil(amounts[feature] ?? 0),
      })),
    };
  });
}
