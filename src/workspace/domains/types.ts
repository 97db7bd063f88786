export const domainMethods = ['nameservers', 'records', 'subdomain', 'send_only', 'relay'] as const;
export type DomainMethod = (typeof domainMethods)[number];

export const domainTransports = ['basic', 'ses', 'relay'] as const;
export type DomainTransport = (typeof domainTransports)[number];

export const domainStatuses = [
  'pending',
  'verifying',
  'healthy',
  'degraded',
  'failing',
  'suspended',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** Purposes on which the status depends. */
const statusPurposes = ['ownership', 'mx', 'spf', 'dkim', 'dmarc', 'return_path'] as const;
/** Purposes that are only advised. A domain without these records can still be healthy. */
const advisedPurposes = ['mta_sts', 'tls_rpt'] as const;
export const recordPurposes = [...statusPurposes, ...advisedPurposes] as const;
export type RecordPurpose = (typeof recordPurposes)[number];

export const isAdvised = (purpose: RecordPurpose): boolean =>
  (advisedPurposes as readonly RecordPurpose[]).includes(purpose);

export const recordStatuses = ['missing', 'present', 'conflict'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** A DNS record that the domain has to publish. */
export type ExpectedRecord = {
  purpose: RecordPurpose;
  type: 'TXT' | 'MX' | 'CNAME';
  /** The whole name, lower case, without a final dot. */
  name: string;
  value: string;
  /** The priority of an MX record; null for all other types. */
  priority: number | null;
  /** Whether the domain fails without this record instead of being degraded. */
  is_critical: boolean;
};

/** The same with the findings of the last check. */
export type CheckedRecord = ExpectedRecord & {
  status: RecordStatus;
  found: string[];
  /** The name of a parent's record that applies here (DMARC). Missing in rows of the previous release. */
  found_at?: string | null;
  /** The name server that answered; null if none was queried or none answered. */
  server: string | null;
  /** What to do; null if nothing. Missing in rows of the previous release. */
  fix?: string | null;
};

/** A record before its first check. */
export const unseen = (record: ExpectedRecord): CheckedRecord => ({
  ...record,
  status: 'missing',
  found: [],
  server: null,
  fix: null,
});

/** What the registry says about a domain (RDAP, RFC 9083). */
export type Registration = {
  registrar: string | null;
  registered_at: string | null;
  expires_at: string | null;
};

export type DomainIssue = {
  code: string;
  /** The name of the record. */
  record: string;
  /** What to do, with the record to paste. */
  fix: string;
};

/** Why a domain is suspended (spec 6.4). */
export type SuspensionReason =
  | 'failing_14_days'
  | 'nameservers_changed'
  | 'ownership_record_missing'
  | 'registration_changed';

export const RELAY_PORTS = [465, 587];

/** Statuses in which a domain sends and its addresses are active. */
export const isReady = (status: DomainStatus): boolean => status === 'healthy' || status === 'degraded';
