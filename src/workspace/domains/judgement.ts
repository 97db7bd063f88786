import type { Config } from '#kernel/base/config.ts';
import type { DnsLookup, DomainLookups } from '#kernel/ports/domain-dns.ts';
import type { CheckedRecord, DomainTransport, ExpectedRecord, RecordStatus } from './schema.ts';

/** The result of checking one record against the answer of a name server. */
export type Judgement = {
  status: RecordStatus;
  found: string[];
  /** The name under which it was found, if that is not the record's own name. */
  foundAt?: string | null;
  /** The code of the issue, if it is not `<purpose>_<status>`. */
  code?: string;
  /** The value to publish instead of the expected one, because it must be merged with an existing record of the owner. */
  value?: string;
  isUnknown?: boolean;
};

export type Context = {
  config: Pick<Config, 'mailDomain' | 'basicTransport'>;
  lookups: DomainLookups;
  subject: { domain: string; zone: string; transport: DomainTransport };
  before: readonly CheckedRecord[];
};

/** Looks up a record and judges the answer. */
export type Judge = (
  context: Context,
  expected: ExpectedRecord,
) => Promise<{ answer: DnsLookup; judgement: Judgement }>;

export const missing = (found: string[] = []): Judgement => ({ status: 'missing', found });
