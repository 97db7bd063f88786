import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { meteredPlan } from '#workspace/billing/index.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';
import { capsOf, featuresOf } from '#workspace/usage/index.ts';
import {
  findFailingWebhooks,
  findHeldMail,
  findPausedIdentities,
  findPendingApprovals,
  findTroubledDomains,
  findTroubledSends,
} from './repository.ts';
import type { Overview } from './schema.ts';
import { ifMay, type May } from './sight.ts';

/** How long failed sends are shown. Uncertain messages wait for a person, so they are shown for longer. */
const SENDS_DAYS = 7;
const UNCERTAIN_DAYS = 30;
/** A limit counts as nearly used up from this share on. */
const NEAR = 0.8;

/** The items in all mailboxes that need a person's attention: one round trip for all kinds. */
export async function needsOf(services: Services, tenant: TenantRow, may: May): Promise<Overview['needs']> {
  const now = services.clock.now();
  const since = { all: after(now, -SENDS_DAYS * DAY), uncertain: after(now, -UNCERTAIN_DAYS * DAY) };
  const readsHeld = may('messages:read') && may('quarantine:review');
  const found = services.db.pipelined(async (db) => {
    const [approvals, held, sends, webhooks, identities, domains] = await Promise.all([
      ifMay(may('sends:approve'), () => findPendingApprovals(db, tenant.id)),
      ifMay(readsHeld, () => findHeldMail(db, tenant.id)),
      ifMay(may('messages:read'), () => findTroubledSends(db, tenant.id, since)),
      ifMay(may('webhooks:read'), () => findFailingWebhooks(db, tenant.id)),
      ifMay(may('identities:read'), () => findPausedIdentities(db, tenant.id)),
      ifMay(may('domains:read'), () => findTroubledDomains(db, tenant.id)),
    ]);
    return { approvals, held, sends, webhooks, identities, domains };
  });
  const [parts, limits] = await Promise.all([found, limitsNear(services, tenant)]);
  return { ...parts, limits };
}

type Limit = Overview['needs']['limits'][number];

const isNear = ({ used, limit }: Pick<Limit, 'used' | 'limit'>): boolean => used > 0 && used >= limit * NEAR;

async function limitsNear(services: Services, tenant: TenantRow): Promise<Limit[]> {
  const [caps, planned] = await Promise.all([
    capsOf(services, tenant),
    // Where nothing is metered, no feature has a limit.
    meteredPlan(services.config, tenant) ? featuresOf(services, tenant) : [],
  ]);
  const daily = { feature: null, identity_id: null, display_name: null, resets_at: caps.resets_at };
  const limits: Limit[] = [
    { ...daily, kind: 'workspace_sends', used: caps.sends.used, limit: caps.sends.cap },
    { ...daily, kind: 'agentic_searches', used: caps.agentic.used, limit: caps.agentic.cap },
    ...caps.identities.map(
      ({ cap, ...identity }): Limit => ({
        ...daily,
        kind: 'identity_sends',
        ...identity,
        limit: cap,
      }),
    ),
    ...planned.flatMap(({ feature, granted, used, resets_at }): Limit[] =>
      granted === null ? [] : [{ ...daily, kind: 'plan', feature, used, limit: granted, resets_at }],
    ),
  ];
  return limits.filter(isNear);
}
