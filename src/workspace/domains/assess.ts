import { judgeMtaSts, judgeTlsReports } from './assess-tls.ts';
import { findDmarc } from './dns/dmarc.ts';
import { countSpf, exceedsSpf, isSpf, mergeSpf, SPF_LIMITS } from './dns/spf.ts';
import { spfMechanism } from './expected.ts';
import { type Context, type Judge, type Judgement, missing } from './judgement.ts';
import type { CheckedRecord, DomainIssue, ExpectedRecord } from './schema.ts';

/** The maximum number and length of found values that are shown, enough to recognise them. */
const MAX_FOUND = 10;
const MAX_TEXT = 500;

/** A record after its lookup. With `isUnknown`, no server answered, so it keeps the status of the previous check. */
export type Assessed = { record: CheckedRecord; isUnknown: boolean; issue: DomainIssue | null };

/** Looks up one record and says what is wrong with it and how to fix it. Never throws. */
export async function assess(context: Context, expected: ExpectedRecord): Promise<Assessed> {
  const { answer, judgement } = await judges[expected.purpose](context, expected);
  const isUnknown = answer.outcome === 'unknown' || judgement.isUnknown === true;
  const known = context.before.find(
    ({ purpose, name, type }) =>
      purpose === expected.purpose && name === expected.name && type === expected.type,
  );
  const record: CheckedRecord = {
    ...expected,
    value: judgement.value ?? expected.value,
    status: isUnknown ? (known?.status ?? 'missing') : judgement.status,
    found: isUnknown ? (known?.found ?? []) : clipped(judgement.found),
    found_at: isUnknown ? (known?.found_at ?? null) : (judgement.foundAt ?? null),
    server: answer.server,
  };
  const issue = issueAfter(record, isUnknown, judgement.code);
  return { record: { ...record, fix: issue?.fix ?? null }, isUnknown, issue };
}

function issueAfter(record: CheckedRecord, isUnknown: boolean, code: string | undefined): DomainIssue | null {
  if (isUnknown) return unanswered(record);
  return record.status === 'present' ? null : issueOf(record, code);
}

const clipped = (found: readonly string[]): string[] =>
  found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_TEXT));

/** A record as people paste it into the page of their DNS host. */
export const asText = ({ type, name, value, priority }: ExpectedRecord): string =>
  `${type} ${name} ${priority === null ? '' : `${priority} `}${value}`;

const unanswered = (record: CheckedRecord): DomainIssue => ({
  code: 'lookup_failed',
  record: record.name,
  fix: `The name servers of the domain did not answer for ${record.name}. Wait for the next check, which asks them again.`,
});

function issueOf(record: CheckedRecord, code = `${record.purpose}_${record.status}`): DomainIssue {
  const issue = { code, record: record.name };
  return { ...issue, fix: (fixes[code] ?? fixes[record.status]!)(record) };
}

const fixes: Record<string, (record: CheckedRecord) => string> = {
  missing: (record) => `Add the record: ${asText(record)}`,
  conflict: (record) => `Replace the present record (${record.found.join(' | ')}) with: ${asText(record)}`,
  mx_conflict: (record) =>
    `Remove the other MX records (${record.found.join(', ')}) and keep only: ${asText(record)}`,
  spf_not_merged: (record) =>
    `A name can have only one SPF record. Change the existing one to: ${record.value}`,
  spf_multiple: (record) => `Keep one SPF record and delete the others: ${asText(record)}`,
  spf_lookup_limit: () =>
    `Remove includes from the SPF record: receivers do at most ${SPF_LIMITS.lookups} lookups, of which at most ` +
    `${SPF_LIMITS.void} may find nothing.`,
  tls_rpt_conflict: (record) => `Keep one record, and add our address to it: ${asText(record)}`,
  dmarc_conflict: (record) => `Keep one DMARC record and delete the others: ${record.name}`,
};

const judges: Record<ExpectedRecord['purpose'], Judge> = {
  async ownership({ lookups }, { name, value }) {
    const answer = await lookups.txt(name);
    const isThere = answer.values.some((text) => text.trim() === value);
    const status = isThere ? 'present' : answer.values.length > 0 ? 'conflict' : 'missing';
    return { answer, judgement: { status, found: answer.values } };
  },
  async mx({ lookups }, expected) {
    const answer = await lookups.mx(expected.name);
    return { answer, judgement: judgeMx(answer, expected.value) };
  },
  spf: judgeSpf,
  mta_sts: judgeMtaSts,
  tls_rpt: judgeTlsReports,
  async dkim({ lookups }, { name, value }) {
    const answer = await lookups.txt(name);
    const keys = answer.values.map(publicKeyOf);
    const wanted = publicKeyOf(value);
    // If there are several keys under one name, receivers may use any of them (RFC 6376 3.6.2.2).
    const isThere = keys.length > 0 && keys.every((key) => key === wanted);
    const status = isThere ? 'present' : keys.some((key) => key !== null) ? 'conflict' : 'missing';
    return { answer, judgement: { status, found: answer.values } };
  },
  async dmarc({ lookups, subject }) {
    const { answer, policies, foundAt } = await findDmarc(lookups, subject.domain);
    if (policies.length > 1) return { answer, judgement: { status: 'conflict', found: policies } };
    const status = policies.length === 1 ? 'present' : 'missing';
    const found = status === 'present' ? policies : answer.values;
    return { answer, judgement: { status, found, foundAt } };
  },
  async return_path({ lookups }, { name, type, value }) {
    if (type === 'MX') {
      const answer = await lookups.mx(name);
      return { answer, judgement: judgeMx(answer, value) };
    }
    if (type === 'TXT') {
      const answer = await lookups.txt(name);
      const found = answer.values.filter(isSpf);
      const isThere = found.length === 1 && found[0]!.includes('include:amazonses.com');
      const status = isThere ? 'present' : found.length > 0 ? 'conflict' : 'missing';
      return { answer, judgement: { status, found: answer.values } };
    }
    const answer = await lookups.cname(name);
    if (answer.values.length === 0) return { answer, judgement: missing() };
    const status = answer.values[0] === value.toLowerCase() ? 'present' : 'conflict';
    return { answer, judgement: { status, found: answer.values } };
  },
};

/** Only our server may be there: with a second one, some of the mail goes elsewhere. */
function judgeMx(
  { values, hosts }: { values: string[]; hosts: { exchange: string }[] },
  wanted: string,
): Judgement {
  if (hosts.length === 0) return missing();
  const isOurs = hosts.every(({ exchange }) => exchange === wanted.toLowerCase());
  return { status: isOurs ? 'present' : 'conflict', found: values };
}

/** The `p` tag of a DKIM record without its white space; null for a text that has none. */
function publicKeyOf(record: string): string | null {
  const tag = /(?:^|;)\s*p\s*=([^;]*)/.exec(record);
  return tag ? tag[1]!.replace(/\s+/g, '') : null;
}

async function judgeSpf({ config, lookups, subject }: Context, { name, value }: ExpectedRecord) {
  const answer = await lookups.txt(name);
  const records = answer.values.filter(isSpf);
  const [record, ...others] = records;
  const found = records;
  if (record === undefined) return { answer, judgement: missing() };
  const mechanism = spfMechanism(config, subject.transport);
  const merged = mechanism === null ? record : mergeSpf(record, mechanism);
  if (others.length > 0)
    return { answer, judgement: { status: 'conflict', found, code: 'spf_multiple', value: merged } as const };
  const count = await countSpf(lookups, name, record, mechanism);
  if (exceedsSpf(count))
    return { answer, judgement: { status: 'conflict', found, code: 'spf_lookup_limit' } as const };
  if (mechanism === null || count.hasMechanism)
    return { answer, judgement: { status: 'present', found, value: record } as const };
  // An include whose lookup got no answer may contain it.
  if (count.isUnknown)
    return { answer, judgement: { status: 'conflict', found, value, isUnknown: true } as const };
  return { answer, judgement: { status: 'conflict', found, code: 'spf_not_merged', value: merged } as const };
}
