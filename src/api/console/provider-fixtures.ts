import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What a provider says of whoever agrees next; a test changes it. */
export type Said = {
  /** The account's subject, which is GitHub's id as well. */
  subject: string;
  email: string;
  email_verified?: boolean;
  emails: { email: string; verified: boolean; primary: boolean }[];
  issuer?: string;
  audience?: string;
  nonce?: string;
  signedBy?: 'stranger';
};

export const CLIENT = { id: 'client-1', secret: 'client-secret-1' };

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/**
 * A provider on loopback that speaks as Google and as GitHub do, and is as strict: a code works once, with the client's
 * secret, the redirect address and the PKCE verifier of the request that it was made for.
 */
export async function openProvider(said: Said) {
  const [own, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' };
  const codes = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();
  let count = 0;

  const isGood = (asked: URLSearchParams | undefined, form: URLSearchParams): asked is URLSearchParams =>
    asked !== undefined &&
    form.get('client_id') === CLIENT.id &&
    form.get('client_secret') === CLIENT.secret &&
    form.get('redirect_uri') === asked.get('redirect_uri') &&
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url') === asked.get('code_challenge');

  const idToken = (asked: URLSearchParams) =>
    new SignJWT({
      email: said.email,
      email_verified: said.email_verified,
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
      const form = await bodyOf(request);
      const asked = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (!isGood(asked, form)) return [400, { error: 'invalid_grant' }];
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
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** A person agrees on the page that the browser was sent to. @returns the address that it is sent back to */
    agree(authorizeUrl: string): string {
      const asked = new URL(authorizeUrl).searchParams;
      const code = `code-${++count}`;
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? '');
      return `${back.pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
