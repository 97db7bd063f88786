import { z } from 'zod';
import type { IdentityProvider, ProviderSettings } from '#kernel/ports/identity-provider.ts';
import { asAddresses, ask, challengeOf, form } from './http.ts';

const PUBLIC = 'https://github.com';

const tokens = z.object({ access_token: z.string().min(1) });
const addresses = z
  .array(z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }))
  .max(1_000);

/** GitHub, or a GitHub Enterprise Server: OAuth 2 with PKCE. It has no signed token, so its API is asked for addresses. */
export function createGitHub({ url, clientId, clientSecret }: ProviderSettings): IdentityProvider {
  const apiUrl = url === PUBLIC ? 'https://api.github.com' : `${url}/api/v3`;
  return {
    name: 'github',
    label: 'GitHub',
    async authorizeUrl({ redirectUri, verifier }, state) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'user:email',
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        allow_signup: 'false',
      });
      return `${url}/login/oauth/authorize?${query}`;
    },
    async verifiedAddresses({ redirectUri, verifier }, code) {
      const request = form({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const { access_token } = await ask(tokens, `${url}/login/oauth/access_token`, request);
      const all = await ask(addresses, `${apiUrl}/user/emails`, {
        headers: { authorization: `Bearer ${access_token}`, accept: 'application/vnd.github+json' },
      });
      const verified = all.filter((each) => each.verified);
      return asAddresses(
        verified
          .toSorted((one, other) => Number(other.primary) - Number(one.primary))
          .map(({ email }) => email),
      );
    },
  };
}
