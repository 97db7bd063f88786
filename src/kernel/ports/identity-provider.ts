/** The random values of one sign-in attempt. Only the browser that began it brings them back, in a sealed cookie. */
export type ProviderFlow = {
  /** The address to which the provider sends the browser back. */
  redirectUri: string;
  state: string;
  /** PKCE (RFC 7636): our secret; only its SHA-256 is sent at first. */
  verifier: string;
  /** OpenID Connect: returned inside the signed token. */
  nonce: string;
};

/** The person who agreed. The pair of issuer and subject identifies their account permanently; addresses can change owners. */
export type ProvenAccount = {
  issuer: string;
  subject: string;
  /** Addresses that the provider names and does not call unverified, lower case, the primary one first. */
  addresses: string[];
  /** Whether the organisation that owns the addresses' domain runs the account, so that it can stand for single sign-on. */
  isManaged: boolean;
};

/** A provider of identities: OpenID Connect, or OAuth 2 with an API of its own. */
export type IdentityProvider = {
  /** Part of its routes, for example `google`. */
  name: string;
  /** The name that people see. */
  label: string;
  /**
   * Whether an address that it names certainly belongs to the account, so that a workspace can rely on it for single
   * sign-on. With Entra for all organisations, each organisation can set any address.
   */
  vouchesForAddresses: boolean;
  /** The address to which the browser goes to give consent. @throws Error when the provider does not answer */
  authorizeUrl(flow: ProviderFlow): Promise<string>;
  /**
   * Who came back. `answer` is the query of the redirect.
   * @throws Error when the provider refuses, does not answer, or answers with claims that do not verify
   */
  identify(flow: ProviderFlow, answer: URLSearchParams): Promise<ProvenAccount>;
};

export type ProviderSettings = { url: string; clientId: string; clientSecret: string };
