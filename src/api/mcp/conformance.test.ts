import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '#api/rest/handler.ts';
import { nodeListener } from '#api/rest/node.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { everyPermission } from '#testing/world.ts';

// The official conformance suite. It sends no key, so the listener here adds one. docs/mcp.md says which scenarios do not
// apply, and why.

const CLI = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

const scenarios = ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'dns-rebinding-protection'];

let world: World;
let server: Server;
let url: string;
let output: string;

beforeAll(async () => {
  world = await openWorld();
  const key = await world.key(
    { level: 'tenant', tenant_id: await world.tenant() },
    everyPermission('tenant'),
  );
  const api = createApi(world.services);
  const withKey = (name: string, given: string | null) =>
    name === 'authorization' ? `Bearer ${key}` : given;
  const listener = nodeListener((request) =>
    api({ ...request, header: (name) => withKey(name, request.header(name)) }),
  );
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
  output = await mkdtemp(join(tmpdir(), 'proofmail-conformance-'));
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await world?.close();
  await rm(output, { recursive: true, force: true });
});

it.each(scenarios)('%s', async (scenario) => {
  const args = [CLI, 'server', '--url', url, '--scenario', scenario, '-o', output];
  const run = promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
});
