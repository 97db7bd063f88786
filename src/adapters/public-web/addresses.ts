import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is handed out to the public (RFC 4291 section 2.4; IANA, IPv6 Global Unicast Addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** In it, but not public, or a wrapping of an IPv4 address: documentation (RFC 9637), and what ipaddr.js knows. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an IP address can be reached by everybody: no private, loopback, link-local, metadata, multicast, reserved or
 * documentation range, and no IPv6 address that wraps an IPv4 one (mapped, compatible, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  return parsed.match(globalUnicast) && !parsed.match(documentation);
}

/** Names that never lead to the public (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|home\.arpa|lan|localdomain)$/;

/** Whether a host name, lower case, can be public at all: it has a dot and no local ending. */
export const isPublicName = (host: string): boolean => host.includes('.') && !LOCAL_NAME.test(host);

/** The host of a URL without brackets and final dot; the URL parser has made all spellings of an IPv4 address one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
