import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { after, HOUR } from '#kernel/base/clock.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { line } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicy, type TenantRow } from '#workspace/tenants/index.ts';
import { mxHost } from './expected.ts';
import { type DomainName, needsMx, readDomainName } from './names.ts';
import { usesSes } from './provider.ts';
import { countInZone, countLiveAddresses, type DomainRow, findByName, findEdgeZone } from './repository.ts';
import { type DomainTransport, domainMethods, domainTransports, relayInput } from './schema.ts';

export const newDomainFields = {
  domain: line(255, 1).meta({ examples: ['agents.acme.example'] }),
  method: z.enum(domainMethods).meta({
    description:
      '`nameservers`: the domain moves to the name servers of this deployment. `records`: you add DNS records. `subdomain`: a ' +
      'subdomain of a domain that already uses these name servers. `send_only`: agents send from it, and its incoming mail stays at your own ' +
      'server. `relay`: agents send through your own SMTP server.',
  }),
  transport: z
    .enum(domainTransports)
    .optional()
    .meta({ description: 'The default is `relay` for the method relay and `basic` for all others.' }),
  inbound_forwarding: z.boolean().default(false).meta({
    description: 'Whether your own server forwards mail to this deployment (methods send_only and relay).',
  }),
  replace_mx: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the existing MX records may be replaced.' }),
  confirm_dedicated: z
    .boolean()
    .default(false)
    .meta({ description: 'Confirms that nothing else uses the domain (method nameservers).' }),
  relay: relayInput.nullable().default(null),
};

const fields = z.strictObject(newDomainFields);
export type NewDomain = z.output<typeof fields>;

export const transportOf = ({
  method,
  transport,
}: Pick<NewDomain, 'method' | 'transport'>): DomainTransport =>
  transport ?? (method === 'relay' ? 'relay' : 'basic');

const unavailable = (reason: string): AppError => new AppError('transport_unavailable', { reason });

/** @throws AppError `invalid_request` for a name that cannot be a mail domain */
export function nameOf({ config }: Pick<Services, 'config'>, given: NewDomain): DomainName {
  const name = readDomainName(given.domain, config.mailDomain);
  if (typeof name === 'string') throw invalidRequest([{ path: 'domain', message: name }]);
  if (given.method === 'nameservers' && name.domain !== name.zone)
    throw invalidRequest([{ path: 'domain', message: `Use the registered domain, ${name.zone}.` }]);
  return name;
}

/**
 * Checks that the parts of a request fit together and that the deployment supports it, without any network request.
 * @throws AppError `transport_unavailable`, `cf_token_required`, `invalid_request`
 */
export function assertPossible(
  services: Pick<Services, 'config' | 'mailIdentities' | 'dnsZones'>,
  given: NewDomain,
): void {
  const { method, inbound_forwarding, relay } = given;
  const transport = transportOf(given);
  if ((method === 'relay') !== (transport === 'relay')) throw unavailable('method_not_supported');
  const maySendAlone = method === 'send_only' || method === 'relay';
  if (inbound_forwarding && !maySendAlone) throw unavailable('method_not_supported');
  if ((method === 'relay') !== (relay !== null))
    throw invalidRequest([
      {
        path: 'relay',
        message: 'Set this field with method relay, and leave it out with all other methods.',
      },
    ]);
  assertTransport(services, { method, transport, inbound_forwarding });
  const needsEdge = method === 'nameservers' || method === 'subdomain';
  if (needsEdge && !services.dnsZones) throw new AppError('cf_token_required');
}

/** @throws AppError `transport_unavailable` if the deployment has no SES, or cannot receive mail */
export function assertTransport(
  { config, mailIdentities }: Pick<Services, 'config' | 'mailIdentities'>,
  domain: Pick<NewDomain, 'method' | 'inbound_forwarding'> & { transport: DomainTransport },
): void {
  if (usesSes(config, domain.transport) && !mailIdentities) throw unavailable('ses_not_configured');
  if (needsMx(domain) && mxHost(config, domain.transport) === null)
    throw unavailable('ses_receiving_not_configured');
}

/**
 * Checks that the caller may use the zone (spec 7.2): tenants and partners create zones only if the policy allows it, and
 * use only zones of their own tenant.
 * @returns the zone at the edge platform to which a subdomain is added
 */
export async function assertZone(
  db: Queryable,
  actor: Actor,
  tenant: TenantRow,
  given: NewDomain,
  { zone }: DomainName,
): Promise<string | null> {
  if (given.method === 'nameservers') {
    const isAllowed = actor.level === 'platform' || effectivePolicy(tenant).domains.allow_create_zone;
    if (!isAllowed) throw unavailable('zone_creation_not_allowed');
    return null;
  }
  if (given.method !== 'subdomain') return null;
  const found = await findEdgeZone(db, zone);
  const isOwn = found?.tenant_id === tenant.id;
  // A missing zone and one of another tenant look the same.
  if (!isOwn && actor.level !== 'platform')
    throw new AppError('scope_denied', { reason: 'zone_not_allowed', zone });
  if (!found?.edge_zone_id || found.proven_at === null) throw unavailable('subdomain_setup_disabled');
  return found.edge_zone_id;
}

/** A claim that has not been proven for this long gives way to another tenant's claim. */
const CLAIM_HOURS = 72;

/**
 * Checks that the name is free. @returns the claim of another tenant that gives way, or null
 * @throws AppError `domain_exists`; `invalid_request` if the zone is full
 */
export async function assertFree(
  db: Queryable,
  tenantId: string,
  { domain, zone }: DomainName,
  now: Date,
): Promise<DomainRow | null> {
  const existing = await findByName(db, domain);
  if (existing && !(await givesWay(db, existing, tenantId, now)))
    throw new AppError('domain_exists', { domain });
  const max = limits.domainsPerZone;
  if ((await countInZone(db, zone, tenantId)) >= max)
    throw invalidRequest(
      [
        {
          path: 'domain',
          message: `Remove a domain first: ${zone} already has ${max} mail domains, which is the limit.`,
        },
      ],
      {
        reason: 'zone_limit',
        max,
      },
    );
  return existing;
}

async function givesWay(db: Queryable, claim: DomainRow, tenantId: string, now: Date): Promise<boolean> {
  const isOld = after(new Date(claim.created_at), CLAIM_HOURS * HOUR) <= now;
  if (claim.tenant_id === tenantId || claim.proven_at !== null || !isOld) return false;
  return (await countLiveAddresses(db, claim.id)) === 0;
}

/** 20 random bytes, so that nobody can publish the record without knowing it. */
export const newToken = (): string => randomBytes(20).toString('hex');
