/** The registry's data about a registered domain. Times are RFC 3339. */
export type RegisteredDomain = {
  /** The name of the registrar. */
  registrar: string | null;
  registered_at: string | null;
  expires_at: string | null;
};

/** Registration data of domains (RDAP). */
export type Registry = {
  /**
   * A registered domain, for example `acme.example`. Null when its registry has no RDAP, does not know it, or did not
   * answer within some seconds. Never throws.
   */
  find(domain: string): Promise<RegisteredDomain | null>;
};
