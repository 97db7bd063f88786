import type { CheckedRecord } from '#workspace/domains/index.ts';

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** The reason why a policy should change or stay. */
export const adviceReasons = [
  'no_policy',
  'too_few_reports',
  'unaligned_mail',
  'ready',
  'strictest',
] as const;
export type AdviceReason = (typeof adviceReasons)[number];

export type Advice = {
  policy: DmarcPolicy | null;
  inherited_from: string | null;
  next: DmarcPolicy | null;
  reason: AdviceReason;
  record: string | null;
  record_name: string | null;
  days_reported: number;
  messages: number;
  would_break: number;
};

/** The number of days with reports before any advice. Senders that mail once a week are then seen twice. */
const ENOUGH_DAYS = 14;
/** The share of unaligned mail that a stricter policy may stop, because forwarded mail never passes entirely. */
const ACCEPTABLE = 0.01;

type Found = {
  policy: DmarcPolicy;
  /** The name of the parent's record that applies; null for the domain's own. */
  inheritedFrom: string | null;
  /** The name under which the domain's own record is or would be published, and its text. */
  name: string;
  text: string;
};

/** The DMARC policy that the last check found; null unless there is exactly one valid record. */
export function policyIn(records: readonly CheckedRecord[]): Found | null {
  const found = records.find(({ purpose }) => purpose === 'dmarc');
  const [text, ...others] = found?.status === 'present' ? found.found : [];
  if (!found || text === undefined || others.length > 0) return null;
  const inheritedFrom = found.found_at ?? null;
  const policy = appliedPolicy(text, inheritedFrom !== null);
  return (
    policy && { policy, inheritedFrom, name: found.name, text: inheritedFrom === null ? text : found.value }
  );
}

/**
 * The policy that receivers apply (RFC 9989 section 4.7): `p` of the domain's own record, or of a parent's record
 *  `sp` if present; one level lower while the owner is only testing (`t=y`).
 */
function appliedPolicy(text: string, isInherited: boolean): DmarcPolicy | null {
  const tagged = (tag: string): DmarcPolicy | undefined => {
    const given = new RegExp(`;\\s*${tag}\\s*=\\s*([a-z]+)`, 'i').exec(text)?.[1]?.toLowerCase();
    return dmarcPolicies.find((known) => known === given);
  };
  const own = tagged('p');
  if (own === undefined) return null;
  const published = isInherited ? (tagged('sp') ?? own) : own;
  const level = dmarcPolicies.indexOf(published) - (TESTED.test(text) ? 1 : 0);
  return dmarcPolicies[Math.max(0, level)]!;
}

const TESTED = /;\s*t\s*=\s*y\s*(?=;|$)/i;

/** The record with another policy, without the tag for testing. */
const withPolicy = (text: string, policy: DmarcPolicy): string =>
  text.replace(TESTED, '').replace(/(;\s*p\s*=\s*)[a-z]+/i, `$1${policy}`);

/**
 * Advises one step at a time: none, quarantine, reject, and names the sources that a stricter policy would stop. If the
 *  policy comes from the parent, the advice is a record for the domain itself, so that other subdomains do not change.
 */
export function adviceOn(
  found: Found | null,
  days: readonly { day: string; result: string; messages: number }[],
): Advice {
  const sum = (rows: typeof days): number => rows.reduce((total, { messages }) => total + messages, 0);
  const seen = {
    days_reported: new Set(days.map(({ day }) => day)).size,
    messages: sum(days),
    would_break: sum(days.filter(({ result }) => result === 'none')),
  };
  const none = { next: null, record: null, record_name: null };
  if (found === null) return { ...seen, ...none, policy: null, inherited_from: null, reason: 'no_policy' };
  const { policy, inheritedFrom: inherited_from, name, text } = found;
  const stay = { ...seen, ...none, policy, inherited_from };
  const next = dmarcPolicies[dmarcPolicies.indexOf(policy) + 1];
  if (next === undefined) return { ...stay, reason: 'strictest' };
  if (seen.days_reported < ENOUGH_DAYS) return { ...stay, reason: 'too_few_reports' };
  if (seen.would_break > seen.messages * ACCEPTABLE) return { ...stay, reason: 'unaligned_mail' };
  return { ...stay, next, reason: 'ready', record: withPolicy(text, next), record_name: name };
}
