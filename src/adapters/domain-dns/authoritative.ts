import type { Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { getPublicSuffix } from 'tldts';
import type { DomainDns, DomainLookups, MxLookup, ZoneLookup } from '#kernel/ports/domain-dns.ts';
import {
  ask,
  type LookupResult,
  type Question,
  resolverFor,
  together,
  UNKNOWN,
  withoutDetail,
} from './questions.ts';

export type DomainDnsOptions = {
  /** The resolvers (`ip[:port]`) that find the name servers of a domain; empty for the system's. */
  servers: readonly string[];
  /** Whether a name server may be asked at this address. Customers choose it, so it must not be in our own network. */
  isAllowed(address: string): boolean;
  /** The port of the name server at an address: 53 outside tests. */
  portOf?(address: string): number;
};

/** Limits of one check. */
const MAX_QUESTIONS = 150;
const MAX_MS = 20_000;
/** The maximum number of name servers of one zone that are tried in turn until one answers. */
const MAX_SERVERS = 3;
const MAX_ALIASES = 5;
const DNS_PORT = 53;

/**
 * Queries the name servers of a domain directly. The resolvers find them by NS records, from the name upwards to the
 * registrable domain. If a domain has no NS records, the resolvers are queried instead.
 */
export function createDomainDns({
  servers,
  isAllowed,
  portOf = () => DNS_PORT,
}: DomainDnsOptions): DomainDns {
  const resolver = resolverFor(servers);
  const environment = { resolver, isChosen: servers.length > 0, isAllowed, portOf };
  return {
    lookups: (domain) => new Check(domain, environment).lookups(),
    close: () => resolver.cancel(),
  };
}

type Environment = {
  resolver: Resolver;
  /** Whether the operator chose the resolvers. Then they also answer if the name servers cannot be reached. */
  isChosen: boolean;
  isAllowed(address: string): boolean;
  portOf(address: string): number;
};

/** The servers of a zone; null means that the resolvers are queried. */
type Servers = { name: string; resolver: Resolver }[] | null;
type Zone = ZoneLookup & { servers: Servers };

class Check {
  readonly #domain: string;
  readonly #environment: Environment;
  readonly #until = performance.now() + MAX_MS;
  readonly #zones = new Map<string, Promise<Zone>>();
  #questions = 0;

  constructor(domain: string, environment: Environment) {
    this.#domain = domain;
    this.#environment = environment;
  }

  lookups(): DomainLookups {
    const { resolver } = this.#environment;
    const both = async (find: (type: Question) => Promise<LookupResult>) =>
      together(...(await Promise.all([find('A'), find('AAAA')])));
    return {
      nameservers: async () => {
        const { outcome, nameservers } = await this.#zone(this.#domain);
        return { outcome, nameservers };
      },
      txt: async (name) => withoutDetail(await this.#authoritative(name, 'TXT')),
      mx: async (name) => toMx(await this.#authoritative(name, 'MX')),
      cname: async (name) => withoutDetail(await this.#authoritative(name, 'CNAME')),
      addresses: async (name) => withoutDetail(await both((type) => this.#authoritative(name, type))),
      elsewhere: {
        txt: async (name) => withoutDetail(await this.#ask(resolver, name, 'TXT')),
        mx: async (name) => toMx(await this.#ask(resolver, name, 'MX')),
        addresses: async (name) => withoutDetail(await both((type) => this.#ask(resolver, name, type))),
      },
    };
  }

  /** Sends one query, unless the check has used up its limit. */
  async #ask(resolver: Resolver, name: string, type: Question): Promise<LookupResult> {
    this.#questions += 1;
    if (this.#questions > MAX_QUESTIONS || performance.now() > this.#until) return UNKNOWN;
    return ask(resolver, name, type);
  }

  async #authoritative(name: string, type: Question, aliases = 0): Promise<LookupResult> {
    const zone = await this.#zone(this.#domain);
    const answer = await this.#askZone(zone, name, type);
    if (answer.outcome !== 'absent' || answer.isNoName) return answer;
    // The name may be in a delegated zone, for which these servers only return a referral.
    const below = await this.#zoneBelow(name);
    const nearest = below ? await this.#askZone(below, name, type) : answer;
    if (nearest.outcome !== 'absent' || type === 'CNAME' || aliases === MAX_ALIASES) return nearest;
    const alias = await this.#askZone(below ?? zone, name, 'CNAME');
    const target = alias.values[0];
    if (alias.outcome !== 'found' || target === undefined) return nearest;
    return this.#elsewhere(target, type, aliases + 1);
  }

  /** Looks up the target of an alias at the servers of its own domain. */
  async #elsewhere(name: string, type: Question, aliases: number): Promise<LookupResult> {
    const answer = await this.#askZone(await this.#zone(name), name, type);
    if (answer.outcome !== 'absent' || aliases === MAX_ALIASES) return answer;
    return this.#ask(this.#environment.resolver, name, type);
  }

  async #askZone({ outcome, servers }: Zone, name: string, type: Question): Promise<LookupResult> {
    if (servers === null)
      return outcome === 'unknown' ? UNKNOWN : this.#ask(this.#environment.resolver, name, type);
    for (const server of servers) {
      const answer = await this.#ask(server.resolver, name, type);
      if (answer.outcome !== 'unknown') return { ...answer, server: server.name };
    }
    const { resolver, isChosen } = this.#environment;
    return isChosen ? this.#ask(resolver, name, type) : UNKNOWN;
  }

  /** Finds a delegated zone between the domain and one of its names, for example `_domainkey`. */
  async #zoneBelow(name: string): Promise<Zone | null> {
    if (!name.endsWith(`.${this.#domain}`)) return null;
    const between = name.slice(0, -this.#domain.length - 1).split('.');
    for (let at = 0; at < between.length; at++) {
      const candidate = `${between.slice(at).join('.')}.${this.#domain}`;
      const found = await this.#ask(this.#environment.resolver, candidate, 'NS');
      if (found.outcome === 'found') return this.#withServers(found.values);
    }
    return null;
  }

  #zone(name: string): Promise<Zone> {
    const known = this.#zones.get(name);
    if (known) return known;
    const zone = this.#findZone(name);
    this.#zones.set(name, zone);
    return zone;
  }

  async #findZone(name: string): Promise<Zone> {
    const suffix = getPublicSuffix(name, { allowPrivateDomains: true });
    let isNoName = false;
    for (
      let at = name;
      at !== '' && at !== suffix;
      at = at.includes('.') ? at.slice(at.indexOf('.') + 1) : ''
    ) {
      const found = await this.#ask(this.#environment.resolver, at, 'NS');
      if (found.outcome === 'unknown') return { outcome: 'unknown', nameservers: [], servers: null };
      if (found.outcome === 'found') return this.#withServers(found.values);
      isNoName = found.isNoName;
    }
    return { outcome: isNoName ? 'absent' : 'found', nameservers: [], servers: null };
  }

  async #withServers(nameservers: string[]): Promise<Zone> {
    const { resolver, isAllowed, portOf } = this.#environment;
    const chosen = await Promise.all(
      nameservers.slice(0, MAX_SERVERS).map(async (name) => {
        const [four, six] = await Promise.all([
          this.#ask(resolver, name, 'A'),
          this.#ask(resolver, name, 'AAAA'),
        ]);
        // IPv4 first, because on a host without IPv6 every query would time out.
        const address = [...four.values, ...six.values].find(isAllowed);
        if (address === undefined) return [];
        const port = portOf(address);
        return [
          { name, resolver: resolverFor([isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`]) },
        ];
      }),
    );
    return { outcome: 'found', nameservers, servers: chosen.flat() };
  }
}

const toMx = ({ outcome, values, server, hosts }: LookupResult): MxLookup => ({
  outcome,
  values,
  server,
  hosts,
});
