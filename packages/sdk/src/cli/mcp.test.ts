import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTo } from '../../../../src/testing/mailboxes.ts';
import { type ServedProduct, serveProduct } from '../../../../src/testing/served.ts';
import { commandLine } from './cli-fixtures.ts';
import { createBridge } from './commands/mcp.ts';

// `proofmail mcp` with the official client over stdio, against the running product.

let product: ServedProduct;
let env: Record<string, string>;

beforeAll(async () => {
  product = await serveProduct();
  const box = await product.mailbox();
  await product.handOver(box.address, mailTo(box.address, 'For the model'));
  await product.arrived(box, 'For the model');
  env = {
    PROOFMAIL_KEY: await product.keyOf(box),
    PROOFMAIL_URL: product.url,
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  };
});
afterAll(() => product.close());

it('connects the official client', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [join(import.meta.dirname, 'main.ts'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }) as never);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('mail_list_threads');
  const result = await client.callTool({ name: 'mail_list_threads', arguments: {} });
  expect(JSON.stringify(result)).toContain('For the model');
  const leaving = new AbortController();
  const waiting = client.callTool({ name: 'mail_wait', arguments: { timeout: 60 } }, undefined, {
    signal: leaving.signal,
  });
  leaving.abort('enough');
  await expect(waiting).rejects.toThrow('enough');
  await client.ping();
  await client.close();
});

it('answers in the protocol when the key is wrong or nobody is there', async () => {
  const ask = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
  const wrong = await commandLine({ ...env, PROOFMAIL_KEY: 'pmk_live_wrong' }).run(['mcp'], ask(1));
  expect(JSON.parse(wrong.stdout)).toMatchObject({
    id: 1,
    error: { code: -32000, message: expect.stringContaining('key') },
  });
  const away = await commandLine({ ...env, PROOFMAIL_URL: 'http://127.0.0.1:9' }).run(
    ['mcp'],
    `${ask(2)}no json\n`,
  );
  const answers = away.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toContainEqual({
    jsonrpc: '2.0',
    id: null,
    error: expect.objectContaining({ code: -32700 }),
  });
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 2, error: expect.objectContaining({ code: -32000 }) });
  expect(away.code).toBe(0);
});

it('repeats the fields of the newest revision in the header', async () => {
  const seen: Headers[] = [];
  const handle = createBridge({
    url: 'http://proofmail.test/mcp',
    authorization: async () => 'Bearer x',
    fetch: async (_url, init) => {
      seen.push(new Headers(init?.headers));
      return new Response(null, { status: 202 });
    },
    write: () => undefined,
  });
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mail_wait', _meta } };
  await handle(JSON.stringify(message));
  expect(Object.fromEntries(seen[0]!)).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'mail_wait',
  });
});
