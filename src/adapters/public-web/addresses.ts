import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is allocated to the public (RFC 4291 section 2.4; IANA, IPv6 Global Unicast Addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Ranges in it that are not public or that embed an IPv4 address: documentation (RFC 9637), and those that ipaddr.js
 * knows.
 */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Addresses in public ranges at which a cloud serves only its own machines: keys, start scripts, DNS. (Other such
 * addresses are link-local or private, not in a public range: 169.254.169.254, 100.100.100.200, fd00:ec2::254.)
 */
const CLOUD_ADDRESSES = new Set([
  '168.63.129.16', // Azure: WireServer
  '147.75.207.207', // Equinix Metal: metadata
  '192.80.8.124', // Equinix Metal: metadata
]);
/** IBM Cloud's service networks, which are reachable from its machines only. */
const cloudRanges = ['161.26.0.0/16', '166.8.0.0/14'].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an IP address can be reached by everybody: no private, loopback, link-local, metadata, multicast, reserved or
 * documentation range, and no IPv6 address that wraps an IPv4 one (mapped, compatible, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4')
    return (
      !CLOUD_ADDRESSES.has(address) && !cloudRanges.some((range) => (parsed as ipaddr.IPv4).match(range))
    );
  return parsed.match(globalUnicast) && !parsed.match(documentation);
}

/**
 * Names that never lead to the public: special use (RFC 6761, 6762, 7686, 8375, 9476), ICANN's `.internal`, and what it
 * keeps back because private networks use it (RFC 6762 appendix G; `.home`, `.corp`, `.mail`).
 */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|mail|lan|home\.arpa|test|invalid|onion|alt|i2p|consul|workgroup|belkin)$/;
/** Resolvers that are older than RFC 1123 read numbers as an IPv4 address, in octal, hexadecimal or with parts left out. */
const NUMERIC = /(^|\.)(0x[0-9a-f]*|[0-9]+)$/;

/** Whether a host name, lower case, can be public at all: it has a dot, no local ending, and is no number. */
export const isPublicName = (host: string): boolean =>
  host.includes('.') && !LOCAL_NAME.test(host) && !NUMERIC.test(host);

/**
 * Whether a URL writes an IPv4 address in another way than as four decimal numbers (octal, hexadecimal, one number): each
 * program on the way may read it differently.
 */
export function disguisesAddress(text: string, url: URL): boolean {
  if (isIP(hostOf(url)) !== 4) return false;
  const written = /^[a-z]+:[\\/]*(?:[^\\/?#]*@)?([^\\/?#:]*)/i.exec(text.trim())?.[1];
  return written?.replace(/\.$/, '') !== hostOf(url);
}

/** The host of a URL without brackets and final dot; the URL parser has made all spellings of an IPv4 address one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
