/** The random values of one sign-in attempt. The browser that began it has them in a sealed cookie. */
export type ProviderFlow = {
  /** The address to which the provider sends the browser back. */
  redirectUri: string;
  state: string;
  /** The PKCE verifier (RFC 7636). At first, only its SHA-256 is sent. */
  verifier: string;
  /** The OpenID Connect nonce, which the signed token returns. */
  nonce: string;
};

/** The person who agreed. The pair of issuer and subject identifies their account permanently; addresses can change owners. */
export type ProvenAccount = {
  issuer: string;
  subject: string;
  /** The account's addresses that the provider does not call unverified: lower case, the primary address first. */
  addresses: string[];
  /** Whether the organisation that owns the addresses' domain runs the account, so that it can stand for single sign-on. */
  isManaged: boolean;
};

/** A provider of sign-ins: OpenID Connect, or OAuth 2 with an API of its own. */
export type IdentityProvider = {
  /** Its name in routes, for example `google`. */
  name: string;
  /** The name that people see. */
  label: string;
  /**
   * Whether the provider guarantees that an address belongs to the account, so that a workspace can rely on it for single
   * sign-on. Entra for all organisations does not: each organisation can set any address.
   */
  vouchesForAddresses: boolean;
  /** The address to which the browser goes to give consent. @throws Error when the provider does not answer */
  authorizeUrl(flow: ProviderFlow): Promise<string>;
  /**
   * Identifies the person who came back from the provider. `answer` is the query string of the redirect.
   * @throws Error when the provider refuses, does not answer, or answers with claims that do not verify
   */
  identify(flow: ProviderFlow, answer: URLSearchParams): Promise<ProvenAccount>;
};

export type ProviderSettings = { url: string; clientId: string; clientSecret: string };
