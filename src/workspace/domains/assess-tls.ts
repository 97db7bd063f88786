import { tlsReportsAddress } from './advised.ts';
import { type Judge, missing } from './judgement.ts';

// The advised records about TLS: MTA-STS (RFC 8461) and TLS-RPT (RFC 8460).

/** Any id is valid, because the owner may have changed the policy since. */
const STS = /^v=STSv1\s*;\s*id=[a-z0-9]{1,32}\s*;?$/i;

export const judgeMtaSts: Judge = async ({ lookups }, { name, type, value }) => {
  if (type === 'CNAME') {
    const answer = await lookups.cname(name);
    if (answer.values.length > 0) {
      const status = answer.values[0] === value.toLowerCase() ? 'present' : 'conflict';
      return { answer, judgement: { status, found: answer.values } };
    }
    // Another service may already serve a policy at this name.
    const served = await lookups.addresses(name);
    if (served.values.length === 0) return { answer, judgement: missing() };
    return { answer: served, judgement: { status: 'conflict', found: served.values } };
  }
  const answer = await lookups.txt(name);
  const records = answer.values.filter((text) => /^v=STSv1\s*;/i.test(text.trim()));
  if (records.length === 0) return { answer, judgement: missing(answer.values) };
  const isRight = records.length === 1 && STS.test(records[0]!.trim());
  return { answer, judgement: { status: isRight ? 'present' : 'conflict', found: records } };
};

export const judgeTlsReports: Judge = async ({ config, lookups }, { name }) => {
  const answer = await lookups.txt(name);
  const records = answer.values.map((text) => text.trim()).filter((text) => /^v=TLSRPTv1\s*;/i.test(text));
  const [record] = records;
  if (record === undefined) return { answer, judgement: missing(answer.values) };
  const ours = `mailto:${tlsReportsAddress(config)}`;
  if (records.length === 1 && recipientsOf(record).some((each) => each.toLowerCase() === ours))
    return { answer, judgement: { status: 'present', found: records } };
  // Reports can go to several addresses, so existing ones are kept.
  const merged = [...new Set([...records.flatMap(recipientsOf), ours])].join(',');
  return {
    answer,
    judgement: { status: 'conflict', found: records, value: `v=TLSRPTv1; rua=${merged}` },
  };
};

const recipientsOf = (record: string): string[] =>
  (/;\s*rua\s*=\s*([^;]*)/i.exec(record)?.[1] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
