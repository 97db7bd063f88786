import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { isAnsweredByApi } from './api-paths.ts';

// Requests that clients send by mistake or to probe the server (spec 4.1).

let api: World;
beforeAll(async () => {
  api = await openWorld();
});
afterAll(() => api.close());

it.each(['//v1/me', '/V1/ME', '/v1//me', '/Mcp', '/register', '/emails', '/_next/image', '/v1', '/HEALTH'])(
  '%s is answered by the API',
  (path) => expect(isAnsweredByApi(path)).toBe(true),
);

it.each(['/', '/console', '/console/mail', '/docs', '/api/trpc/x', '/_next/static/x.js', '/robots.txt'])(
  '%s is left to the console',
  (path) => expect(isAnsweredByApi(path)).toBe(false),
);

it('a browser gets the page about a missing page, but not for a path of the API', () => {
  const accept = 'text/html,application/xhtml+xml';
  expect([isAnsweredByApi('/no-such-page', accept), isAnsweredByApi('/V1/ME', accept)]).toEqual([
    false,
    true,
  ]);
});

it.each(['//v1/me', '/V1/ME', '/register', '/emails'])('%s answers 404 with the envelope', async (path) => {
  // The path is sent raw, because after two slashes the URL parser would see a host.
  const { status, body } = await api.call('GET', path);
  expect([status, body.error?.code]).toEqual([404, 'route_not_found']);
});

it.each(['gzip', 'br', 'deflate, identity'])('refuses a body that is encoded with %s', async (encoding) => {
  for (const [path, key] of [
    ['/v1/tenants', undefined],
    ['/hooks/resend', null],
    ['/mcp', undefined],
  ] as const) {
    const answer = await api.call('POST', path, {
      ...(key === null && { key }),
      body: {},
      headers: { 'content-encoding': encoding, accept: 'application/json, text/event-stream' },
    });
    expect([path, answer.status]).toEqual([path, 415]);
  }
});

it('takes a body with the encoding identity', async () => {
  const headers = { 'content-encoding': 'identity' };
  const { status } = await api.call('POST', '/v1/tenants', { body: { slug: 'plain', name: 'P' }, headers });
  expect(status).toBe(201);
});

it('refuses to rotate a key of an unknown purpose', async () => {
  const { status, body } = await api.call('POST', '/v1/platform/keys/nothing/rotate', { body: {} });
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});

it('does not release a hold twice', async () => {
  const path = `/v1/tenants/${await api.tenant()}/holds`;
  const hold = await api.call('POST', path, { body: { scope: 'tenant', reason: 'A claim.' } });
  expect(hold.status).toBe(201);
  const release = () => api.call('DELETE', `${path}/${hold.body.id}`);
  expect([(await release()).status, (await release()).status]).toEqual([204, 404]);
});

it.each([
  '<a@example.com>, <b@example.com>',
  'a@example.com, b@example.com',
  'A <a@example.com>, B <b@example.com>',
  'a@example.com; b@example.com',
  '"a<b"@example.com',
  '"x> RCPT TO:<b@example.com"@example.com',
])('refuses %s as one address', async (address) => {
  const identity = await api.identity(await api.tenant());
  const answer = await api.call('POST', `/v1/identities/${identity.id}/messages`, {
    body: { to: [address], subject: 's', text: 't' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([answer.status, answer.body.error?.code]).toEqual([400, expect.stringMatching(/^address_/)]);
  expect(answer.body.error.details.errors[0].path).toBe('to.0');
});

it('lets pages of other sites read public keys', async () => {
  const identity = await api.identity(await api.tenant());
  const answer = await api.call('GET', `/.well-known/jwks/${identity.id}.json`, { key: null });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});
