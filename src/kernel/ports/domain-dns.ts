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

/** The name servers of a domain; `absent` if the domain does not exist (NXDOMAIN). */
export type ZoneLookup = { outcome: 'found' | 'absent' | 'unknown'; nameservers: string[] };

/** Lookups of one domain for one check. They share a time limit and a limit on the number of queries. */
export type DomainLookups = {
  nameservers(): Promise<ZoneLookup>;
  txt(name: string): Promise<DnsLookup>;
  mx(name: string): Promise<MxLookup>;
  cname(name: string): Promise<DnsLookup>;
  /** A and AAAA together. */
  addresses(name: string): Promise<DnsLookup>;
  /** Names in other domains, such as the includes of an SPF record. The resolver answers, possibly from its cache. */
  elsewhere: {
    txt(name: string): Promise<DnsLookup>;
    mx(name: string): Promise<MxLookup>;
    addresses(name: string): Promise<DnsLookup>;
  };
};

/** Queries the authoritative servers of a domain and never a cache, so that a new record is seen at once. */
export type DomainDns = {
  lookups(domain: string): DomainLookups;
  close(): void;
};
