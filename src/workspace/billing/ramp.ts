import { after, DAY } from '#kernel/base/clock.ts';
import type { Config } from '#kernel/base/config.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type Account, isFree, meteredPlan } from './account.ts';

export type RampedAccount = Account & {
  created_at: string;
  /** Whether its partner's tenants skip the ramp. */
  ramp_exempt: boolean;
};

/** How many messages a new workspace may send per day, and until when the limit applies (spec 8.4). */
export type Ramp = { perDay: number; endsAt: Date };

/** The ramp that applies to a message that the tenant sends `at` this time, or null. */
export function rampOf(config: Pick<Config, 'billing'>, tenant: RampedAccount, at: Date): Ramp | null {
  const plan = meteredPlan(config, tenant);
  if (!plan || !isFree(plan) || tenant.ramp_exempt) return null;
  const endsAt = after(new Date(tenant.created_at), limits.ramp.days * DAY);
  return at < endsAt ? { perDay: limits.ramp.perDay, endsAt } : null;
}
