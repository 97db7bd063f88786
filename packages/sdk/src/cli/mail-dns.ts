import type { Resolver } from 'node:dns/promises';
import { type Finding, ok, skipped } from './finding.ts';
import { safeLine } from './output.ts';

/**
 * The DNS records that other mail servers see for a domain that receives mail here: MX, addresses, and the names of
 * those addresses (PTR).
 */

type Lookups = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6' | 'reverse'>;

/** Names that exist on this machine or in documents only (RFC 2606, RFC 6761). */
const LOCAL = /(^|\.)(localhost|test|invalid|example|local|internal)$/i;
const NOTHING = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);
const MOST_HOSTS = 5;

export async function examineMailDomain(domain: string, lookups: Lookups): Promise<Finding[]> {
  const check = `MX of ${domain}`;
  if (LOCAL.test(domain))
    return [skipped(check, 'This name is for testing: no other server can send mail to it.')];
  const hosts = await found(() => lookups.resolveMx(domain));
  if (hosts === null) return [unknown(check, domain)];
  const named = hosts.filter(({ exchange }) => exchange !== '').sort((a, b) => a.priority - b.priority);
  if (named.length === 0)
    return [
      {
        check,
        status: 'failed',
        detail: `${domain} has no MX record, so no mail from outside arrives.`,
        fix: `Publish an MX record for ${domain} with priority 10 and the host on which Proofmail listens on port 25.`,
      },
    ];
  const names = named.map(({ exchange }) => safeLine(exchange));
  const perHost = await Promise.all(names.slice(0, MOST_HOSTS).map((host) => examineHost(host, lookups)));
  return [ok(check, names.join(', ')), ...perHost.flat()];
}

async function examineHost(host: string, lookups: Lookups): Promise<Finding[]> {
  const lists = await Promise.all([found(() => lookups.resolve4(host)), found(() => lookups.resolve6(host))]);
  if (lists.every((list) => list === null)) return [unknown(`PTR of ${host}`, host)];
  const addresses = lists.flatMap((list) => list ?? []);
  if (addresses.length === 0)
    return [
      {
        check: `PTR of ${host}`,
        status: 'failed',
        detail: `${host} has no address in DNS.`,
        fix: `Publish an A or AAAA record for ${host}.`,
      },
    ];
  return Promise.all(addresses.map((address) => examineAddress(host, address, lookups)));
}

/** Large receivers refuse mail from IP addresses without a name, or whose name does not resolve back (RFC 1912, 2.1). */
async function examineAddress(host: string, address: string, lookups: Lookups): Promise<Finding> {
  const check = `PTR of ${address}`;
  const names = await found(() => lookups.reverse(address));
  if (names === null) return unknown(check, address);
  const fix = `Ask the provider of ${address} to set its reverse name (PTR) to ${host}, where mail also leaves from it.`;
  const [first] = names;
  if (first === undefined)
    return { check, status: 'warning', detail: `${address} has no name in DNS (PTR).`, fix };
  const leadsBack = await Promise.all(
    names.map(async (name) => {
      const [four, six] = await Promise.all([
        found(() => lookups.resolve4(name)),
        found(() => lookups.resolve6(name)),
      ]);
      return [...(four ?? []), ...(six ?? [])].includes(address);
    }),
  );
  if (leadsBack.includes(true)) return ok(check, safeLine(names.join(', ')));
  return {
    check,
    status: 'warning',
    detail: `The PTR record of ${address} is ${safeLine(first)}, which has another address.`,
    fix,
  };
}

const unknown = (check: string, name: string): Finding => ({
  check,
  status: 'warning',
  detail: `DNS did not answer for ${name}.`,
  fix: 'Try again, or check the DNS servers of this machine.',
});

/** The records; an empty list if DNS says that there are none, null if it does not answer. */
async function found<T>(look: () => Promise<T[]>): Promise<T[] | null> {
  try {
    return await look();
  } catch (error) {
    return NOTHING.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}
