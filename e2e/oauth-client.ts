import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from './mail-seed.ts';

/** An application on this computer, with its own server to which the browser returns. */
export async function openApplication(target: Target, name = 'Claude Desktop') {
  const returned: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    returned.push(new URL(request.url ?? '', 'http://127.0.0.1').searchParams);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><html lang="en"><title>Back</title><h1>Back in the application</h1></html>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const registered = await fetch(`${target.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id, ...fields });
    const response = await fetch(`${target.url}${path}`, { method: 'POST', body });
    return (await response.json()) as Record<string, string>;
  };
  return {
    returned,
    /** The URL that it opens in the browser. */
    url: (scope: string) =>
      `${target.url}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: callback,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'from e2e',
        scope,
      })}`,
    exchange: (code: string) =>
      post('/oauth/token', { grant_type: 'authorization_code', code, code_verifier: verifier }),
    device: (scope: string) => post('/oauth/device', { scope }),
    poll: (device_code: string) =>
      post('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }),
    close: () => server.close(),
  };
}
