import { recordEvents } from '#events/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { changeEvents } from './changed.ts';
import { type CheckTrigger, insertCheck } from './checks-repository.ts';
import { domainReminder } from './events.ts';
import { openKey } from './keys.ts';
import { activateKey, deleteRetiredKeys, findKeys } from './keys-repository.ts';
import { tellPeople } from './notices.ts';
import { type Observation, observe } from './observe.ts';
import { registerAtProvider } from './provider.ts';
import { type Asked, askRegistry, isRegisteredAnew } from './registration.ts';
import { probeRelay } from './relay.ts';
import { findRelays } from './relay-repository.ts';
import { finishRemoval, removeDomain } from './removal.ts';
import { type DomainRow, lockDomain, readDomain, updateDomain } from './repository.ts';
import { isReady } from './schema.ts';
import { dueReminder, nextCheck, nextStatus } from './state.ts';
import { domainBody } from './surroundings.ts';

/** The number of checks that are kept as the history of a domain. */
const KEPT_CHECKS = 100;
/** How long mail that was signed with an old DKIM key can be verified. */
const RETIRING_DAYS = 7;

/**
 * Looks up the records of a domain and sets its status accordingly. A second run at the same time finds that its
 * observation is outdated and changes nothing, so the check may run twice and be killed at any point.
 * @returns the domain afterwards; null if it no longer exists
 */
export async function checkDomain(
  services: Services,
  id: string,
  trigger: CheckTrigger,
): Promise<DomainRow | null> {
  const { db, clock } = services;
  const domain = await readDomain(db, id);
  if (!domain) return null;
  if (domain.removing_at !== null) {
    await db.transaction((tx) => finishRemoval(tx, services, id));
    return null;
  }
  if (domain.status === 'suspended') return domain;
  const startedAt = clock.now();
  const begun = performance.now();
  const keys = await findKeys(db, id);
  await probeDaily(services, domain, startedAt);
  const [observation, registration] = await Promise.all([
    observe(services, domain, keys),
    askRegistry(services, domain, trigger, startedAt),
  ]);
  if (registration && isRegisteredAnew(domain, registration)) observation.evidence.registration = 'changed';
  await registerReadyKey(services, domain, observation);
  const ms = Math.round(performance.now() - begun);
  return db.transaction((tx) =>
    conclude(tx, services, { domain, observation, registration, trigger, startedAt, ms }),
  );
}

/** A relay is probed daily (spec 8.3). */
async function probeDaily(services: Services, domain: DomainRow, now: Date): Promise<void> {
  if (domain.method !== 'relay') return;
  const [relay] = await findRelays(services.db, [domain.id]);
  const isDue = relay?.probed_at == null || after(new Date(relay.probed_at), DAY) <= now;
  if (relay && isDue) await probeRelay(services, relay, domain.domain);
}

/** Gives SES the new key, so that it signs with it as soon as we do. If SES does not respond, the key stays the next one. */
async function registerReadyKey(
  services: Services,
  domain: DomainRow,
  observation: Observation,
): Promise<void> {
  if (observation.readyKey === null) return;
  try {
    await registerAtProvider(services, domain, openKey(services, observation.readyKey));
  } catch (error) {
    services.log.info(
      { err: error, domain_id: domain.id },
      'could not register the next DKIM key at the mail provider; retrying at the next check',
    );
    observation.readyKey = null;
  }
}

type Checked = {
  domain: DomainRow;
  observation: Observation;
  registration: Asked;
  trigger: CheckTrigger;
  startedAt: Date;
  ms: number;
};

/** Whether the observation is still about the records that the domain has to publish. */
const isOutdated = (domain: DomainRow, current: DomainRow, startedAt: Date): boolean =>
  current.ownership_token !== domain.ownership_token ||
  current.transport !== domain.transport ||
  current.inbound_forwarding !== domain.inbound_forwarding ||
  current.status === 'suspended' ||
  (current.last_checked_at !== null && new Date(current.last_checked_at) > startedAt);

async function conclude(tx: Transaction, services: Services, checked: Checked): Promise<DomainRow | null> {
  const { domain, observation, trigger, startedAt, ms } = checked;
  const current = await lockDomain(tx, domain.id);
  if (!current || current.removing_at !== null) return null;
  if (isOutdated(domain, current, startedAt)) return current;
  if (observation.edge === 'gone' && current.proven_at === null) {
    await removeDomain(tx, services, current, 'zone_expired');
    return null;
  }
  const next = withRegistration(advanced(current, observation, trigger, services.clock.now()), checked);
  if (observation.readyKey)
    await activateKey(tx, observation.readyKey, startedAt, after(startedAt, RETIRING_DAYS * DAY));
  await deleteRetiredKeys(tx, current.id, startedAt);
  await updateDomain(tx, next);
  const records = next.records.map(({ purpose, name, status }) => ({ purpose, name, status }));
  const { status, issues } = next;
  const created_at = startedAt.toISOString();
  await insertCheck(
    tx,
    { id: newUlid(), domain_id: next.id, trigger, status, records, issues, ms, created_at },
    KEPT_CHECKS,
  );
  await report(tx, services, current, next);
  return next;
}

/** The domain with the data of its registry, if that was queried. Without an answer, the earlier data stays. */
const withRegistration = (domain: DomainRow, { registration, startedAt }: Checked): DomainRow =>
  registration === undefined
    ? domain
    : {
        ...domain,
        registration: registration ?? domain.registration,
        registration_asked_at: startedAt.toISOString(),
      };

/** The domain's row after a check. */
function advanced(
  current: DomainRow,
  { evidence, records, advised, issues, nameservers, edge }: Observation,
  trigger: CheckTrigger,
  now: Date,
): DomainRow {
  const { status, suspension } = nextStatus(current, evidence, now);
  const hasChanged = status !== current.status;
  const at = now.toISOString();
  const checks = current.checks + (trigger === 'request' ? 0 : 1);
  const due = nextCheck(status, checks, now);
  const planned = current.next_check_at === null ? null : new Date(current.next_check_at);
  // A requested check does not postpone the scheduled one.
  const keeps = trigger === 'request' && due !== null && planned !== null && planned > now && planned < due;
  const changed: DomainRow = {
    ...current,
    status,
    status_reason: suspension ?? (status === 'healthy' ? null : (issues[0]?.code ?? null)),
    status_since: hasChanged ? at : current.status_since,
    reminded_hours: hasChanged ? 0 : current.reminded_hours,
    proven_at: evidence.ownership === 'present' ? (current.proven_at ?? at) : current.proven_at,
    verified_at: isReady(status) ? (current.verified_at ?? at) : current.verified_at,
    records,
    advised_records: advised,
    issues,
    found_nameservers: nameservers,
    edge_written_at: edge === 'written' ? at : current.edge_written_at,
    last_checked_at: at,
    next_check_at: keeps ? current.next_check_at : (due?.toISOString() ?? null),
    checks,
    updated_at: hasChanged ? at : current.updated_at,
  };
  return { ...changed, reminded_hours: dueReminder(changed, now) ?? changed.reminded_hours };
}

async function report(
  tx: Transaction,
  services: Services,
  before: DomainRow,
  next: DomainRow,
): Promise<void> {
  if (isReady(next.status)) await services.hooks.domainReady(tx, services, next.id);
  const events = changeEvents(before, await domainBody(tx, next));
  const about = { tenant_id: next.tenant_id, domain_id: next.id };
  const isDue = next.reminded_hours > (next.status === before.status ? before.reminded_hours : 0);
  if (isDue) {
    const data = { domain_id: next.id, state: next.status, hours_in_state: next.reminded_hours };
    events.push(domainReminder({ ...about, data }));
  }
  await tellPeople(tx, services, before.status, next, isDue);
  await recordEvents(tx, services, events);
}
