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

export const recordPurposes = ['ownership', 'mx', 'spf', 'dkim', 'dmarc', 'return_path'] as const;
export type RecordPurpose = (typeof recordPurposes)[number];

export const recordStatuses = ['missing', 'present', 'conflict'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** A DNS record that the domain has to publish. */
export type ExpectedRecord = {
  purpose: RecordPurpose;
  type: 'TXT' | 'MX' | 'CNAME';
  /** The whole name, lower case, without a final dot. */
  name: string;
  value: string;
  /** Of an MX record; null for all others. */
  priority: number | null;
  /** Without it the domain cannot do its work: it fails instead of being degraded. */
  is_critical: boolean;
};

/** The same with what the last check found. */
export type CheckedRecord = ExpectedRecord & {
  status: RecordStatus;
  found: string[];
  /** The name server that answered; null when none was asked or none answered. */
  server: string | null;
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
