/** The key that signs a domain's mail, for a provider that signs it. */
export type SigningKey = {
  selector: string;
  /** PKCS #8, DER. */
  privateKey: Uint8Array;
};

export type MailIdentity = {
  domain: string;
  /** Whether the provider currently accepts mail from the domain. */
  isVerified: boolean;
  dkim: {
    status: 'pending' | 'success' | 'failed' | 'temporary_failure' | 'not_started';
    /** The selectors whose records must be published: three of the provider's own, or the one of our key. */
    tokens: string[];
    /** Whether the key is ours. Otherwise each token is a CNAME to `{token}.{signingZone}`. */
    isOurs: boolean;
    signingZone: string;
  };
  /** The return path of the domain at the provider; null for the provider's own. */
  mailFrom: { domain: string; status: 'pending' | 'success' | 'failed' | 'temporary_failure' } | null;
};

export type ProviderAccount = {
  /** In the sandbox only verified addresses can be written to (spec 8.3). */
  isSandbox: boolean;
  isSendingEnabled: boolean;
  /** Messages in 24 hours, messages each second, and messages sent in the last 24 hours. */
  quota: { perDay: number; perSecond: number; used: number };
};

/**
 * Domains at the mail provider, which accepts mail only from registered domains. Control calls are paced across the
 * deployment; a caller waits up to five seconds (spec 8.3). Every method is idempotent.
 * @throws AppError of each method: `upstream_rate_limited`, `upstream_error`, `transport_unavailable` with the reason
 * `ses_not_configured` for credentials that the provider refuses
 */
export type MailIdentities = {
  readonly region: string;
  /**
   * Registers a domain with our signing key or with the provider's. If the domain is already registered, replaces its key.
   * @throws AppError `transport_unavailable`, reason `ses_identity_limit`
   */
  ensure(domain: string, key: SigningKey | null): Promise<MailIdentity>;
  find(domain: string): Promise<MailIdentity | null>;
  /** Sets the return path, a subdomain of the domain. */
  setMailFrom(domain: string, mailFrom: string): Promise<void>;
  remove(domain: string): Promise<void>;
  account(): Promise<ProviderAccount>;
  close(): Promise<void>;
};
