import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '#kernel/base/clock.ts';
import type { IdentityProvider, ProviderFlow, ProviderSettings } from '#kernel/ports/identity-provider.ts';
import { asAddresses, asking, authorizeAddress, clientOf } from './client.ts';
import { assertSigningKeyOf, issuerOfShared, issuerOfToken, sharedBy } from './entra.ts';

type Named = {
  name: string;
  label: string;
  /** Whether people often have several accounts there and must choose one. */
  isPublic: boolean;
};

/** How long a provider's discovery document is cached. */
const FRESH_MS = 3_600_000;

/**
 * Any provider that speaks OpenID Connect Core 1.0 with Discovery 1.0: the code flow with PKCE and nonce, and an ID token
 * whose signature, issuer, audience and times oauth4webapi checks.
 */
export function createOpenId(
  { name, label, isPublic }: Named,
  settings: ProviderSettings,
  clock: Clock,
): IdentityProvider {
  const shared = sharedBy(name, settings.url);
  const server = discovered(settings.url, shared);
  const options = asking(settings.url);
  const keys: oauth.JWKSCacheInput = {};
  return {
    name,
    label,
    vouchesForAddresses: shared === null,
    async authorizeUrl(flow) {
      const { authorization_endpoint } = await server();
      if (!authorization_endpoint) throw new Error(`${settings.url} names no authorization endpoint.`);
      return authorizeAddress(authorization_endpoint, settings.clientId, flow, {
        scope: 'openid email',
        nonce: flow.nonce,
        // Only for public providers: others may refuse a parameter that they do not know.
        ...(isPublic && { prompt: 'select_account' }),
      });
    },
    async identify(flow, answer) {
      const as = await server();
      const client = clientOf(settings, clock);
      const { claims, token } = await exchange({ server: as, client, settings, shared, keys }, flow, answer);
      const named =
        claims.email === undefined && as.userinfo_endpoint
          ? await oauth.processUserInfoResponse(
              as,
              client,
              claims.sub,
              await oauth.userInfoRequest(as, client, token, options),
            )
          : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        addresses: addressesIn(named),
        isManaged: shared === null && (name !== 'google' || isOfWorkspace(claims)),
      };
    },
  };
}

type Party = {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  settings: ProviderSettings;
  shared: string | null;
  /** The cache of the provider's keys. */
  keys: oauth.JWKSCacheInput;
};

/** Exchanges the code for tokens, and verifies the ID token and its signature. */
async function exchange(
  { server, client, settings, shared, keys }: Party,
  flow: ProviderFlow,
  answer: URLSearchParams,
): Promise<{ claims: oauth.IDToken; token: string }> {
  const options = asking(settings.url);
  const checked = oauth.validateAuthResponse(server, client, answer, flow.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication(server, settings.clientSecret),
    checked,
    flow.redirectUri,
    flow.verifier,
    options,
  );
  const idToken = shared === null ? null : await idTokenOf(response.clone());
  const issuer = idToken === null ? server.issuer : issuerOfToken(server.issuer, shared ?? '', idToken);
  const signer = { ...server, issuer };
  const tokens = await oauth.processAuthorizationCodeResponse(signer, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(signer, response, { ...options, [oauth.jwksCache]: keys });
  if (idToken !== null) assertSigningKeyOf(issuer, idToken, keys.jwks?.keys ?? []);
  return { claims: oauth.getValidatedIdTokenClaims(tokens)!, token: tokens.access_token };
}

/** Client Authentication (OpenID Connect Core, 9): Basic is the default of a provider that names no method. */
const authentication = (as: oauth.AuthorizationServer, secret: string): oauth.ClientAuth =>
  as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);

type Claims = { [claim: string]: unknown };

/** Entra omits `email_verified`. An address is only where we send the code with which the person proves it. */
const addressesIn = ({ email, email_verified }: Claims): string[] =>
  email_verified === false || email_verified === 'false' ? [] : asAddresses([email]);

/**
 * Anybody can create a Google account with an address of their organisation and keep it when they leave. Only accounts that
 * the organisation itself manages have `hd` (https://developers.google.com/identity/openid-connect/openid-connect).
 */
const isOfWorkspace = ({ hd }: Claims): boolean => typeof hd === 'string' && hd !== '';

function discovered(url: string, shared: string | null): () => Promise<oauth.AuthorizationServer> {
  let known: { at: number; server: Promise<oauth.AuthorizationServer> } | null = null;
  return () => {
    if (known && Date.now() - known.at < FRESH_MS) return known.server;
    const server = discover(url, shared).catch((error: unknown) => {
      // The cached document is dropped, so that the next sign-in fetches it again.
      known = null;
      throw error;
    });
    known = { at: Date.now(), server };
    return server;
  };
}

async function discover(url: string, shared: string | null): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  const response = await oauth.discoveryRequest(issuer, asking(url));
  const expected = shared === null ? issuer : issuerOfShared(url, shared);
  return oauth.processDiscoveryResponse(expected, response);
}

const answerSchema = z.object({ id_token: z.string() });

/** The ID token of a response; null if there is none, in which case the library reports the error. */
const idTokenOf = async (response: Response): Promise<string | null> =>
  answerSchema.safeParse(await response.json().catch(() => null)).data?.id_token ?? null;
