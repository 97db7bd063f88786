import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProduct, serveProduct } from '../src/testing/served.ts';

// The configurations of docs/connect: each is read as its client reads it, and connects the official MCP client to the
// running product. The programs of frameworks are held against the same address and header.

const folder = resolve(import.meta.dirname, '../docs/connect');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const read = (page: string): string => readFileSync(join(folder, page), 'utf8');
const main = resolve(import.meta.dirname, '../packages/sdk/src/cli/main.ts');

type Server = {
  url?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
};

/** The field that holds the address, which differs between clients. */
const addressFields: Record<string, string> = { 'gemini-cli.md': 'httpUrl', 'windsurf.md': 'serverUrl' };
/** The object that holds the servers. */
const listFields: Record<string, string> = { 'vs-code.md': 'servers', 'zed.md': 'context_servers' };

const blocks = (page: string, language: string): string[] =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\b[^\\n]*\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text]) => text!,
  );

const jsonServers = pages.flatMap((page) =>
  blocks(page, 'json').map((text) => {
    const list = JSON.parse(text)[listFields[page] ?? 'mcpServers'] as Record<
      string,
      Record<string, unknown>
    >;
    const { [addressFields[page] ?? 'url']: url, ...rest } = list.proofmail!;
    return [page, { ...rest, ...(url !== undefined && { url }) } as Server] as const;
  }),
);

let product: ServedProduct;
let key: string;

beforeAll(async () => {
  product = await serveProduct();
  key = await product.keyOf(await product.mailbox());
});
afterAll(() => product.close());

/** What the client puts in the place of variables and of the key that the reader has to fill in. */
const filled = (text: string): string =>
  text
    .replace(/\$\{(?:env:|input:)?[\w-]+\}|\$PROOFMAIL_KEY|pmk_live_…/g, key)
    .replace('http://localhost:3000', product.url);

async function toolsOf(transport: unknown): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

const overHttp = (url: string, headers: Record<string, string>) =>
  toolsOf(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

it('the pages are those of the list', () => {
  const linked = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map((found) => found[1]!);
  expect([...new Set(linked)].sort()).toEqual(pages.sort());
  expect(pages.length).toBeGreaterThanOrEqual(18);
});

it('name only pages and files that are there', () => {
  for (const page of [...pages, 'README.md'])
    for (const [, link] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect([page, link, existsSync(join(folder, link!))]).toEqual([page, link, true]);
});

describe('configurations in JSON', () => {
  it('are those of eight pages', () => {
    expect(new Set(jsonServers.map(([page]) => page)).size).toBe(8);
  });

  it.each(jsonServers)('of %s connects', async (_, { url, headers = {}, command, args = [], env = {} }) => {
    if (url !== undefined) {
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
      expect(sent.Authorization).toBe(`Bearer ${key}`);
      expect(await overHttp(filled(url), sent)).toContain('mail_list_threads');
      return;
    }
    expect([command, args[0]]).toEqual(['npx', '-y']);
    if (args[1] === 'mcp-remote') {
      // It needs its package from the registry; the address and the header that it is told to send are what is ours.
      const [, , address, flag, header = ''] = args;
      const secret = header.replace(/\$\{PROOFMAIL_AUTH\}/, filled(env.PROOFMAIL_AUTH!));
      expect([flag, secret]).toEqual(['--header', `Authorization:Bearer ${key}`]);
      return void expect(await overHttp(filled(address!), { Authorization: `Bearer ${key}` })).toContain(
        'mail_send',
      );
    }
    expect(args.slice(1)).toEqual(['proofmail', 'mcp']);
    const values = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const options = { command: process.execPath, args: [main, ...args.slice(2)], env: values };
    expect(await toolsOf(new StdioClientTransport(options))).toContain('mail_send');
  });
});

describe('configurations in other forms', () => {
  it('of Codex name the address and the variable with the key', async () => {
    const [toml = ''] = blocks('codex.md', 'toml');
    const field = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(toml)?.[1];
    expect(toml).toMatch(/^\[mcp_servers\.proofmail\]$/m);
    expect(field('bearer_token_env_var')).toBe('PROOFMAIL_KEY');
    expect(await overHttp(filled(field('url')!), { Authorization: `Bearer ${key}` })).toContain('mail_send');
  });

  it('of Claude Code name the address and the header', () => {
    expect(blocks('claude-code.md', 'sh')[0]).toBe(
      'claude mcp add --transport http proofmail http://localhost:3000/mcp --header "Authorization: Bearer $PROOFMAIL_KEY"\n',
    );
  });

  it.each(['ai-sdk.md', 'openai-agents.md', 'langchain.md', 'llamaindex.md', 'crewai.md', 'mastra.md'])(
    'of %s send the key to the same address',
    (page) => {
      expect(read(page)).toContain('http://localhost:3000/mcp');
      expect(read(page)).toMatch(/Authorization.*Bearer .*PROOFMAIL_KEY/);
    },
  );
});
