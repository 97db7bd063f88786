import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The public part of IPv6 (RFC 4291 section 2.4; IANA, IPv6 Global Unicast Addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * The documentation range (RFC 9637) is inside it. ipaddr.js knows the other ranges that are not public or embed IPv4.
 */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Addresses in public ranges at which a cloud serves keys, start scripts or DNS to its own machines. The other addresses of
 * this kind are link-local or private: 169.254.169.254, 100.100.100.200, fd00:ec2::254.
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
 * Names that are never public: special-use names (RFC 6761, 6762, 7686, 8375, 9476), ICANN's `.internal`, and names that
 * ICANN reserves because private networks use them (RFC 6762 appendix G; `.home`, `.corp`, `.mail`).
 */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|mail|lan|home\.arpa|test|invalid|onion|alt|i2p|consul|workgroup|belkin)$/;
/** Names that old resolvers (before RFC 1123) read as an IPv4 address in octal, hexadecimal or shortened form. */
const NUMERIC = /(^|\.)(0x[0-9a-f]*|[0-9]+)$/;

/** Whether a lower-case host name can be public: it has a dot and no local ending, and is not a number. */
export const isPublicName = (host: string): boolean =>
  host.includes('.') && !LOCAL_NAME.test(host) && !NUMERIC.test(host);

/**
 * Whether a URL writes an IPv4 address in a form other than four decimal numbers (octal, hexadecimal, a single number).
 * Programs differ in how they read those forms.
 */
export function disguisesAddress(text: string, url: URL): boolean {
  if (isIP(hostOf(url)) !== 4) return false;
  const written = /^[a-z]+:[\\/]*(?:[^\\/?#]*@)?([^\\/?#:]*)/i.exec(text.trim())?.[1];
  return written?.replace(/\.$/, '') !== hostOf(url);
}

/** The host of a URL without brackets and final dot. The URL parser has already normalized IPv4 addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
