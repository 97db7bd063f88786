import { after, DAY } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { pauseForAbuse } from '#mailbox/identities/index.ts';
import { effectivePolicies, type Policy } from '#workspace/tenants/index.ts';
import { type RecentOutcomes, recentOutcomes } from '../accept/counters-repository.ts';
import type { DeliveryStatus } from './state.ts';

export const isAbuseSign = ({ status }: { status: DeliveryStatus }): boolean =>
  status === 'bounced' || status === 'complained';

/**
 * Pauses an identity over a threshold of `policy.abuse` (decisions.md section 2), in the transaction that wrote the
 * bounce or complaint. Rates are shares of the recipients to which its mail of the last 24 hours was submitted.
 */
export async function pauseIfAbusive(
  tx: Transaction,
  services: Services,
  { identity_id, tenant_id }: { identity_id: string; tenant_id: string },
): Promise<void> {
  const [outcomes, policies] = await Promise.all([
    recentOutcomes(tx, identity_id, after(services.clock.now(), -DAY)),
    effectivePolicies(tx, [tenant_id]),
  ]);
  const policy = policies.get(tenant_id);
  if (!policy || !isAbusive(outcomes, policy.abuse)) return;
  const { sent, bounced, complained } = outcomes;
  await pauseForAbuse(
    tx,
    services,
    { id: identity_id, tenant_id },
    { sends: sent, bounce_rate: bounced / sent, complaint_rate: complained / sent },
  );
}

const isAbusive = ({ sent, bounced, complained }: RecentOutcomes, limits: Policy['abuse']): boolean =>
  sent >= limits.min_sends &&
  (bounced > sent * limits.bounce_rate || complained > sent * limits.complaint_rate);
