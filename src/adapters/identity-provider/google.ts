import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '#kernel/base/clock.ts';
import type { IdentityProvider, ProviderSettings } from '#kernel/ports/identity-provider.ts';
import { asAddresses, ask, challengeOf, form } from './http.ts';

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const tokens = z.object({ id_token: z.string() });
const claims = z.object({ nonce: z.string(), email: z.string(), email_verified: z.literal(true) });

type Endpoints = z.output<typeof discovery> & { keys: JWTVerifyGetKey };

/** Google, as OpenID Connect Core 1.0 describes it: the code flow with PKCE, and a signed token that names the address. */
export function createGoogle(settings: ProviderSettings, clock: Clock): IdentityProvider {
  const { url, clientId, clientSecret } = settings;
  let known: Promise<Endpoints> | null = null;
  const endpoints = (): Promise<Endpoints> => {
    known ??= discover(url).catch((error: unknown) => {
      // Asked again by the next one who signs in.
      known = null;
      throw error;
    });
    return known;
  };
  return {
    name: 'google',
    label: 'Google',
    async authorizeUrl({ redirectUri, verifier, nonce }, state) {
      const target = new URL((await endpoints()).authorization_endpoint);
      target.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).toString();
      return target.href;
    },
    async verifiedAddresses({ redirectUri, verifier, nonce }, code) {
      const { token_endpoint, issuer, keys } = await endpoints();
      const request = form({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier,
      });
      const { id_token } = await ask(tokens, token_endpoint, request);
      const { payload } = await jwtVerify(id_token, keys, {
        issuer,
        audience: clientId,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: clock.now(),
        clockTolerance: 60,
      });
      const told = claims.parse(payload);
      if (told.nonce !== nonce) throw new Error('The token was made for another attempt.');
      return asAddresses([told.email]);
    },
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(url: string): Promise<Endpoints> {
  const found = await ask(discovery, `${url}/.well-known/openid-configuration`);
  if (found.issuer !== url) throw new Error(`${url} calls itself ${found.issuer}.`);
  return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri)) };
}
