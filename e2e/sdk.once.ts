import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expected } from '../packages/sdk/src/portable-fixtures.mjs';
import { target } from './console-session.ts';
import { api } from './mail-seed.ts';

// The TypeScript client where there is no Node (issue 24, point 2): as modules of a page of another origin, and in a
// worker, which has the interfaces of edge runtimes (fetch, streams, WebCrypto) and no page. Nothing bundles it: an
// import of Node would fail to load.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const root = resolve(import.meta.dirname, '..');
let dist: string;
let host: Server;
let origin: string;

test.beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'proofmail-sdk-'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const config = join(root, 'packages/sdk/tsconfig.build.json');
  await promisify(execFile)(process.execPath, [tsc, '-p', config, '--outDir', dist]);
  const pages: Record<string, [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><title>Somebody else</title>'],
    '/worker.js': [
      'text/javascript',
      `onmessage = async ({ data }) => {
         try { postMessage({ value: await (await import('/uses.js')).uses(await import('/dist/index.js'), data) }); }
         catch (error) { postMessage({ error: String(error.stack) }); }
       };`,
    ],
    '/uses.js': [
      'text/javascript',
      readFileSync(join(root, 'packages/sdk/src/portable-fixtures.mjs'), 'utf8'),
    ],
  };
  host = createServer(({ url = '/' }, response) => {
    const [type, text] =
      pages[url] ?? (/^\/dist\/[\w/-]+\.js$/.test(url) ? moduleOf(url) : ['text/plain', '']);
    response.writeHead(text === '' ? 404 : 200, { 'Content-Type': type }).end(text);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  host?.closeAllConnections();
  await new Promise((done) => host?.close(done));
  rmSync(dist, { recursive: true, force: true });
});

const moduleOf = (url: string): [string, string] => [
  'text/javascript',
  readFileSync(join(dist, url.slice('/dist/'.length)), 'utf8'),
];

async function keyOfNewMailbox(name: string): Promise<{ url: string; key: string }> {
  const tenant = await api(target, 'POST', '/v1/tenants', { slug: name, name: 'SDK', mode: 'live' });
  const { id } = await api(target, 'POST', `/v1/tenants/${tenant.id}/identities`, {
    username: 'agent',
    owner: { name: 'Ada', email: 'ada@example.com' },
  });
  const permissions = ['identities:read', 'messages:read', 'messages:send', 'attachments:read'];
  const { secret } = await api(target, 'POST', '/v1/keys', {
    ...{ level: 'identity', identity_id: id, name: 'page' },
    permissions: [...permissions, 'search:read', 'search:agentic', 'webhooks:read'],
  });
  return { url: target.url, key: secret };
}

test('works in a page of another origin', async ({ page }) => {
  const given = await keyOfNewMailbox(`sdk-page-${Date.now()}`.slice(0, 24));
  await page.goto(origin);
  const found = await page.evaluate(async (data) => {
    const [program, client] = ['/uses.js', '/dist/index.js'];
    return (await import(program)).uses(await import(client), data);
  }, given);
  expect(found).toMatchObject(expected);
});

test('works in a worker, without a page', async ({ page }) => {
  const given = await keyOfNewMailbox(`sdk-work-${Date.now()}`.slice(0, 24));
  await page.goto(origin);
  const found = await page.evaluate(
    (data) =>
      new Promise((done, fail) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onmessage = (event) => (event.data.error ? fail(event.data.error) : done(event.data.value));
        worker.onerror = (event) => fail(event.message);
        worker.postMessage(data);
      }),
    given,
  );
  expect(found).toMatchObject(expected);
});
