import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';

// Scripts of any page may use a key that they hold (Fetch standard, 3.2). The console's cookie works only on its own pages.

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const origin = 'https://app.example';
const asking = (method: string) => ({ origin, 'access-control-request-method': method });

it('answers the question of a browser, and lets it read answers and errors', async () => {
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const asked = await api.call('OPTIONS', '/v1/identities', { key: null, headers: asking(method) });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-methods')).toContain(method);
    expect(asked.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
  }
  const answer = await api.call('GET', '/v1/me', { headers: { origin } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const refused = await api.call('GET', '/v1/me', { key: null, headers: { origin } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
});

it('says nothing to programs, and takes another OPTIONS for a method that no route has', async () => {
  expect((await api.call('GET', '/v1/me')).headers.has('access-control-allow-origin')).toBe(false);
  expect((await api.call('OPTIONS', '/v1/me', { headers: { origin } })).status).toBe(405);
});

it('opens neither MCP nor the console', async () => {
  for (const path of ['/mcp', '/api/trpc/me.get', '/api/session/sign-out']) {
    const asked = await api.call('OPTIONS', path, { key: null, headers: asking('POST') });
    expect(asked.headers.has('access-control-allow-origin')).toBe(false);
  }
});
