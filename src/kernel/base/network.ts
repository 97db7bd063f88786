import { BlockList, isIP } from 'node:net';

/** A network: an address and the length of its prefix. A single address has a full-length prefix. */
type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

/** A plain address: an IPv4 address that arrives mapped into IPv6 counts as IPv4, and a zone is left out. */
export const plainAddress = (address: string): string =>
  address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** @returns null for anything that is not a network */
function parseNetwork(cidr: string): Network | null {
  const [, given = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const version = isIP(given);
  if (version === 0 || given.includes('%')) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (prefix > most) return null;
  return { address: given, bits: prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether the text names a network in CIDR notation, or one address. */
export const isNetwork = (cidr: string): boolean => parseNetwork(cidr) !== null;

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((cidr) => parseNetwork(cidr) ?? []))
    list.addSubnet(network.address, network.bits, network.family);
  return list;
}

/** Whether the address is in one of these networks. An unknown address is in none. */
export function isInNetworks(address: string | null, networks: readonly string[]): boolean {
  const plain = plainAddress(address ?? '');
  const version = isIP(plain);
  return version !== 0 && listOf(networks).check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether each inner network lies within an outer one. An empty list means every address, so it lies within nothing. */
export function isWithinNetworks(inner: readonly string[], outer: readonly string[]): boolean {
  const fits = (cidr: string): boolean => {
    const network = parseNetwork(cidr);
    return network !== null && outer.some((wider) => contains(parseNetwork(wider), network));
  };
  return inner.length > 0 && inner.every(fits);
}

function contains(wider: Network | null, network: Network): boolean {
  if (wider === null || wider.family !== network.family || wider.bits > network.bits) return false;
  const list = new BlockList();
  list.addSubnet(wider.address, wider.bits, wider.family);
  return list.check(network.address, network.family);
}

/** The prefix length of the IPv6 network that a provider usually gives to one customer. */
const IPV6_BITS = 64;

/**
 * The unit that limits per client count: the IPv4 address, or the /64 of an IPv6 address, because a client can use any
 * address in it.
 */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6
    ? `${groupsOf(plain)
        .slice(0, IPV6_BITS / 16)
        .join(':')}::/${IPV6_BITS}`
    : plain;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
