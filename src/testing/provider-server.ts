import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { openCodes } from './authorization-codes.ts';

/** The claims that a provider makes about the next person who agrees. Tests change them. */
export type Said = {
  /** The account's subject, which is GitHub's id as well. */
  subject: string;
  email: string;
  email_verified?: boolean;
  emails: { email: string; verified: boolean; primary: boolean }[];
  /** Google names the organisation that runs the account. */
  hd?: string;
  issuer?: string;
  audience?: string;
  nonce?: string;
  signedBy?: 'stranger';
};

export const CLIENT = { id: 'client-1', secret: 'client-secret-1' };

/** The body of a request as a form. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/** A provider on loopback with the protocols of Google and GitHub, a page for browsers, and `agree` for other tests. */
export async function openProvider(said: Said) {
  const [own, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' };
  const codes = openCodes(CLIENT);
  const tokens = new Set<string>();
  let count = 0;

  const idToken = (asked: URLSearchParams) =>
    new SignJWT({
      email: said.email,
      email_verified: said.email_verified,
      ...(said.hd !== undefined && { hd: said.hd }),
      nonce: said.nonce ?? asked.get('nonce'),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject(said.subject)
      .setIssuer(said.issuer ?? url)
      .setAudience(said.audience ?? CLIENT.id)
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(said.signedBy === 'stranger' ? stranger.privateKey : own.privateKey);

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const path = new URL(request.url ?? '', url).pathname;
    if (path === '/.well-known/openid-configuration') {
      const [authorization_endpoint, token_endpoint] = [`${url}/authorize`, `${url}/token`];
      const token_endpoint_auth_methods_supported = ['client_secret_post'];
      const jwks_uri = `${url}/keys`;
      const endpoints = { authorization_endpoint, token_endpoint, jwks_uri };
      return [200, { issuer: url, ...endpoints, token_endpoint_auth_methods_supported }];
    }
    if (path === '/keys') return [200, { keys: [jwk] }];
    if (path === '/token' || path === '/login/oauth/access_token') {
      const form = await formOf(request);
      const asked = codes.redeem(form, undefined);
      if (!asked) return [400, { error: 'invalid_grant' }];
      const token = `token-${++count}`;
      tokens.add(token);
      const granted = { access_token: token, token_type: 'bearer' };
      return [200, path === '/token' ? { ...granted, id_token: await idToken(asked) } : granted];
    }
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (path === '/api/v3/user' && tokens.has(bearer)) return [200, { id: Number(said.subject) }];
    if (path === '/api/v3/user/emails' && tokens.has(bearer)) return [200, said.emails];
    return [404, {}];
  };

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', url);
    if (asked.pathname.endsWith('/authorize')) {
      const back = codes.agree(asked.href).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="${back}">Authorize</a>`);
      return;
    }
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** A person agrees on the page to which the browser was sent. @returns the path to which it is sent back */
    agree(authorizeUrl: string): string {
      const { pathname, search } = codes.agree(authorizeUrl);
      return pathname + search;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
