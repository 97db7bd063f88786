import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelayProbe } from '#kernel/ports/mail-transport.ts';
import { allowanceOf, billingLimit } from '#workspace/billing/index.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';
import { type Existing, existingUse } from './dns/existing.ts';
import { mxHost, spfMechanism } from './expected.ts';
import { makeKey, type NewKey } from './keys.ts';
import type { DomainName } from './names.ts';
import { assertFree, assertPossible, assertZone, type NewDomain, nameOf, transportOf } from './new-domain.ts';
import { registerAtProvider } from './provider.ts';
import { assertReachable, assertRelay } from './relay.ts';
import { countDomains } from './repository.ts';

/** The results of external requests that a creation needs. They are fetched before the transaction opens. */
export type Prepared = {
  name: DomainName;
  existing: Existing;
  key: NewKey;
  /** The zone at the edge platform, and the name servers to set at the registrar if it is new. */
  edge: { zoneId: string; nameservers: string[] } | null;
  probe: RelayProbe | null;
};

/**
 * Every check of a creation that needs external requests. The cheapest come first, and those that change something
 * elsewhere come last.
 */
export async function prepare(
  services: Services,
  given: NewDomain,
  { actor, tenant }: { actor: Actor; tenant: TenantRow },
): Promise<Prepared> {
  const { config, db, clock, domainDns } = services;
  const name = nameOf(services, given);
  assertPossible(services, given);
  const zoneId = await assertZone(db, actor, tenant, given, name);
  await assertFree(db, tenant.id, name, clock.now());
  await assertRoom(services, tenant);
  if (given.relay) await assertRelay(services, given.relay);
  const transport = transportOf(given);
  const existing = await existingUse(
    domainDns.lookups(name.domain),
    { ...given, domain: name.domain },
    { ourMx: mxHost(config, transport), mechanism: spfMechanism(config, transport) },
  );
  const probe = given.relay ? await assertReachable(services, given.relay, name.domain) : null;
  const key = await makeKey(services, name.domain);
  const edge = await edgeZone(services, given, name, zoneId);
  const signing = { selector: key.selector, privateKey: key.plain };
  await registerAtProvider(services, { domain: name.domain, transport }, signing);
  return { name, existing, key, edge, probe };
}

/** An early check, so that no zone is created for nothing. The transaction counts again, exactly. */
async function assertRoom(services: Services, tenant: TenantRow): Promise<void> {
  const allowance = allowanceOf(services, tenant, 'custom_domains', services.clock.now());
  if (!allowance) return;
  const used = (await countDomains(services.db, [tenant.id])).get(tenant.id) ?? 0;
  if (used >= allowance.granted) throw billingLimit(services, allowance, used);
}

async function edgeZone(
  { dnsZones }: Pick<Services, 'dnsZones'>,
  { method }: NewDomain,
  { domain }: DomainName,
  zoneId: string | null,
): Promise<Prepared['edge']> {
  if (zoneId !== null) return { zoneId, nameservers: [] };
  if (method !== 'nameservers' || !dnsZones) return null;
  const zone = await dnsZones.ensureZone(domain);
  if (zone.nameServers.length === 0)
    throw invalidRequest([{ path: 'domain', message: 'Use a domain whose zone has name servers.' }]);
  return { zoneId: zone.id, nameservers: zone.nameServers.map((server) => server.toLowerCase()) };
}

/** Stores the results of a prefetch by their input. */
export function prefetched<Input extends object, Result>() {
  const results = new WeakMap<Input, Result>();
  return {
    keep: (input: Input, result: Result): void => {
      results.set(input, result);
    },
    /** @throws AppError `unavailable` for a request that was not prepared */
    of(input: Input): Result {
      const result = results.get(input);
      if (result === undefined) throw new AppError('unavailable');
      return result;
    },
  };
}
