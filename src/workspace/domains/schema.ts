import { z } from 'zod';
import { line, timestamp } from '#kernel/operation/schema.ts';
import type { RelayRow } from './relay-repository.ts';
import { type DomainRow, publishedBy } from './repository.ts';
import {
  type CheckedRecord,
  domainMethods,
  domainStatuses,
  domainTransports,
  isAdvised,
  recordPurposes,
  recordStatuses,
} from './types.ts';

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

export const serializeProbe = (relay: RelayRow): z.input<typeof probeSchema> | null =>
  relay.probe_id === null
    ? null
    : {
        id: relay.probe_id,
        status: relay.probe_status === 'ok' ? 'ok' : 'failed',
        stage: relay.probe_stage ?? 'done',
        detail: relay.probe_detail,
        ms: relay.probe_ms ?? 0,
        created_at: relay.probed_at!,
      };

/** The facts that are read together with a domain's row. */
export type Surroundings = {
  relay: RelayRow | null;
  /** The tenant's policy `domains.fallback`. */
  fallback: boolean;
  dnsHost: string | null;
};

/** The fix of a record that the previous release checked, which stored it only in the issues. */
const fixAmong = ({ issues }: DomainRow, { name, status }: CheckedRecord): string | null =>
  status === 'present' ? null : (issues.find(({ record }) => record === name)?.fix ?? null);

export const serializeDomain = (
  row: DomainRow,
  { relay, fallback, dnsHost }: Surroundings,
): z.input<typeof domainSchema> => ({
  id: row.id,
  tenant_id: row.tenant_id,
  domain: row.domain,
  zone: row.zone,
  method: row.method,
  transport: row.transport,
  inbound_forwarding: row.inbound_forwarding,
  is_default: row.is_default,
  status: row.status,
  status_reason: row.status_reason,
  records: publishedBy(row).map((record) => ({
    ...record,
    affects_status: !isAdvised(record.purpose),
    found_at: record.found_at ?? null,
    fix: record.fix === undefined ? fixAmong(row, record) : record.fix,
  })),
  registration: row.registration,
  nameservers: row.nameservers,
  dns_host: dnsHost,
  relay: relay && {
    host: relay.host,
    port: relay.port,
    username: relay.username,
    tls: relay.port === 465 ? 'implicit' : 'starttls',
    last_probe: serializeProbe(relay),
  },
  issues: row.issues,
  fallback_active: fallback && (row.status === 'failing' || row.status === 'suspended'),
  verified_at: row.verified_at,
  last_checked_at: row.last_checked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
