import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelaySettings } from '#kernel/ports/mail-transport.ts';
import { dkimName, needsMx, returnPathOf } from './names.ts';
import { type DomainMethod, type DomainStatus, type DomainTransport, isReady } from './schema.ts';
import {
  type DomainOfMail,
  findDomainsOfMail,
  findProvenNames,
  findPublishedKeys,
  findSendingRow,
  findSendingRows,
  type SendingRow,
} from './sending-repository.ts';

/** The facts about a tenant's domain that sending needs. */
export type SendingDomain = {
  id: string;
  tenant_id: string;
  domain: string;
  method: DomainMethod;
  transport: DomainTransport;
  status: DomainStatus;
  /** Whether mail may be sent from it now, because it is healthy or degraded. */
  is_ready: boolean;
  /**
   * Whether it is failing or suspended, so that mail is sent from the platform address, or not at all (policy
   * `domains.fallback`).
   */
  falls_back: boolean;
  /**
   * The host of the envelope sender, for example `pm-bounces.acme.example`. Null for relays, which have none, and while its
   * record is missing, because receivers refuse senders whose host does not exist.
   */
  return_path: string | null;
  dkim: SealedDkimKey | null;
  relay: SealedRelay | null;
};

/** A sealed key, which `openDkimKey` unseals. */
export type SealedDkimKey = { domain: string; selector: string; private_key: Buffer };
/** Relay settings with a sealed password, which `openRelay` unseals. */
export type SealedRelay = Omit<RelaySettings, 'password'> & { domain_id: string; password: Buffer | null };

type DomainQuery = { tenantId: string; domainId: string } | { tenantId: string | null; name: string };

/** A tenant's domain with its active DKIM key and its relay. Pass `tenantId: null` only for mail that was accepted. */
export async function findSendingDomain(db: Queryable, wanted: DomainQuery): Promise<SendingDomain | null> {
  const row = await findSendingRow(db, {
    tenantId: wanted.tenantId,
    domainId: 'domainId' in wanted ? wanted.domainId : null,
    name: 'name' in wanted ? wanted.name.toLowerCase() : null,
  });
  return row && toSendingDomain(row);
}

/** Several domains with one statement. Pass names only for mail that was accepted, and compare the tenant. */
export async function findSendingDomains(
  db: Queryable,
  wanted: { ids?: readonly string[]; names?: readonly string[] },
): Promise<SendingDomain[]> {
  if ((wanted.ids ?? []).length + (wanted.names ?? []).length === 0) return [];
  return (await findSendingRows(db, wanted)).map(toSendingDomain);
}

const toSendingDomain = (row: SendingRow): SendingDomain => ({
  id: row.id,
  tenant_id: row.tenant_id,
  domain: row.domain,
  method: row.method,
  transport: row.transport,
  status: row.status,
  is_ready: isReady(row.status),
  falls_back: row.status === 'failing' || row.status === 'suspended',
  return_path: row.has_return_path ? returnPathOf(row) : null,
  dkim:
    row.selector === null || row.private_key === null
      ? null
      : { domain: row.domain, selector: row.selector, private_key: row.private_key },
  relay:
    row.host === null || row.port === null
      ? null
      : {
          domain_id: row.id,
          host: row.host,
          port: row.port,
          username: row.username,
          password: row.password,
        },
});

/** Unseals a key: PKCS #8 in DER. */
export const openDkimKey = (
  { sealer }: Pick<Services, 'sealer'>,
  { domain, selector, private_key }: SealedDkimKey,
): Buffer => sealer.open('dkim-key', private_key, dkimName(selector, domain));

export const openRelay = (
  { sealer }: Pick<Services, 'sealer'>,
  { domain_id, password, ...relay }: SealedRelay,
): RelaySettings => ({
  ...relay,
  password: password && sealer.open('relay-password', password, domain_id).toString(),
});

/** The facts about a tenant's domain that inbound mail needs. */
export type InboundDomain = {
  id: string;
  tenant_id: string;
  domain: string;
  transport: DomainTransport;
  status: DomainStatus;
  /** Whether the tenant has proven that it owns the domain. */
  is_proven: boolean;
  /** Whether we accept mail to it, because it is proven and has not been suspended since. */
  is_receiving: boolean;
  /** Whether the MX is the customer's own server, which forwards mail to us. */
  is_forwarded: boolean;
  /** Whether mail to it stays inside the deployment, because we accept it and the MX record points here. */
  is_inside: boolean;
};

/** The tenant's domain with this name; null if nobody has added it. */
export async function domainOf(db: Queryable, name: string): Promise<InboundDomain | null> {
  return (await domainsOf(db, [name])).get(name.toLowerCase()) ?? null;
}

/** The same for several names in one statement. Names that nobody has added are left out. */
export async function domainsOf(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, InboundDomain>> {
  if (names.length === 0) return new Map();
  const rows = await findDomainsOfMail(
    db,
    names.map((name) => name.toLowerCase()),
  );
  return new Map(rows.map((row) => [row.domain, toInboundDomain(row)]));
}

const toInboundDomain = (row: DomainOfMail): InboundDomain => {
  const is_receiving = row.proven_at !== null && row.status !== 'suspended' && row.status !== 'pending';
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    domain: row.domain,
    transport: row.transport,
    status: row.status,
    is_proven: row.proven_at !== null,
    is_receiving,
    is_forwarded: row.inbound_forwarding,
    is_inside: is_receiving && needsMx(row),
  };
};

/** The domains that each of these tenants has proven and not lost. */
export async function provenDomainsOf(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = tenantIds.length === 0 ? [] : await findProvenNames(db, tenantIds);
  const byTenant = Map.groupBy(rows, ({ tenant_id }) => tenant_id);
  return new Map([...byTenant].map(([tenantId, domains]) => [tenantId, domains.map(({ domain }) => domain)]));
}

/**
 * Turns an address at a domain's return path (`local+token@pm-bounces.acme.example`) into the mailbox's address. Other
 * addresses stay as they are.
 */
export const withoutReturnPathHost = (address: string): string =>
  address.replace(/^([^@]+\+[^@]+)@pm-bounces\.(.+)$/, '$1@$2');

/** Our own DKIM records among these DNS names, so that signatures of proven domains are verified without DNS. */
export async function publishedDkimKeys(
  db: Queryable,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const rows = await findPublishedKeys(db, names);
  return Object.fromEntries(rows.map(({ name, record }) => [name, record]));
}
