import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '#kernel/base/clock.ts';
import type {
  IdentityProvider,
  ProvenAccount,
  ProviderFlow,
  ProviderSettings,
} from '#kernel/ports/identity-provider.ts';
import { asAddresses, asking, authorizeAddress, clientOf } from './client.ts';

type Named = {
  name: string;
  label: string;
  /** Whether people have several accounts there, of which they choose one. */
  isPublic: boolean;
};

/** Entra's addresses that let accounts of more than one organisation in. */
const ANY_ORGANISATION = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** How long a provider's endpoints are believed without asking again. */
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
  const server = discovered(settings.url);
  const options = asking(settings.url);
  return {
    name,
    label,
    vouchesForAddresses: !ANY_ORGANISATION.test(settings.url),
    async authorizeUrl(flow) {
      const { authorization_endpoint } = await server();
      if (!authorization_endpoint) throw new Error(`${settings.url} names no authorization endpoint.`);
      return authorizeAddress(authorization_endpoint, settings.clientId, flow, {
        scope: 'openid email',
        nonce: flow.nonce,
        // Not every provider knows it, and some refuse what they do not know.
        ...(isPublic && { prompt: 'select_account' }),
      });
    },
    async identify(flow, answer) {
      const as = await server();
      const client = clientOf(settings, clock);
      const { claims, token } = await exchange(as, client, settings, flow, answer);
      const named =
        claims.email === undefined && as.userinfo_endpoint
          ? await oauth.processUserInfoResponse(
              as,
              client,
              claims.sub,
              await oauth.userInfoRequest(as, client, token, options),
            )
          : claims;
      return accountOf(claims.iss, claims.sub, named);
    },
  };
}

/** Changes the code for tokens, and checks the ID token with its signature. */
async function exchange(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  { url, clientSecret }: ProviderSettings,
  flow: ProviderFlow,
  answer: URLSearchParams,
): Promise<{ claims: oauth.IDToken; token: string }> {
  const options = asking(url);
  const checked = oauth.validateAuthResponse(as, client, answer, flow.state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication(as, clientSecret),
    checked,
    flow.redirectUri,
    flow.verifier,
    options,
  );
  const issuer = await signedBy(as, response.clone());
  const tokens = await oauth.processAuthorizationCodeResponse(issuer, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(issuer, response, options);
  return { claims: oauth.getValidatedIdTokenClaims(tokens)!, token: tokens.access_token };
}

/** Client Authentication (OpenID Connect Core, 9): Basic is the default of a provider that names no method. */
const authentication = (as: oauth.AuthorizationServer, secret: string): oauth.ClientAuth =>
  as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);

/** Entra leaves `email_verified` out: an address is only where we ask whether the account is theirs. */
const accountOf = (
  issuer: string,
  subject: string,
  { email, email_verified }: { [claim: string]: unknown },
): ProvenAccount => ({
  issuer,
  subject,
  addresses: email_verified === false || email_verified === 'false' ? [] : asAddresses([email]),
});

function discovered(url: string): () => Promise<oauth.AuthorizationServer> {
  let known: { at: number; server: Promise<oauth.AuthorizationServer> } | null = null;
  return () => {
    if (known && Date.now() - known.at < FRESH_MS) return known.server;
    const server = discover(url).catch((error: unknown) => {
      // The next sign-in fetches it again.
      known = null;
      throw error;
    });
    known = { at: Date.now(), server };
    return server;
  };
}

/** Entra's issuer for accounts of every organisation has this in place of the organisation. */
const TEMPLATE = '{tenantid}';
const ORGANISATION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const answerSchema = z.object({ id_token: z.string() });
const organisationSchema = z.object({ tid: z.string().regex(ORGANISATION) });

async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  const response = await oauth.discoveryRequest(issuer, asking(url));
  // With one of these addresses the issuer that Entra names is a template, which the library compares as it is.
  const expected = ANY_ORGANISATION.test(url) ? new URL(`/${TEMPLATE}/v2.0`, issuer) : issuer;
  return oauth.processDiscoveryResponse(expected, response);
}

/**
 * Where Entra's issuer is a template, each organisation signs as an issuer of its own, which the token names in `tid`.
 * What is read here without a check only says which issuer the library must find in the token.
 */
async function signedBy(
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  if (!server.issuer.includes(TEMPLATE)) return server;
  const { id_token } = answerSchema.parse(await response.json());
  const { tid } = organisationSchema.parse(decodeJwt(id_token));
  return { ...server, issuer: server.issuer.replace(TEMPLATE, tid) };
}
