import { Resolver } from 'node:dns/promises';
import type { DnsLookup, MxLookup } from '#kernel/ports/domain-dns.ts';

/** The time limit for one answer of a server, in milliseconds. */
const ATTEMPT_MS = 2_000;
/** Limits for one name, higher than any mail domain needs. The rest is cut off. */
const MAX_RECORDS = 50;
const MAX_TEXT = 4_096;

/** The error codes that mean that the record does not exist. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

export type Question = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';
export type LookupResult = MxLookup & { isNoName: boolean };

const none = (outcome: 'absent' | 'unknown', isNoName = false): LookupResult => ({
  outcome,
  values: [],
  hosts: [],
  server: null,
  isNoName,
});
export const UNKNOWN = none('unknown');

/** A resolver that uses servers given as `ip[:port]`, or the system's if the list is empty. */
export function resolverFor(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Sends one query. Never throws. */
export async function ask(resolver: Resolver, name: string, type: Question): Promise<LookupResult> {
  try {
    const found = await answers[type](resolver, name);
    return found.values.length === 0
      ? none('absent')
      : { ...found, outcome: 'found', server: null, isNoName: false };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return ABSENT.has(code) ? none('absent', code === 'ENOTFOUND') : UNKNOWN;
  }
}

type Found = Pick<MxLookup, 'values' | 'hosts'>;

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const texts = (values: readonly string[]): Found => ({
  values: values.slice(0, MAX_RECORDS).map((value) => value.slice(0, MAX_TEXT)),
  hosts: [],
});

const answers: Record<Question, (resolver: Resolver, name: string) => Promise<Found>> = {
  TXT: async (resolver, name) => texts((await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))),
  CNAME: async (resolver, name) => texts((await resolver.resolveCname(name)).map(plain)),
  NS: async (resolver, name) => texts((await resolver.resolveNs(name)).map(plain).sort()),
  A: async (resolver, name) => texts(await resolver.resolve4(name)),
  AAAA: async (resolver, name) => texts(await resolver.resolve6(name)),
  MX: async (resolver, name) => {
    const hosts = (await resolver.resolveMx(name))
      .slice(0, MAX_RECORDS)
      .map(({ exchange, priority }) => ({ exchange: plain(exchange), priority }))
      .sort((a, b) => a.priority - b.priority || (a.exchange < b.exchange ? -1 : 1));
    return { hosts, values: hosts.map(({ exchange, priority }) => `${priority} ${exchange}`) };
  },
};

/** Merges the answers for A and AAAA. Unknown if there is no address and one of the two queries failed. */
export const together = (four: LookupResult, six: LookupResult): LookupResult => {
  const values = [...four.values, ...six.values];
  if (values.length > 0) return { ...four, outcome: 'found', values, server: four.server ?? six.server };
  if (four.outcome === 'unknown' || six.outcome === 'unknown') return UNKNOWN;
  return four;
};

export const withoutDetail = ({ outcome, values, server }: LookupResult): DnsLookup => ({
  outcome,
  values,
  server,
});
