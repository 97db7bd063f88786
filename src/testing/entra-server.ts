import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { openCodes } from './authorization-codes.ts';
import { CLIENT, formOf } from './provider-server.ts';

/** The Entra organisation to which all personal accounts belong. */
export const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** The claims that Entra makes about the next person who agrees. Tests change them. */
export type EntraSaid = {
  tid: string;
  oid: string;
  /** The account's subject for this client. */
  sub: string;
  /** Any address, because its organisation sets it and nobody checks it. Absent for accounts without mail. */
  email?: string;
  /** False claims, for attacks. */
  iss?: string;
  aud?: string;
  nonce?: string;
  /** The signing key: `shared` signs for every organisation; `personal` and an organisation's id only for their own. */
  key?: string;
};

/**
 * Microsoft Entra on loopback, with more than one organisation: issuers, endpoints, claims and key sets are those of
 * https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration and its neighbours `common`, `consumers`
 * and `{tenant id}`. `ownKeys` are organisations with a key of their own, in the same key set.
 */
export async function openEntra(said: EntraSaid, ownKeys: readonly string[]) {
  const names = ['shared', PERSONAL, ...ownKeys, 'stranger'];
  const pairs = new Map(
    await Promise.all(names.map(async (name) => [name, await generateKeyPair('RS256')] as const)),
  );
  const codes = openCodes(CLIENT);
  const issuerOf = (organisation: string) => `${url}/${organisation}/v2.0`;

  const keySet = () =>
    Promise.all(
      names
        .filter((name) => name !== 'stranger')
        .map(async (name) => ({
          ...(await exportJWK(pairs.get(name)!.publicKey)),
          kid: name,
          use: 'sig',
          cloud_instance_name: 'microsoftonline.com',
          issuer: issuerOf(name === 'shared' ? '{tenantid}' : name),
        })),
    );

  const discovery = (place: string) => ({
    token_endpoint: `${url}/${place}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    jwks_uri: `${url}/${place}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: issuerOf(
      place === 'consumers' ? PERSONAL : ['common', 'organizations'].includes(place) ? '{tenantid}' : place,
    ),
    userinfo_endpoint: `${url}/oidc/userinfo`,
    authorization_endpoint: `${url}/${place}/oauth2/v2.0/authorize`,
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
  });

  const idToken = (asked: URLSearchParams) => {
    const { tid, oid, sub, email, iss, aud, nonce, key = 'shared' } = said;
    return new SignJWT({
      ver: '2.0',
      tid,
      oid,
      preferred_username: email,
      ...(email !== undefined && { email }),
      nonce: nonce ?? asked.get('nonce'),
    })
      .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: key === 'stranger' ? 'shared' : key })
      .setSubject(sub)
      .setIssuer(iss ?? issuerOf(tid))
      .setAudience(aud ?? CLIENT.id)
      .setIssuedAt()
      .setNotBefore('0 seconds')
      .setExpirationTime('1 hour')
      .sign(pairs.get(key)!.privateKey);
  };

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname } = new URL(request.url ?? '', url);
    const [, place = '', rest] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    if (rest === 'v2.0/.well-known/openid-configuration') return [200, discovery(place)];
    if (rest === 'discovery/v2.0/keys') return [200, { keys: await keySet() }];
    if (pathname === '/oidc/userinfo') return [200, { sub: said.sub }];
    if (rest !== 'oauth2/v2.0/token') return [404, {}];
    const asked = codes.redeem(await formOf(request), request.headers.authorization);
    if (!asked) return [400, { error: 'invalid_grant' }];
    return [
      200,
      {
        token_type: 'Bearer',
        scope: 'openid email',
        expires_in: 3_600,
        access_token: 'opaque',
        id_token: await idToken(asked),
      },
    ];
  };

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    issuerOf,
    /** A person agrees on the page to which the browser was sent. @returns the path to which it is sent back */
    agree(authorizeUrl: string): string {
      const { pathname, search } = codes.agree(authorizeUrl);
      return pathname + search;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
