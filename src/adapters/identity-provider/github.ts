import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '#kernel/base/clock.ts';
import type { IdentityProvider, ProviderSettings } from '#kernel/ports/identity-provider.ts';
import { asAddresses, asking, authorizeAddress, clientOf } from './client.ts';

const PUBLIC = 'https://github.com';

const userSchema = z.object({ id: z.int().positive() });
const addressesSchema = z
  .array(z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }))
  .max(1_000);

/**
 * GitHub or a GitHub Enterprise Server: OAuth 2 with PKCE. There is no signed token, so the account is read from the API.
 */
export function createGitHub(settings: ProviderSettings, clock: Clock): IdentityProvider {
  const { url, clientId, clientSecret } = settings;
  const apiUrl = url === PUBLIC ? 'https://api.github.com' : `${url}/api/v3`;
  const server: oauth.AuthorizationServer = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const options = asking(url);
  const read = async <S extends z.ZodType>(schema: S, path: string, token: string): Promise<z.output<S>> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'proofmail' });
    const target = new URL(`${apiUrl}${path}`);
    const response = await oauth.protectedResourceRequest(token, 'GET', target, headers, null, options);
    if (!response.ok) throw new Error(`${target.host} answered ${response.status}.`);
    return schema.parse(await response.json());
  };
  return {
    name: 'github',
    label: 'GitHub',
    vouchesForAddresses: true,
    authorizeUrl: (flow) =>
      authorizeAddress(server.authorization_endpoint!, clientId, flow, {
        scope: 'user:email',
        allow_signup: 'false',
      }),
    async identify(flow, answer) {
      const client = clientOf(settings, clock);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(clientSecret),
        oauth.validateAuthResponse(server, client, answer, flow.state),
        flow.redirectUri,
        flow.verifier,
        options,
      );
      const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
      const [{ id }, all] = await Promise.all([
        read(userSchema, '/user', access_token),
        read(addressesSchema, '/user/emails', access_token),
      ]);
      const verified = all
        .filter((each) => each.verified)
        .toSorted((one, other) => Number(other.primary) - Number(one.primary));
      return {
        issuer: url,
        subject: String(id),
        addresses: asAddresses(verified.map(({ email }) => email)),
        isManaged: true,
      };
    },
  };
}
