import type { DomainLookups } from '#kernel/ports/domain-dns.ts';

/** The number of lookups after which a receiver gives up (RFC 7208 4.6.4). */
export const SPF_LIMITS = { lookups: 10, void: 2 };
/** Far above both limits, so a record that reaches it is refused anyway. */
const STOP_AT = 30;

export const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text.trim());

const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);

/**
 * Adds our mechanism to an SPF record. Ours comes first, so that a receiver reaches it before any limit.
 */
export function mergeSpf(existing: string | null, mechanism: string): string {
  if (existing === null) return `v=spf1 ${mechanism} ~all`;
  const terms = termsOf(existing);
  const isThere = terms.some((term) => plainTerm(term) === mechanism.toLowerCase());
  return ['v=spf1', ...(isThere ? [] : [mechanism]), ...terms].join(' ');
}

const plainTerm = (term: string): string => term.toLowerCase().replace(/^\+/, '').replace(/\.$/, '');

export type SpfCount = {
  lookups: number;
  /** The number of lookups that found nothing. */
  void: number;
  /** Whether one of its terms, or of a record that it includes, is the mechanism. */
  hasMechanism: boolean;
  /** Whether a lookup had no answer, so that the numbers may be too small. */
  isUnknown: boolean;
};

/**
 * Counts the lookups that a receiver needs for an SPF record, as RFC 7208 counts them: `include`, `a`, `mx`, `ptr`,
 * `exists` and `redirect`, in included records too.
 */
export async function countSpf(
  lookups: DomainLookups,
  domain: string,
  record: string,
  mechanism: string | null,
): Promise<SpfCount> {
  const count: SpfCount = { lookups: 0, void: 0, hasMechanism: false, isUnknown: false };
  await countRecord({ lookups, count, mechanism, seen: new Set([domain]) }, domain, record);
  return count;
}

type Walk = {
  lookups: DomainLookups;
  count: SpfCount;
  mechanism: string | null;
  /** Names of records already read, because a record that includes itself would never end. */
  seen: Set<string>;
};

async function countRecord(walk: Walk, domain: string, record: string): Promise<void> {
  for (const term of termsOf(record)) {
    if (walk.count.lookups >= STOP_AT) return;
    if (plainTerm(term) === walk.mechanism?.toLowerCase()) walk.count.hasMechanism = true;
    await countTerm(walk, domain, term);
  }
}

async function countTerm(walk: Walk, domain: string, term: string): Promise<void> {
  const [, name, target] =
    /^[+\-~?]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^/]*))?(?:\/.*)?$/i.exec(term) ?? [];
  if (name === undefined) return;
  walk.count.lookups += 1;
  const host = (target || domain).toLowerCase().replace(/\.$/, '');
  // A macro depends on the message, so only the lookup itself counts.
  if (host.includes('%')) return;
  switch (name.toLowerCase()) {
    case 'include':
    case 'redirect':
      return countIncluded(walk, host);
    case 'a':
    case 'exists':
      return note(walk, await walk.lookups.elsewhere.addresses(host));
    case 'mx':
      return note(walk, await walk.lookups.elsewhere.mx(host));
  }
}

async function countIncluded(walk: Walk, host: string): Promise<void> {
  const answer = await walk.lookups.elsewhere.txt(host);
  note(walk, answer);
  const record = answer.values.find(isSpf);
  if (record === undefined || walk.seen.has(host)) return;
  walk.seen.add(host);
  await countRecord(walk, host, record);
}

function note({ count }: Walk, { outcome }: { outcome: 'found' | 'absent' | 'unknown' }): void {
  if (outcome === 'absent') count.void += 1;
  if (outcome === 'unknown') count.isUnknown = true;
}

export const exceedsSpf = ({ lookups, void: voids }: SpfCount): boolean =>
  lookups > SPF_LIMITS.lookups || voids > SPF_LIMITS.void;
