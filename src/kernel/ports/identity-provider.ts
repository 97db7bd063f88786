/** The random values of one sign-in attempt, and values derived from them. */
export type OAuthFlow = {
  /** The address to which the provider sends the browser back. */
  redirectUri: string;
  /** PKCE (RFC 7636): our secret; only its SHA-256 is sent at first. */
  verifier: string;
  /** OpenID Connect: returned inside the signed token. */
  nonce: string;
};

/** An OAuth 2 provider that verifies people's mail addresses. */
export type IdentityProvider = {
  /** Part of its routes, for example `google`. */
  name: string;
  /** The name that people see. */
  label: string;
  /** The address to which the browser goes to give consent. `state` is returned unchanged. */
  authorizeUrl(flow: OAuthFlow, state: string): Promise<string>;
  /**
   * The verified addresses of the person who agreed, lower case, the primary one first.
   * @throws Error when the provider refuses, does not answer, or answers with claims that do not verify
   */
  verifiedAddresses(flow: OAuthFlow, code: string): Promise<string[]>;
};

export type ProviderSettings = { url: string; clientId: string; clientSecret: string };
