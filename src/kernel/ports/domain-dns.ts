/**
 * The records of a name in DNS. `unknown` means that no server gave a usable answer. `server` is the name server that
 * answered, as the zone names it.
 */
export type DnsLookup = {
  outcome: 'found' | 'absent' | 'unknown';
  /** TXT as plain text, MX as `10 mx.acme.example`, names without a final dot; bounded. */
  values: string[];
  server: string | null;
};

export type MxLookup = DnsLookup & { hosts: { exchange: string; priority: number }[] };

/** Who serves a domain: `absent` when the domain does not exist (NXDOMAIN). */
export type ZoneLookup = { outcome: 'found' | 'absent' | 'unknown'; nameservers: string[] };

/** Lookups of one domain for one check. They share a time limit and a number of questions. */
export type DomainLookups = {
  nameservers(): Promise<ZoneLookup>;
  txt(name: string): Promise<DnsLookup>;
  mx(name: string): Promise<MxLookup>;
  cname(name: string): Promise<DnsLookup>;
  /** A and AAAA together. */
  addresses(name: string): Promise<DnsLookup>;
  /** Names of other domains, such as the includes of an SPF record: asked of the resolver, which may remember them. */
  elsewhere: {
    txt(name: string): Promise<DnsLookup>;
    mx(name: string): Promise<MxLookup>;
    addresses(name: string): Promise<DnsLookup>;
  };
};

/** Asks the authoritative servers of a domain, never a cache, so that a record is seen as soon as it is there. */
export type DomainDns = {
  lookups(domain: string): DomainLookups;
  close(): void;
};
