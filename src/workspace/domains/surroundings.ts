import type { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { dnsHostOf } from './hosts/detect.ts';
import { findRelays } from './relay-repository.ts';
import type { DomainRow } from './repository.ts';
import type { domainSchema } from './schema.ts';
import { serializeDomain } from './serialize.ts';

type DomainBody = z.input<typeof domainSchema>;

/** The response bodies of domains, with their relays and their tenants' policies, in two statements for all. */
export async function domainBodies(db: Queryable, rows: readonly DomainRow[]): Promise<DomainBody[]> {
  if (rows.length === 0) return [];
  const [relays, policies] = await Promise.all([
    findRelays(
      db,
      rows.flatMap(({ id, method }) => (method === 'relay' ? [id] : [])),
    ),
    effectivePolicies(db, [...new Set(rows.map(({ tenant_id }) => tenant_id))]),
  ]);
  return rows.map((row) =>
    serializeDomain(row, {
      relay: relays.find(({ domain_id }) => domain_id === row.id) ?? null,
      fallback: policies.get(row.tenant_id)?.domains.fallback ?? true,
      dnsHost: dnsHostOf(row.found_nameservers)?.name ?? null,
    }),
  );
}

export const domainBody = async (db: Queryable, row: DomainRow): Promise<DomainBody> =>
  (await domainBodies(db, [row]))[0]!;
