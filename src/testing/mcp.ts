import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read results as a model would
type Result = { content: { type: string; text: string }[]; isError?: boolean; structuredContent?: any };

/** The functions of the official clients that tests use, for each generation. */
export type McpClient = {
  revision(): string | undefined;
  instructions(): string | undefined;
  tools(): Promise<{ name: string; inputSchema: object; outputSchema?: object; annotations?: object }[]>;
  prompts(): Promise<{ name: string }[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  /** Calls a tool. The clients validate the result against the tool's output schema. */
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
};

export type Generation = 'sdk 1' | 'client 2, 2025-11-25' | 'client 2, 2026-07-28';
export const generations: Generation[] = ['sdk 1', 'client 2, 2025-11-25', 'client 2, 2026-07-28'];

type Fetch = (request: Request) => Promise<Response>;

/** An official client, connected with a key; `fetch` is the API. */
export async function connectMcp(generation: Generation, key: string, fetch: Fetch): Promise<McpClient> {
  const url = new URL('http://localhost:3000/mcp');
  const options = {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (input: string | URL, init?: RequestInit) => fetch(new Request(input, init)),
  };
  const information = { name: 'test', version: '1.0.0' };
  if (generation === 'sdk 1') {
    const client = new OldClient(information);
    const transport = new OldTransport(url, options as never);
    await client.connect(transport as never);
    return wrapped(client as unknown as AnyClient, () => transport.protocolVersion);
  }
  const mode = generation.endsWith('2026-07-28') ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(information, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(url, options as never);
  await client.connect(transport);
  return wrapped(client as unknown as AnyClient, () => transport.protocolVersion);
}

type Posted = { status: number; contentType: string | null; text: string };

/** One message of the protocol in its wire form, with the headers of its revision; null sends none of them. */
export async function postMcp(
  { key, fetch }: { key: string; fetch: Fetch },
  revision: string | null,
  message: { method?: unknown; params?: unknown },
  more: Record<string, string> = {},
): Promise<Posted> {
  const headers = { authorization: `Bearer ${key}`, ...mcpHeaders(revision, message), ...more };
  const init = { method: 'POST', headers, body: JSON.stringify(message) };
  const response = await fetch(new Request('http://localhost:3000/mcp', init));
  const contentType = response.headers.get('content-type');
  return { status: response.status, contentType, text: await response.text() };
}

/** The response without generated values: request ids, nonces, sealed cursors, signed tokens. */
export const steady = ({ text, ...answer }: Posted): Posted => ({
  ...answer,
  text: text.replaceAll(/req_\w+|(CONTENT|END) [\w-]{12}|\b[\da-f]{10}\.[\w-]{40,}|eyJ[\w.-]+/g, '$1'),
});

export function mcpHeaders(
  revision: string | null,
  { method, params }: { method?: unknown; params?: unknown },
): Record<string, string> {
  const { name } = Object(params) as { name?: unknown };
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(revision !== null && { 'mcp-protocol-version': revision }),
    ...(revision === '2026-07-28' && {
      'mcp-method': String(method),
      ...(typeof name === 'string' && { 'mcp-name': name }),
    }),
  };
}

/** A tool call in the form of a revision: the newest repeats with each request what earlier ones negotiate once. */
export const toolCall = (revision: string | null, name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args, ...(revision === '2026-07-28' && { _meta: envelope }) },
});

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type AnyClient = {
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: Awaited<ReturnType<McpClient['tools']>> }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: object): Promise<{ messages: { content: { text: string } }[] }>;
  callTool(params: object): Promise<Result>;
  close(): Promise<void>;
};

const wrapped = (client: AnyClient, revision: () => string | undefined): McpClient => ({
  revision,
  instructions: () => client.getInstructions(),
  tools: async () => (await client.listTools()).tools,
  prompts: async () => (await client.listPrompts()).prompts,
  prompt: async (name, args = {}) =>
    (await client.getPrompt({ name, arguments: args })).messages[0]!.content.text,
  call: (name, args = {}) => client.callTool({ name, arguments: args }),
  close: () => client.close(),
});
