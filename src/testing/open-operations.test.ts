import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApi } from '#api/console/api.ts';
import { openOperations, publicOperations } from '#api/open-registry.ts';
import { operations } from '#api/registry.ts';
import type { AnyOpenOperation } from '#api/rest/open-operation.ts';
import { openErrorCodesOf } from '#api/rest/openapi.ts';
import { type ApiHandler, createApiHandler, webHandler } from '#api/rest/web.ts';
import { openTestApi, type TestApi } from './api.ts';
import { createWorld, insertKey, type World } from './world.ts';

// The access matrix of operations without a key: only the token that replaces a key grants access, and nothing leaks.

let api: TestApi;
let world: World;
let handlers: { public: ApiHandler; console: ApiHandler };
const credentials: [string, string | null][] = [['no key', null]];
let cases = 0;

beforeAll(async () => {
  api = await openTestApi();
  const { db, sealer } = api.services;
  world = await createWorld(db, sealer);
  const unlimited = { consume: async () => ({ allowed: true, resetSeconds: 60 }) };
  const services = { ...api.services, limiter: { ...api.services.limiter, ...unlimited } };
  handlers = { public: createApiHandler(services), console: webHandler(createConsoleApi(services)) };
  credentials.push(['an unknown key', `pmk_live_${'0'.repeat(64)}`]);
  for (const level of ['platform', 'partner', 'tenant', 'identity'] as const)
    credentials.push([`${level} key`, (await insertKey(db, { level, owner: world.owners.own })).secret]);
});

afterAll(async () => {
  await api.close();
  console.log(`Open operations: ${openOperations.length}, ${cases} cases.`);
});

const isPublic = (operation: AnyOpenOperation) => publicOperations.includes(operation);
const pathOf = ({ path }: AnyOpenOperation, value = 'missing') => path.replace(/\{\w+\}/g, value);

async function ask(operation: AnyOpenOperation, key: string | null, init: RequestInit = {}) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  const origin = new URL(api.services.config.consoleUrl).origin;
  const request = new Request(`${origin}${pathOf(operation)}`, {
    method: operation.method,
    ...(operation.method === 'POST' && { body: '{}' }),
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
  });
  const response = await handlers[isPublic(operation) ? 'public' : 'console'](request);
  const text = (await response.text()).replaceAll(response.headers.get('request-id') ?? '-', '');
  cases += 1;
  const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null;
  return { status: response.status, text, code: (json?.error?.code ?? null) as string | null };
}

it('no path and method is declared twice', () => {
  const declared = [...openOperations, ...operations].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(declared).size).toBe(declared.length);
});

describe.each(openOperations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_, operation) => {
    it('answers the same whatever key comes with it, and shows nobody’s data', async () => {
      const [first, ...others] = await Promise.all(credentials.map(([, key]) => ask(operation, key)));
      expect(first!.status).toBeLessThan(500);
      for (const other of others) expect(other.status).toBe(first!.status);
      const hidden = Object.values(world.owners).flatMap(({ marker, ids }) => [
        marker,
        ...Object.values(ids),
      ]);
      for (const secret of hidden) expect(first!.text.includes(secret)).toBe(false);
    });

    it('refuses with codes that it declares', async () => {
      for (const init of [{}, { headers: { 'content-type': 'text/html' } }]) {
        const { status, code } = await ask(operation, null, init);
        if (status < 400 || code === null) continue;
        expect(openErrorCodesOf(operation)).toContain(code);
      }
    });

    it('is not there under another method', async () => {
      const { status } = await ask(operation, null, { method: 'DELETE', body: null });
      expect([404, 405]).toContain(status);
    });

    it('needs what stands in for a key', async () => {
      const { status } = await ask(operation, null);
      if (operation.proof === 'session') expect(status).toBe(401);
      if (operation.proof === 'signature') expect([403, 503]).toContain(status);
      if (operation.proof === 'link') expect(status).toBe(404);
      if (operation.proof === 'client') expect([400, 401]).toContain(status);
      if (operation.proof === 'none') expect([200, 404]).toContain(status);
    });
  },
);
