import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelaySettings } from '#kernel/ports/mail-transport.ts';
import { dkimName, returnPathOf } from './names.ts';
import {
  type DomainOfMail,
  findDomainsOfMail,
  findPublishedKeys,
  findSendingRow,
  type SendingRow,
} from './sending-repository.ts';
import { type DomainMethod, type DomainStatus, type DomainTransport, isReady } from './types.ts';

/** What sending needs to know of a tenant's domain. */
export type SendingDomain = {
  id: string;
  tenant_id: string;
  domain: string;
  method: DomainMethod;
  transport: DomainTransport;
  status: DomainStatus;
  /** Whether mail may go out from it now: it is healthy or degraded. */
  is_ready: boolean;
  /** Failing or suspended: mail goes out from the platform address, or not at all (policy `domains.fallback`). */
  falls_back: boolean;
  /** The host of the envelope sender, for example `pm-bounces.acme.example`; null where there is none (relay). */
  return_path: string | null;
  dkim: SealedDkimKey | null;
  relay: SealedRelay | null;
};

/** Opened by `openDkimKey`. */
export type SealedDkimKey = { domain: string; selector: string; private_key: Buffer };
/** Opened by `openRelay`. */
export type SealedRelay = Omit<RelaySettings, 'password'> & { domain_id: string; password: Buffer | null };

type Wanted = { tenantId: string; domainId: string } | { tenantId: string | null; name: string };

/** A tenant's domain with its active DKIM key and its relay. Pass `tenantId: null` only for mail that was accepted. */
export async function findSendingDomain(db: Queryable, wanted: Wanted): Promise<SendingDomain | null> {
  const row = await findSendingRow(db, {
    tenantId: wanted.tenantId,
    domainId: 'domainId' in wanted ? wanted.domainId : null,
    name: 'name' in wanted ? wanted.name.toLowerCase() : null,
  });
  return row && toSendingDomain(row);
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
  return_path: returnPathOf(row),
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

/** PKCS #8 in DER. */
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

/** A tenant's domain as inbound mail sees it. */
export type InboundDomain = {
  id: string;
  tenant_id: string;
  domain: string;
  status: DomainStatus;
  /** The tenant has shown that the domain is its own. */
  is_proven: boolean;
  /** Mail to it is ours to take: it is proven, and was not suspended since. */
  is_receiving: boolean;
  /** The customer's own server has the MX and forwards to us. */
  is_forwarded: boolean;
};

/** Which tenant's domain this is; null for one that nobody added. */
export async function domainOf(db: Queryable, name: string): Promise<InboundDomain | null> {
  return (await domainsOf(db, [name])).get(name.toLowerCase()) ?? null;
}

/** The same for several names, with one statement; those that nobody added are not in it. */
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

const toInboundDomain = (row: DomainOfMail): InboundDomain => ({
  id: row.id,
  tenant_id: row.tenant_id,
  domain: row.domain,
  status: row.status,
  is_proven: row.proven_at !== null,
  is_receiving: row.proven_at !== null && row.status !== 'suspended' && row.status !== 'pending',
  is_forwarded: row.inbound_forwarding,
});

/** Our own records among DNS names of keys, by name: signatures of proven domains verify without DNS. */
export async function publishedDkimKeys(
  db: Queryable,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const rows = await findPublishedKeys(db, names);
  return Object.fromEntries(rows.map(({ name, record }) => [name, record]));
}
