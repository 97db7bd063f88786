import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read results as a model would
type Result = { content: { type: string; text: string }[]; isError?: boolean; structuredContent?: any };

/** What tests use of the official clients, whichever generation. */
export type McpClient = {
  revision(): string | undefined;
  instructions(): string | undefined;
  tools(): Promise<{ name: string; inputSchema: object; outputSchema?: object; annotations?: object }[]>;
  prompts(): Promise<{ name: string }[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  /** The clients hold the result against the tool's output schema. */
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
