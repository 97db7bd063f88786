import type { CheckedRecord } from '#workspace/domains/index.ts';

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** Why a policy should change, or not. */
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
  next: DmarcPolicy | null;
  reason: AdviceReason;
  record: string | null;
  days_reported: number;
  messages: number;
  would_break: number;
};

/** Days with reports before anything is advised: senders that mail once a week are seen twice. */
const ENOUGH_DAYS = 14;
/** The share of mail without alignment that a stricter policy may stop: forwarded mail never passes entirely. */
const ACCEPTABLE = 0.01;

type Found = { text: string; policy: DmarcPolicy };

/** The DMARC policy that the last check found; null without exactly one that can be read. */
export function policyIn(records: readonly CheckedRecord[]): Found | null {
  const found = records.find(({ purpose }) => purpose === 'dmarc');
  const [text, ...others] = found?.status === 'present' ? found.found : [];
  if (text === undefined || others.length > 0) return null;
  const given = /;\s*p\s*=\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  const policy = dmarcPolicies.find((known) => known === given);
  return policy === undefined ? null : { text, policy };
}

/** One step at a time from none over quarantine to reject (RFC 7489 section 6; what a stricter policy stops is named). */
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
  const stay = { ...seen, policy: found?.policy ?? null, next: null, record: null };
  if (found === null) return { ...stay, reason: 'no_policy' };
  const next = dmarcPolicies[dmarcPolicies.indexOf(found.policy) + 1];
  if (next === undefined) return { ...stay, reason: 'strictest' };
  if (seen.days_reported < ENOUGH_DAYS) return { ...stay, reason: 'too_few_reports' };
  if (seen.would_break > seen.messages * ACCEPTABLE) return { ...stay, reason: 'unaligned_mail' };
  const record = found.text.replace(/(;\s*p\s*=\s*)[a-z]+/i, `$1${next}`);
  return { ...stay, next, reason: 'ready', record };
}
