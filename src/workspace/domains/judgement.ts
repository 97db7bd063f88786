import type { Config } from '#kernel/base/config.ts';
import type { DnsLookup, DomainLookups } from '#kernel/ports/domain-dns.ts';
import type { CheckedRecord, DomainTransport, ExpectedRecord, RecordStatus } from './types.ts';

/** What the answer of a name server says about one record. */
export type Judgement = {
  status: RecordStatus;
  found: string[];
  /** Under which other name, where it was not the record's own. */
  foundAt?: string | null;
  /** Of the issue, where it is not `<purpose>_<status>`. */
  code?: string;
  /** What to publish instead of the expected value, because something of the owner's is there. */
  value?: string;
  isUnknown?: boolean;
};

export type Context = {
  config: Pick<Config, 'mailDomain' | 'basicTransport'>;
  lookups: DomainLookups;
  subject: { domain: string; zone: string; transport: DomainTransport };
  before: readonly CheckedRecord[];
};

/** Asks for a record and judges the answer. */
export type Judge = (
  context: Context,
  expected: ExpectedRecord,
) => Promise<{ answer: DnsLookup; judgement: Judgement }>;

export const missing = (found: string[] = []): Judgement => ({ status: 'missing', found });
