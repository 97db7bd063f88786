import type { Services } from '#kernel/operation/services.ts';
import type { DnsZones, ZoneRecord } from '#kernel/ports/dns-zones.ts';
import { isSpf, mergeSpf } from './dns/spf.ts';
import { spfMechanism } from './expected.ts';
import type { DomainRow } from './repository.ts';
import type { ExpectedRecord } from './schema.ts';

/**
 * The state of a domain's zone at the edge platform. `gone`: the account no longer has it; `moved`: the registrar names
 * other name servers; `unknown`: the platform did not answer.
 */
export type EdgeOutcome = 'not_used' | 'written' | 'kept' | 'gone' | 'moved' | 'unknown';

/** Writes the domain's records into its zone, unless this was already done since the domain changed. Safe to repeat. */
export async function publishAtEdge(
  services: Pick<Services, 'config' | 'dnsZones' | 'log'>,
  domain: DomainRow,
  records: readonly ExpectedRecord[],
): Promise<EdgeOutcome> {
  if (domain.edge_zone_id === null) return 'not_used';
  if (!services.dnsZones) return 'unknown';
  try {
    const zone = await services.dnsZones.findZone(domain.edge_zone_id);
    if (!zone) return 'gone';
    if (zone.status === 'moved') return 'moved';
    if (domain.edge_written_at !== null) return 'kept';
    for (const record of records) await write(services, services.dnsZones, domain, record);
    return 'written';
  } catch (error) {
    services.log.info(
      { err: error, domain_id: domain.id },
      'could not update the zone of a domain at the DNS provider',
    );
    return 'unknown';
  }
}

async function write(
  { config }: Pick<Services, 'config'>,
  zones: DnsZones,
  domain: DomainRow,
  { purpose, type, name, value, priority }: ExpectedRecord,
): Promise<void> {
  const zoneId = domain.edge_zone_id!;
  const record: ZoneRecord = { type, name, value, priority };
  const present = await zones.records(zoneId, { type, name });
  switch (purpose) {
    case 'dmarc':
      // An existing policy is the customer's own.
      if (present.some((each) => /^v=DMARC1/i.test(each.value))) return;
      break;
    case 'spf': {
      const existing = present.find((each) => isSpf(each.value));
      const mechanism = spfMechanism(config, domain.transport);
      if (!existing || mechanism === null) break;
      await zones.updateRecord(zoneId, existing.id, {
        ...record,
        value: mergeSpf(existing.value, mechanism),
      });
      return;
    }
    case 'mta_sts':
    case 'tls_rpt':
      // The existing records belong to the customer.
      if (present.length > 0) return;
      break;
    case 'ownership':
    case 'mx':
    case 'return_path':
      for (const other of present)
        if (other.value.toLowerCase() !== value.toLowerCase()) await zones.deleteRecord(zoneId, other.id);
  }
  await zones.ensureRecord(zoneId, record);
}

export type EdgeTraces = {
  edge_zone_id: string;
  /** Whether the zone was created for this domain alone. */
  is_own_zone: boolean;
  records: { name: string; type: 'TXT' | 'MX' | 'CNAME'; value: string }[];
};

/** Deletes what was written for a removed domain: its zone, or its records in a zone that others use. */
export async function clearEdge(
  zones: DnsZones,
  { edge_zone_id, is_own_zone, records }: EdgeTraces,
): Promise<void> {
  if (is_own_zone) return zones.deleteZone(edge_zone_id);
  for (const { name, type, value } of records)
    for (const record of await zones.records(edge_zone_id, { type, name }))
      if (record.value === value) await zones.deleteRecord(edge_zone_id, record.id);
}
