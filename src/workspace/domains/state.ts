import { DAY, HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { DomainMethod, DomainStatus, SuspensionReason } from './schema.ts';

/** The result of a check for a group of records. `unknown` means that no server answered and nothing else decides. */
export type Finding = 'present' | 'missing' | 'unknown';

export type Evidence = {
  ownership: Finding;
  /** All records without which the domain cannot work. */
  critical: Finding;
  /** All other records. */
  optional: Finding;
  nameservers: 'same' | 'changed' | 'unknown';
  /** `changed` if the domain is no longer registered, or was registered by somebody else. */
  registration: 'same' | 'changed' | 'unknown';
};

export type DomainState = { status: DomainStatus; status_reason: string | null; status_since: string };

const FAILING_DAYS = 14;

/**
 * The status after a check (spec 3.3; decisions.md section 3, Domain). Unknown findings change nothing, so a name server
 * that does not answer never makes a domain fail.
 */
export function nextStatus(
  { status, status_since }: Pick<DomainState, 'status' | 'status_since'>,
  evidence: Evidence,
  now: Date,
): { status: DomainStatus; suspension: SuspensionReason | null } {
  const stay = { status, suspension: null };
  if (status === 'suspended') return stay;
  if (status === 'pending' || status === 'verifying')
    return { ...stay, status: beforeProof(status, evidence) };
  const suspension = suspensionOf(evidence);
  if (suspension) return { status: 'suspended', suspension };
  const next = afterProof(status, evidence);
  const hasFailed = now.getTime() - new Date(status_since).getTime() >= FAILING_DAYS * DAY;
  if (next === 'failing' && status === 'failing' && hasFailed && evidence.critical === 'missing')
    return { status: 'suspended', suspension: 'failing_14_days' };
  return { ...stay, status: next };
}

/** The status of a domain that has never worked. It does not fail but waits for its records. */
function beforeProof(status: 'pending' | 'verifying', evidence: Evidence): DomainStatus {
  if (evidence.ownership === 'missing') return 'pending';
  if (evidence.ownership === 'unknown') return status;
  if (evidence.critical !== 'present') return 'verifying';
  if (evidence.optional === 'unknown') return 'verifying';
  return evidence.optional === 'present' ? 'healthy' : 'degraded';
}

function suspensionOf({ ownership, nameservers, registration }: Evidence): SuspensionReason | null {
  if (registration === 'changed') return 'registration_changed';
  if (nameservers === 'changed') return 'nameservers_changed';
  return ownership === 'missing' ? 'ownership_record_missing' : null;
}

function afterProof(status: DomainStatus, { critical, optional }: Evidence): DomainStatus {
  if (critical === 'missing') return 'failing';
  if (critical === 'unknown') return status;
  if (optional === 'unknown') return status === 'failing' ? 'degraded' : status;
  return optional === 'present' ? 'healthy' : 'degraded';
}

/** Combines several records: a missing one decides, otherwise an unknown one. */
export function findingOf(records: readonly { isPresent: boolean; isUnknown: boolean }[]): Finding {
  if (records.some(({ isPresent, isUnknown }) => !isPresent && !isUnknown)) return 'missing';
  return records.some(({ isUnknown }) => isUnknown) ? 'unknown' : 'present';
}

/** Milliseconds between the first checks, which are 1, 5 and 15 minutes after the domain was added. */
const FIRST_CHECKS = [1 * MINUTE, 4 * MINUTE, 10 * MINUTE];

/**
 * When a domain is checked next: after 1, 5 and 15 minutes, then hourly until it works, then daily. Null while it is
 * suspended, which only a reprove ends.
 */
export function nextCheck(status: DomainStatus, checks: number, now: Date): Date | null {
  if (status === 'suspended') return null;
  const isWaiting = status === 'pending' || status === 'verifying';
  const wait = isWaiting ? (FIRST_CHECKS[checks] ?? HOUR) : DAY;
  return new Date(now.getTime() + wait);
}

const REMINDERS = [24, 72, 168];
const NAMESERVERS_REMINDER = 504;

/**
 * The hours of the reminder that is due in a pending state (spec 6.4), or null. If several are overdue, only the latest is
 * sent.
 */
export function dueReminder(
  domain: Pick<DomainState, 'status' | 'status_since'> & { method: DomainMethod; reminded_hours: number },
  now: Date,
): number | null {
  if (domain.status !== 'pending' && domain.status !== 'verifying') return null;
  const isLate = domain.status === 'pending' && domain.method === 'nameservers';
  const hours = (now.getTime() - new Date(domain.status_since).getTime()) / HOUR;
  const due = [...REMINDERS, ...(isLate ? [NAMESERVERS_REMINDER] : [])]
    .filter((each) => each <= hours)
    .at(-1);
  return due !== undefined && due > domain.reminded_hours ? due : null;
}
