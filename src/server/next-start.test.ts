import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOperations } from '#api/open-registry.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { ensureConsole } from '../../scripts/prepare.mjs';

// A deployment without our own start: plain `next start` answers every open route as the program does.

const root = resolve(import.meta.dirname, '../..');
let database: TestDatabase;
let dataDir: string;
let next: ChildProcess;
let origin: string;

beforeAll(async () => {
  await ensureConsole();
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'proofmail-next-'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const program = join(root, 'node_modules/next/dist/bin/next');
  next = spawn(process.execPath, [program, 'start', '--port', String(port)], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PM_DATA_DIR: dataDir,
      PM_PUBLIC_URL: origin,
      PM_CONSOLE_URL: origin,
      PM_SECRET: 'a secret of thirty-two characters or more',
      PM_LOG_LEVEL: 'silent',
    },
  });
  await untilHealthy();
}, 600_000);

afterAll(async () => {
  next?.kill('SIGKILL');
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

async function untilHealthy(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(`${origin}/health`).catch(() => null);
    if (response?.status === 200) return;
    await delay(100);
  }
  throw new Error('next start did not become healthy');
}

const pathOf = (path: string): string => path.replace(/\{\w+\}/g, 'unknown');

it.each(openOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s is answered by its operation, not by a page',
  async (_, { method, path, name, errors }) => {
    const response = await fetch(`${origin}${pathOf(path)}`, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    expect(response.status).not.toBe(405);
    expect(response.status).toBeLessThan(500);
    // The page for unsubscribing is also ours. Next's own pages would load scripts.
    expect([name, text.includes('/_next/')]).toEqual([name, false]);
    if (type.startsWith('application/json') && response.status >= 400 && !errors.includes('route_not_found'))
      expect(JSON.parse(text).error.code).not.toBe('route_not_found');
  },
);

it('keeps pages and the API apart', async () => {
  const page = await fetch(`${origin}/console/sign-in`);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining('nonce-'),
  ]);
  const unknown = await fetch(`${origin}/v1/nothing`);
  expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, 'route_not_found']);
});
