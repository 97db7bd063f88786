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
   * Finds a registered domain, for example `acme.example`. Null if its registry has no RDAP, does not know the domain, or
   * did not answer within a few seconds. Never throws.
   */
  find(domain: string): Promise<RegisteredDomain | null>;
};
