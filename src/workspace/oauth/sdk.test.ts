import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACK, type OAuthWorld, ORIGIN, openOAuth } from './oauth-fixtures.ts';

// The official MCP clients connect by OAuth without further configuration: they find the metadata, register or give the URL
// of their document, send the person to the consent page, exchange the code, and renew their tokens.

let world: OAuthWorld;
let now = Date.parse('2026-11-22T12:00:00Z');
beforeAll(async () => {
  world = await openOAuth({ PM_INSECURE_TARGETS: 'on' }, { now: () => new Date(now) });
});
afterAll(() => world.close());

/** The functions that the SDK requires of an application: storing its state and opening a browser. */
function application(documentUrl?: string) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; url?: URL } = {};
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'SDK', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    state: () => 'state of the SDK',
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
  return { provider: provider as unknown as OAuthClientProvider, kept };
}

const fetchApi = (input: string | URL, init?: RequestInit) => world.fetch(new Request(input, init));

/** The person opens the URL and allows everything that is requested, and the browser returns to the application. */
async function allow(url: URL): Promise<URLSearchParams> {
  const response = await world.fetch(new Request(url));
  expect(response.status).toBe(303);
  const request = new URL(response.headers.get('location')!).searchParams.get('request')!;
  const { body } = await world.read(world.admin, { request });
  const input = { request, identity_ids: null, permissions: body.scopes, days: null };
  const { redirect_to } = (await world.decide(world.admin, 'approve', input)).body;
  expect(redirect_to.startsWith(`${CALLBACK}?`)).toBe(true);
  const back = new URL(redirect_to).searchParams;
  expect([back.get('state'), back.get('iss')]).toEqual(['state of the SDK', ORIGIN]);
  return back;
}

type Transport = { finishAuth(code: string | URLSearchParams): Promise<void> };

const generations = {
  'client 2': (provider: OAuthClientProvider) => {
    const make = () =>
      new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
        authProvider: provider,
        fetch: fetchApi,
      });
    return { make, client: () => new Client({ name: 'test', version: '1.0.0' }) };
  },
  'sdk 1': (provider: OAuthClientProvider) => {
    const make = () =>
      new OldTransport(new URL(`${ORIGIN}/mcp`), {
        authProvider: provider as never,
        fetch: fetchApi as never,
      });
    return { make, client: () => new OldClient({ name: 'test', version: '1.0.0' }) };
  },
};

describe.each(Object.entries(generations))('%s', (_, generation) => {
  it('registers itself, connects, calls tools, and renews its token when that has expired', async () => {
    const { provider, kept } = application();
    const { make, client } = generation(provider);
    const first = make();
    await expect(client().connect(first as never)).rejects.toThrow(/unauthorized/i);
    expect(kept.client).toMatchObject({ client_id: expect.stringMatching(/^app_/) });
    expect(kept.url!.searchParams.get('resource')).toBe(`${ORIGIN}/mcp`);
    const back = await allow(kept.url!);
    await (first as Transport).finishAuth(first instanceof OldTransport ? back.get('code')! : back);
    const connected = client();
    await connected.connect(make() as never);
    const { tools } = await connected.listTools();
    expect(tools.map(({ name }) => name)).toContain('mail_send');
    const before = kept.tokens as { access_token: string; refresh_token: string };
    now += 3_600_000;
    expect((await world.me(before.access_token)).body.error.code).toBe('key_expired');
    expect((await connected.listTools()).tools.length).toBe(tools.length);
    const renewed = kept.tokens as typeof before;
    expect(renewed.refresh_token).not.toBe(before.refresh_token);
    expect((await world.me(renewed.access_token)).status).toBe(200);
    await connected.close();
  });
});

it('a client with a metadata document needs no registration', async () => {
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
    const document = { client_id: url, client_name: 'Documented', redirect_uris: [CALLBACK] };
    response.writeHead(request.url === '/client.json' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const query = { code_challenge_method: 'S256', scope: 'messages:read' };
  const tokens = await world.connect(world.admin, url, { permissions: ['messages:read'] }, query);
  expect((await world.me(tokens.access_token)).body).toMatchObject({
    name: 'Documented',
    permissions: ['messages:read'],
  });
  const foreign = await world.authorize({ client_id: url.replace('client.json', 'other.json') });
  expect([foreign.status, await foreign.text()]).toEqual([
    400,
    expect.stringContaining('could not be fetched from 127.0.0.1'),
  ]);
  server.close();
});
