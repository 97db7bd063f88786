import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type {
  CheckedRecord,
  DomainIssue,
  DomainMethod,
  DomainStatus,
  DomainTransport,
  Registration,
} from './schema.ts';

export const domainColumns = columnsOf(
  'domains',
  'id',
  'tenant_id',
  'domain',
  'zone',
  'method',
  'transport',
  'inbound_forwarding',
  'status',
  'status_reason',
  'status_since',
  'ownership_token',
  'proven_at',
  'is_default',
  'nameservers',
  'found_nameservers',
  'edge_zone_id',
  'edge_written_at',
  'previous_spf',
  'records',
  'advised_records',
  'issues',
  'registration',
  'registration_asked_at',
  'verified_at',
  'last_checked_at',
  'next_check_at',
  'checks',
  'reminded_hours',
  'removing_at',
  'created_at',
  'updated_at',
);

export type DomainRow = Narrow<
  RowOf<typeof domainColumns>,
  {
    method: DomainMethod;
    transport: DomainTransport;
    status: DomainStatus;
    records: CheckedRecord[];
    advised_records: CheckedRecord[];
    registration: Registration | null;
    issues: DomainIssue[];
  }
>;

/** All records that a domain publishes, in the order in which its owner should add them. */
export const publishedBy = ({
  records,
  advised_records,
}: Pick<DomainRow, 'records' | 'advised_records'>): CheckedRecord[] => [...records, ...advised_records];

/** A domain with the status of its tenant. */
export type FoundDomain = DomainRow & { tenant_status: string };

/**
 * A domain within a key's reach; identity keys read those of their tenant. A domain that is being removed counts as
 * missing.
 */
export function findDomain(db: Queryable, actor: Actor, id: string): Promise<FoundDomain | null> {
  const within = {
    platform: empty,
    partner: sql`and t.partner_id = ${actor.partner_id}`,
    tenant: sql`and d.tenant_id = ${actor.tenant_id}`,
    identity: sql`and d.tenant_id = ${actor.tenant_id}`,
  }[actor.level];
  return db.first<FoundDomain>(sql`
    select ${domainColumns.of('d').sql}, t.status as tenant_status
    from domains d join tenants t on t.id = d.tenant_id
    where d.id = ${id} and d.removing_at is null ${within}`);
}

/** A tenant's domain. The caller has already been checked for access to the tenant. */
export const findOwnDomain = (db: Queryable, tenantId: string, id: string): Promise<DomainRow | null> =>
  db.first<DomainRow>({
    name: 'domains.find_own',
    text: `select ${domainColumns.names} from domains where id = $2 and tenant_id = $1 and removing_at is null`,
    values: [tenantId, id],
  });

/** The same, locked until the commit, so that no address is added while the status changes. */
export const holdDomain = (tx: Queryable, tenantId: string, id: string): Promise<DomainRow | null> =>
  tx.first<DomainRow>({
    name: 'domains.hold',
    text: `select ${domainColumns.names} from domains where id = $2 and tenant_id = $1 and removing_at is null for share`,
    values: [tenantId, id],
  });

/** The tenant's default domain for addresses of new identities, if it works. */
export const findDefaultDomain = (tx: Queryable, tenantId: string): Promise<DomainRow | null> =>
  tx.first<DomainRow>({
    name: 'domains.find_default',
    text: `select ${domainColumns.names} from domains
           where tenant_id = $1 and is_default and status in ('healthy', 'degraded') and removing_at is null for share`,
    values: [tenantId],
  });

/** Reads a domain for a job, even one that is being removed. */
export const readDomain = (db: Queryable, id: string): Promise<DomainRow | null> =>
  db.first<DomainRow>({
    name: 'domains.read',
    text: `select ${domainColumns.names} from domains where id = $1`,
    values: [id],
  });

/** Reads a domain and locks it until the transaction ends. */
export const lockDomain = (tx: Queryable, id: string): Promise<DomainRow | null> =>
  tx.first<DomainRow>(sql`select ${domainColumns.of('d').sql} from domains d where d.id = ${id} for update`);

export const findByName = (db: Queryable, domain: string): Promise<DomainRow | null> =>
  db.first<DomainRow>({
    name: 'domains.find_by_name',
    text: `select ${domainColumns.names} from domains where domain = $1`,
    values: [domain],
  });

export type DomainFilter = { status?: DomainStatus | undefined };

/** A tenant's domains, newest first. */
export const listDomains = (
  db: Queryable,
  tenantId: string,
  { status }: DomainFilter,
  page: { beyond: string | null; take: number },
): Promise<DomainRow[]> =>
  db.rows<DomainRow>(sql`
    select ${domainColumns.of('d').sql} from domains d
    where d.tenant_id = ${tenantId} and d.removing_at is null
      ${status === undefined ? empty : sql`and d.status = ${status}`}
      ${page.beyond === null ? empty : sql`and d.id < ${page.beyond}`}
    order by d.id desc limit ${page.take}`);

/** How many domains each of these tenants has (spec 2.12, `custom_domains`). */
export async function countDomains(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ tenant_id: string; count: number }>({
    name: 'domains.count',
    text: `select tenant_id, count(*)::int as count from domains
           where tenant_id = any($1::text[]) and removing_at is null group by tenant_id`,
    values: [tenantIds],
  });
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]));
}

/** The number of domains that count against a zone's limit: the tenant's own, and those that others have proven. */
export async function countInZone(tx: Queryable, zone: string, tenantId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*)::int as count from domains
    where zone = ${zone} and removing_at is null and (tenant_id = ${tenantId} or proven_at is not null)`);
  return row!.count;
}

/** The domains that manage a zone at the edge platform: those of the method nameservers. */
export const findEdgeZone = (
  db: Queryable,
  zone: string,
): Promise<Pick<DomainRow, 'tenant_id' | 'edge_zone_id' | 'proven_at'> | null> =>
  db.first(sql`
    select tenant_id, edge_zone_id, proven_at from domains
    where domain = ${zone} and method = 'nameservers' and edge_zone_id is not null and removing_at is null`);

/** Inserts a domain. @throws a violation of `domains_domain_key` if the domain already exists */
export const insertDomain = (tx: Queryable, row: DomainRow): Promise<number> =>
  tx.run(sql`
    insert into domains (id, tenant_id, domain, zone, method, transport, inbound_forwarding, status, status_reason,
      status_since, ownership_token, is_default, nameservers, found_nameservers, edge_zone_id, previous_spf, records,
      advised_records, issues, next_check_at, created_at, updated_at)
    values (${row.id}, ${row.tenant_id}, ${row.domain}, ${row.zone}, ${row.method}, ${row.transport},
      ${row.inbound_forwarding}, ${row.status}, ${row.status_reason}, ${row.status_since}, ${row.ownership_token},
      ${row.is_default}, ${row.nameservers}, ${row.found_nameservers}, ${row.edge_zone_id}, ${row.previous_spf},
      ${JSON.stringify(row.records)}, ${JSON.stringify(row.advised_records)}, ${JSON.stringify(row.issues)}, ${row.next_check_at}, ${row.created_at},
      ${row.updated_at})`);

/** Writes everything that a check, a PATCH or a reprove changes. */
export const updateDomain = (tx: Queryable, row: DomainRow): Promise<number> =>
  tx.run(sql`
    update domains set transport = ${row.transport}, inbound_forwarding = ${row.inbound_forwarding},
      status = ${row.status}, status_reason = ${row.status_reason}, status_since = ${row.status_since},
      ownership_token = ${row.ownership_token}, proven_at = ${row.proven_at}, is_default = ${row.is_default},
      nameservers = ${row.nameservers}, found_nameservers = ${row.found_nameservers},
      edge_zone_id = ${row.edge_zone_id}, edge_written_at = ${row.edge_written_at},
      previous_spf = ${row.previous_spf}, records = ${JSON.stringify(row.records)},
      advised_records = ${JSON.stringify(row.advised_records)}, issues = ${JSON.stringify(row.issues)},
      registration = ${row.registration && JSON.stringify(row.registration)},
      registration_asked_at = ${row.registration_asked_at}, verified_at = ${row.verified_at},
      last_checked_at = ${row.last_checked_at}, next_check_at = ${row.next_check_at}, checks = ${row.checks},
      reminded_hours = ${row.reminded_hours}, removing_at = ${row.removing_at}, updated_at = ${row.updated_at}
    where id = ${row.id}`);

/** Clears the default, because a tenant has only one default domain. */
export const clearDefault = (tx: Queryable, tenantId: string): Promise<number> =>
  tx.run(sql`update domains set is_default = false where tenant_id = ${tenantId} and is_default`);

export const deleteDomain = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`delete from domains where id = ${id}`);

/**
 * Takes the domains whose check is due and leases them until `leaseUntil`, when a check that died is due again.
 * @returns their ids and tenants
 */
export const takeDue = (
  tx: Queryable,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<Pick<DomainRow, 'id' | 'tenant_id'>[]> =>
  tx.rows({
    name: 'domains.take_due',
    text: `update domains set next_check_at = $2
           where id in (select id from domains where next_check_at <= $1 order by next_check_at limit $3
                        for update skip locked)
           returning id, tenant_id`,
    values: [now, leaseUntil, most],
  });

/** Ids after `beyond`, in order, of all domains that are checked. */
export const idsAfter = (db: Queryable, beyond: string, take: number): Promise<{ id: string }[]> =>
  db.rows({
    name: 'domains.ids_after',
    text: `select id from domains where id > $1 and (next_check_at is not null or removing_at is not null)
           order by id limit $2`,
    values: [beyond, take],
  });

export async function countChecked(db: Queryable): Promise<number> {
  const row = await db.first<{ count: number }>({
    name: 'domains.count_checked',
    text: 'select count(*)::int as count from domains where next_check_at is not null or removing_at is not null',
    values: [],
  });
  return row!.count;
}

/**
 * Records that somebody requests a check or a probe now.
 * @returns null, or the time of the last request if it is less than a minute ago (spec 7.2, `rate_limited`)
 */
export async function noteAsked(
  db: Queryable,
  id: string,
  what: 'verify' | 'probe',
  now: Date,
): Promise<string | null> {
  const column = what === 'verify' ? sql`verify_asked_at` : sql`probe_asked_at`;
  const noted = await db.run(sql`
    update domains set ${column} = ${now}
    where id = ${id} and (${column} is null or ${column} <= ${now}::timestamptz - interval '1 minute')`);
  if (noted === 1) return null;
  const row = await db.first<{ last: string }>(sql`
    select coalesce(${column}, ${now}::timestamptz) as last from domains where id = ${id}`);
  return row?.last ?? now.toISOString();
}

/** The number of addresses of a domain that still receive mail. */
export async function countLiveAddresses(tx: Queryable, domainId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*)::int as count from addresses
    where domain_id = ${domainId} and status in ('active', 'retiring')`);
  return row!.count;
}

/** Whether a message from an address of this domain still waits for its transport. */
export async function hasMailInFlight(tx: Queryable, domainId: string, domain: string): Promise<boolean> {
  const row = await tx.first<{ waiting: boolean }>(sql`
    select exists (
      select from addresses a
      join sends s on s.identity_id = a.identity_id
      join messages m on m.id = s.message_id and m.status = 'queued'
      where a.domain_id = ${domainId} and s.envelope_from like ${`%@${domain}`}) as waiting`);
  return row!.waiting;
}
