import type { z } from 'zod';
import type { RelayRow } from './relay-repository.ts';
import { type DomainRow, publishedBy } from './repository.ts';
import { type CheckedRecord, type domainSchema, isAdvised, type probeSchema } from './schema.ts';

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
