import type { Services } from '#kernel/operation/services.ts';
import {
  type Customer,
  type Feature,
  findAlerted,
  grantsOf,
  markAlerted,
  meteredPlan,
  type Period,
  type Plan,
  periodOf,
} from '#workspace/billing/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import { effectiveSettings } from '#workspace/tenants/index.ts';
import { type Used, usedBy } from './used-by.ts';

/** The shares of an allowance, in percent, at which its workspace is notified (spec 8.4), the largest first. */
const PERCENTS = [100, 80] as const;

/** A threshold that was reached. `at` is `percent` of the allowance. Storage is in gigabytes, not rounded. */
type Reached = { feature: Feature; granted: number; used: number; percent: number; at: number };

/**
 * Mails the owner and the admins of each metered tenant at 80 and 100 percent of an allowance, once per period. A
 * larger plan can cause another mail; usage that goes up and down does not. Marks and mails are one transaction, so a
 * second run finds nothing to send.
 */
export async function alertOfAllowances(services: Services, tenantIds: readonly string[]): Promise<void> {
  const { db, config, clock } = services;
  if (!config.billing) return;
  const now = clock.now();
  const tenants = [...(await effectiveSettings(db, tenantIds)).values()].flatMap((tenant) => {
    const plan = meteredPlan(config, tenant);
    const grants = grantsOf(config, tenant);
    return plan && grants ? [{ id: tenant.id, plan, grants }] : [];
  });
  if (tenants.length === 0) return;
  const period = periodOf(now);
  const ids = tenants.map(({ id }) => id);
  const [used, alerted] = await Promise.all([
    usedBy(services, ids, period, now),
    findAlerted(db, ids, period),
  ]);
  const alertedAt = new Map(alerted.map((mark) => [`${mark.tenant_id} ${mark.feature}`, mark.alerted]));
  for (const { id, plan, grants } of tenants) {
    const due = reachedBy(grants, used(id)).filter(
      ({ feature, at }) => at > (alertedAt.get(`${id} ${feature}`) ?? 0),
    );
    if (due.length > 0) await alert(services, { id, plan }, period, due);
  }
}

/** The highest threshold that the use of each feature has reached. */
function reachedBy(grants: Record<Feature, number>, used: Used): Reached[] {
  return (Object.entries(used) as [Feature, number][]).flatMap(([feature, amount]) => {
    const granted = grants[feature];
    const percent = granted > 0 && PERCENTS.find((share) => amount * 100 >= granted * share);
    return percent ? [{ feature, granted, used: amount, percent, at: (granted * percent) / 100 }] : [];
  });
}

/** One mail to each admin, regardless of the number of alerts. */
async function alert(
  services: Services,
  { id, plan }: { id: Customer['id']; plan: Plan },
  period: Period,
  due: readonly Reached[],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const marked = await markAlerted(tx, id, period, due);
    const newAlerts = due.filter(({ feature }) => marked.includes(feature));
    if (newAlerts.length === 0) return;
    const people = await findAdmins(tx, id);
    const workspace = people[0]?.workspace ?? '';
    await notify(tx, services, {
      tenantId: id,
      people,
      kind: 'allowance_used',
      // The marks above already keep an alert from being sent twice.
      once: null,
      subject: `${workspace}: ${newAlerts.map(({ feature, percent }) => `${percent}% of ${names[feature]}`).join(', ')}`,
      body: [
        `The workspace “${workspace}” has used the following share of its plan ${plan.name}:`,
        { list: newAlerts.map(lineOf) },
        `Sends and triage are counted by calendar month. The next one begins on ${period.endsAt.toISOString().slice(0, 10)} (UTC).`,
      ],
      path: '/console/billing',
      button: { label: 'See plan and usage' },
    });
  });
}

const names: Record<Feature, string> = {
  inboxes: 'inboxes',
  sends: 'sends',
  triage: 'triage',
  custom_domains: 'custom domains',
  storage_gb: 'storage',
  seats: 'seats',
};

/** What happens when an allowance is used up. */
const consequences: Partial<Record<Feature, string>> = {
  inboxes: 'No further inbox can be created.',
  sends: 'Sends are refused until the next month begins.',
  triage: 'Mail still comes in, without triage until the next month begins.',
  custom_domains: 'No further domain can be added.',
  seats: 'Nobody else can be invited.',
};

function lineOf({ feature, granted, used, percent }: Reached): string {
  const unit = feature === 'storage_gb' ? ' GB' : '';
  const amount = feature === 'storage_gb' ? Math.round(used * 10) / 10 : used;
  const line = `${names[feature]}: ${amount} of ${granted}${unit} (${percent}%)`;
  return percent === 100 && consequences[feature] ? `${line}. ${consequences[feature]}` : line;
}
