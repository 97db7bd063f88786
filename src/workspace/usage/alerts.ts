import type { Services } from '#kernel/operation/services.ts';
import {
  type Customer,
  countInboxes,
  type Feature,
  findAlerted,
  findSpent,
  markAlerted,
  meteredPlan,
  type Period,
  type Plan,
  periodOf,
} from '#workspace/billing/index.ts';
import { countSeats, findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import { effectiveSettings } from '#workspace/tenants/index.ts';
import { GIGABYTE } from './days.ts';
import { findStorage } from './repository.ts';

/** Percent of an allowance of which its workspace is told (interface-spec 8.4), the most first. */
const PERCENTS = [100, 80] as const;

/** `at`: how much of it is `percent`. Storage is counted in gigabytes, not rounded. */
type Reached = { feature: Feature; granted: number; used: number; percent: number; at: number };

/**
 * Mails owner and admins of each metered tenant at 80 and 100 percent of an allowance, once in a period: a larger plan is
 * told of anew, and what goes up and down is not. Marks and mails are one transaction, so a second run finds nothing to tell.
 */
export async function alertOfAllowances(services: Services, tenantIds: readonly string[]): Promise<void> {
  const { db, config, clock } = services;
  if (!config.billing) return;
  const now = clock.now();
  const tenants = [...(await effectiveSettings(db, tenantIds)).values()].flatMap((tenant) => {
    const plan = meteredPlan(config, tenant);
    return plan ? [{ id: tenant.id, plan }] : [];
  });
  if (tenants.length === 0) return;
  const period = periodOf(now);
  const ids = tenants.map(({ id }) => id);
  const [used, told] = await Promise.all([usedBy(services, ids, period, now), findAlerted(db, ids, period)]);
  const toldOf = new Map(told.map(({ tenant_id, feature, alerted }) => [`${tenant_id} ${feature}`, alerted]));
  for (const { id, plan } of tenants) {
    const due = reachedBy(plan, used(id)).filter(
      ({ feature, at }) => at > (toldOf.get(`${id} ${feature}`) ?? 0),
    );
    if (due.length > 0) await alert(services, { id, plan }, period, due);
  }
}

type Used = Partial<Record<Feature, number>>;

/** What these tenants use of all that fills up, a statement for each kind. */
async function usedBy(
  { db }: Services,
  ids: readonly string[],
  period: Period,
  now: Date,
): Promise<(tenantId: string) => Used> {
  const [spent, inboxes, seats, storage] = await Promise.all([
    findSpent(db, ids, period),
    countInboxes(db, ids),
    countSeats(db, ids, now),
    findStorage(db, ids),
  ]);
  const spentBy = new Map(spent.map((row) => [row.tenant_id, row]));
  const bytesBy = new Map(storage.map((row) => [row.tenant_id, row.storage_bytes]));
  return (id) => ({
    inboxes: inboxes.get(id) ?? 0,
    sends: spentBy.get(id)?.sends ?? 0,
    triage: spentBy.get(id)?.triage ?? 0,
    storage_gb: (bytesBy.get(id) ?? 0) / GIGABYTE,
    seats: seats.get(id) ?? 0,
  });
}

/** Of each feature the highest percentage that its use has come to. */
function reachedBy(plan: Plan, used: Used): Reached[] {
  return (Object.entries(used) as [Feature, number][]).flatMap(([feature, amount]) => {
    const granted = plan.included[feature];
    const percent = granted > 0 && PERCENTS.find((share) => amount * 100 >= granted * share);
    return percent ? [{ feature, granted, used: amount, percent, at: (granted * percent) / 100 }] : [];
  });
}

/** One mail to each of them, whatever it tells of. */
async function alert(
  services: Services,
  { id, plan }: { id: Customer['id']; plan: Plan },
  period: Period,
  due: readonly Reached[],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const marked = await markAlerted(tx, id, period, due);
    const told = due.filter(({ feature }) => marked.includes(feature));
    if (told.length === 0) return;
    const people = await findAdmins(tx, id);
    const workspace = people[0]?.workspace ?? '';
    await notify(tx, services, {
      tenantId: id,
      people,
      subject: `${workspace}: ${told.map(({ feature, percent }) => `${percent}% of ${names[feature]}`).join(', ')}`,
      text: textOf(workspace, plan, period, told, `${services.config.consoleUrl}/console/usage`),
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

/** What happens when an allowance is spent. */
const consequences: Partial<Record<Feature, string>> = {
  inboxes: 'No further inbox can be made.',
  sends: 'Sends are refused until the next month begins.',
  triage: 'Mail still comes in, without triage until the next month begins.',
  seats: 'Nobody else can be invited.',
};

const textOf = (
  workspace: string,
  plan: Plan,
  { endsAt }: Period,
  told: readonly Reached[],
  link: string,
): string =>
  `The workspace "${workspace}" on Proofmail has used, of what its plan ${plan.name} includes:

${told.map(lineOf).join('\n')}

Sends and triage are counted by calendar month; the next one begins on ${endsAt.toISOString().slice(0, 10)} (UTC).

${link}
`;

function lineOf({ feature, granted, used, percent }: Reached): string {
  const unit = feature === 'storage_gb' ? ' GB' : '';
  const amount = feature === 'storage_gb' ? Math.round(used * 10) / 10 : used;
  const line = `- ${names[feature]}: ${amount} of ${granted}${unit} (${percent}%)`;
  return percent === 100 && consequences[feature] ? `${line}. ${consequences[feature]}` : line;
}
