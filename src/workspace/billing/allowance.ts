import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Account, grantsOf } from './account.ts';
import type { Feature } from './catalogue.ts';
import { billingLimitReached } from './events.ts';
import { type Period, periodOf } from './period.ts';
import { markTold } from './repository.ts';

/** The fields of a tenant that decide how much it may use. */
export type Customer = Account & { id: string };

/**
 * How much of a feature a tenant may use: within a period for features that are used up, at any one time for features that
 * are held.
 */
export type Allowance = {
  tenant_id: string;
  feature: Feature;
  granted: number;
  period: Period;
  /** When the count starts again at zero; null for features that are held. */
  resetsAt: Date | null;
};

/** Features that are held, unlike sends and triage, which are used up. */
export type HeldFeature = Exclude<Feature, 'sends' | 'triage'>;

const isSpent = (feature: Feature): boolean => feature === 'sends' || feature === 'triage';

type Deployment = Pick<Services, 'config'>;

/** The tenant's allowance of a feature; null if the tenant is not metered. */
export function allowanceOf(
  { config }: Deployment,
  tenant: Customer,
  feature: Feature,
  now: Date,
): Allowance | null {
  const grants = grantsOf(config, tenant);
  if (!grants) return null;
  const period = periodOf(now);
  const resetsAt = isSpent(feature) ? period.endsAt : null;
  return { tenant_id: tenant.id, feature, granted: grants[feature], period, resetsAt };
}

/**
 * The error for a change that would exceed an allowance (spec 7.2). Throwing it rolls the transaction back; afterwards, the
 * first such error per feature and period is reported to the workspace.
 */
export function billingLimit({ config }: Deployment, allowance: Allowance, used: number): AppError {
  const { feature, granted, resetsAt } = allowance;
  const resets_at = resetsAt?.toISOString() ?? null;
  const details = { feature, granted, used, resets_at, upgrade_url: `${config.consoleUrl}/console/billing` };
  return new AppError('billing_limit', details, {
    afterwards: (services) => tellOnce(services, allowance, resets_at),
  });
}

function tellOnce(services: Services, allowance: Allowance, resets_at: string | null): Promise<void> {
  const { tenant_id, feature, granted } = allowance;
  return services.db.transaction(async (tx) => {
    if ((await markTold(tx, allowance)) === 0) return;
    const data = { feature, granted, resets_at };
    await recordEvents(tx, services, [billingLimitReached({ tenant_id, data })]);
  });
}

/**
 * Makes a change that may use more of a held feature, and refuses it if the plan would be exceeded. Such changes of a
 * tenant wait for each other, so that the limit is exact. Changes that use nothing more are always allowed, even when
 * a smaller plan is already exceeded.
 * @throws AppError `billing_limit`
 */
export async function withinAllowance<T>(
  tx: Transaction,
  services: Services,
  { tenant, feature, count }: { tenant: Customer; feature: HeldFeature; count: () => Promise<number> },
  change: () => Promise<T>,
): Promise<T> {
  const allowance = allowanceOf(services, tenant, feature, services.clock.now());
  if (!allowance) return change();
  const [, before] = await Promise.all([lockNames(tx, 'allowance', [`${tenant.id} ${feature}`]), count()]);
  const result = await change();
  const after = await count();
  if (after > before && after > allowance.granted) throw billingLimit(services, allowance, before);
  return result;
}
