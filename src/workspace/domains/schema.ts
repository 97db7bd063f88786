import { z } from 'zod';
import { line, timestamp } from '#kernel/operation/schema.ts';

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

export const domainIssue = z.object({
  code: z.string(),
  record: z.string().meta({ description: 'The name of the record.' }),
  fix: z.string().meta({ description: 'What to do, with the record to paste.' }),
});

const domainRecord = z.object({
  purpose: z.enum(recordPurposes),
  type: z.enum(['TXT', 'MX', 'CNAME']),
  name: z.string(),
  value: z.string().meta({ description: 'The value to publish.' }),
  priority: z.int().nullable().meta({ description: 'The priority of an MX record.' }),
  status: z.enum(recordStatuses),
  is_critical: z.boolean().meta({
    description:
      'Whether the record is critical: without it the domain fails; without any other it is degraded.',
  }),
  affects_status: z.boolean().meta({
    description:
      'False for records that are only recommended (MTA-STS, TLS-RPT): the domain is healthy without them.',
  }),
  found: z.array(z.string()).meta({ description: 'The values that the last check found under this name.' }),
  found_at: z.string().nullable().meta({
    description: "The name of the parent domain's record that applies here (DMARC); null otherwise.",
  }),
  server: z.string().nullable().meta({ description: 'The name server that answered.' }),
  fix: z
    .string()
    .nullable()
    .meta({ description: 'What to do, with the record to paste; null if there is nothing to do.' }),
});

const relayProbe = z
  .object({
    id: z.string(),
    status: z.enum(['ok', 'failed']),
    stage: z.string().meta({ description: 'The step that failed, or `done`.' }),
    detail: z.string().nullable().meta({ description: 'The reply of the relay, or the error.' }),
    ms: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'RelayProbe' });
export const probeSchema = relayProbe;

/** A domain in responses (decisions.md section 3, Domain). */
export const domainSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    domain: z.string(),
    zone: z
      .string()
      .meta({ description: 'The registered domain, under which the DNS host keeps its records.' }),
    method: z.enum(domainMethods),
    transport: z.enum(domainTransports),
    inbound_forwarding: z.boolean(),
    is_default: z.boolean().meta({ description: 'New identities get their address here.' }),
    status: z.enum(domainStatuses),
    status_reason: z.string().nullable(),
    records: z.array(domainRecord),
    nameservers: z.array(z.string()).meta({ description: 'Name servers to set at the registrar.' }),
    registration: z
      .object({
        registrar: z.string().nullable(),
        registered_at: timestamp.nullable(),
        expires_at: timestamp.nullable(),
      })
      .nullable()
      .meta({
        description:
          'What the registry says about the registered domain (RDAP); null if it has not answered.',
      }),
    dns_host: z
      .string()
      .nullable()
      .meta({ description: 'The company that serves the domain, if it is known.' }),
    relay: z
      .object({
        host: z.string(),
        port: z.int(),
        username: z.string().nullable(),
        tls: z.enum(['implicit', 'starttls']),
        last_probe: relayProbe.nullable(),
      })
      .nullable(),
    issues: z.array(domainIssue),
    fallback_active: z.boolean().meta({
      description: 'Whether mail is sent from the platform address while the domain does not work.',
    }),
    verified_at: timestamp.nullable(),
    last_checked_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Domain' });

export const relayInput = z
  .strictObject({
    host: line(253, 1),
    port: z.int().min(1).max(65_535).default(587),
    username: line(320, 1).nullable().default(null),
    password: line(1_024, 1).nullable().default(null),
  })
  .meta({ description: "The customer's own SMTP server, with TLS, on port 465 or 587." });
export type RelayInput = z.output<typeof relayInput>;
