/** What one attempt to sign in has of its own: random, or derived from what is. */
export type OAuthFlow = {
  /** Where the browser comes back to. */
  redirectUri: string;
  /** PKCE (RFC 7636): the secret that only we have; its SHA-256 goes out first. */
  verifier: string;
  /** OpenID Connect: comes back inside of the signed token. */
  nonce: string;
};

/** Somebody who vouches for the mail addresses of people: an OAuth 2 provider. */
export type IdentityProvider = {
  /** Part of its routes, for example `google`. */
  name: string;
  /** As people call it. */
  label: string;
  /** Where the browser goes to be asked. `state` comes back as it is. */
  authorizeUrl(flow: OAuthFlow, state: string): Promise<string>;
  /**
   * Addresses that the provider verified of whoever agreed, lower case, the one that it thinks most of first.
   * @throws Error when the provider refuses, does not answer, or says what is not true
   */
  verifiedAddresses(flow: OAuthFlow, code: string): Promise<string[]>;
};

export type ProviderSettings = { url: string; clientId: string; clientSecret: string };
