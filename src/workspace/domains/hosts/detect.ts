import { type DnsHost, dnsHosts } from './catalogue.ts';

/** The host that serves a domain, by the names of its name servers; null if it is not in the catalogue. */
export const dnsHostOf = (nameservers: readonly string[]): DnsHost | null =>
  dnsHosts.find((host) =>
    nameservers.some((name) => host.nameservers.some((pattern) => pattern.test(name.toLowerCase()))),
  ) ?? null;

/** The DNS host that belongs to a registrar. Domains usually have their DNS at their registrar. */
export const dnsHostOfRegistrar = (registrar: string | null | undefined): DnsHost | null =>
  registrar ? (dnsHosts.find((host) => host.registrar?.test(registrar.trim())) ?? null) : null;

/** What to enter in the field for the name of a record at this host. */
export function nameAt(host: Pick<DnsHost, 'name_field' | 'apex'>, name: string, zone: string): string {
  if (host.name_field === 'absolute') return name;
  if (name === zone) return host.apex;
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}
