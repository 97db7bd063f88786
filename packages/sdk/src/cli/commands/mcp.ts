import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { readEvents } from '../../streams.ts';
import { defineCommand } from '../command.ts';

/** MCP over the standard input and output, for clients that support only this: each message is one POST to `/mcp`. */

type Id = string | number | null;
type Message = {
  id?: Id;
  method?: string;
  params?: { name?: unknown; requestId?: Id; _meta?: Record<string, unknown> };
};

/** Milliseconds. A tool may work for a minute before it sends anything. */
const SILENCE = 120_000;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** Requests without a response yet, by id, with a way to abort each. */
type Open = Map<Id, AbortController>;

export type Bridge = {
  url: string;
  authorization(): Promise<string>;
  fetch: typeof globalThis.fetch;
  write(message: unknown): void;
};

/** Handles one line of the client. Never throws: a failure becomes an error response. */
export function createBridge({ url, authorization, fetch, write }: Bridge): (line: string) => Promise<void> {
  const open: Open = new Map();
  let revision: string | null = null;

  const pass = async (message: Message, own: AbortController): Promise<void> => {
    const named = message.params?._meta?.[VERSION_KEY];
    const version = typeof named === 'string' ? named : revision;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: await authorization(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(version !== null && { 'mcp-protocol-version': version }),
        ...(typeof named === 'string' && modernHeaders(message)),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: own.signal,
    });
    const answers = await messagesOf(response);
    for await (const answer of answers) {
      revision = negotiated(message, answer) ?? revision;
      write(answer);
    }
  };

  return async (line) => {
    if (line.trim() === '') return;
    const message = parsed(line);
    if (message === null) return write(failure(null, -32700, 'Parse error: not a JSON object.'));
    if (message.method === 'notifications/cancelled') open.get(message.params?.requestId ?? null)?.abort();
    const own = new AbortController();
    const { id } = message;
    if (id !== undefined) open.set(id, own);
    try {
      await pass(message, own);
    } catch (error) {
      // A client that cancelled a request expects no answer to it.
      if (id !== undefined && !own.signal.aborted) write(failure(id, -32000, reasonOf(error)));
    } finally {
      if (id !== undefined) open.delete(id);
    }
  };
}

/** Revision 2026-07-28 repeats these in header fields. */
const modernHeaders = ({ method, params }: Message): Record<string, string> => ({
  'mcp-method': String(method),
  ...(typeof params?.name === 'string' && { 'mcp-name': params.name }),
});

type RpcResponse = { id?: Id; result?: { protocolVersion?: unknown } };

const negotiated = ({ method }: Message, answer: unknown): string | null => {
  const version = (answer as RpcResponse).result?.protocolVersion;
  return method === 'initialize' && typeof version === 'string' ? version : null;
};

async function messagesOf(response: Response): Promise<AsyncIterable<unknown> | unknown[]> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return dataOf(response);
  const text = await response.text();
  if (text === '') return [];
  const body = JSON.parse(text) as { jsonrpc?: string; error?: { message?: string; fix?: string } };
  if (body.jsonrpc === '2.0') return [body];
  // Before the protocol begins, errors have the form of the REST API.
  throw new Error(
    [body.error?.message, body.error?.fix].filter(Boolean).join(' ') || `Status ${response.status}.`,
  );
}

async function* dataOf(response: Response): AsyncGenerator<unknown> {
  for await (const { data } of readEvents(response, SILENCE)) if (typeof data === 'object') yield data;
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null;
  } catch {
    return null;
  }
}

const failure = (id: Id, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });

const reasonOf = (error: unknown): string =>
  error instanceof TypeError
    ? `Proofmail cannot be reached: ${error.cause ?? error.message}`
    : (error as Error).message;

/** Writes whole lines, one after the other. */
const lineWriter = (stream: Writable) => (message: unknown) =>
  void stream.write(`${JSON.stringify(message)}\n`);

const mcp = defineCommand({
  name: 'mcp',
  arguments: '',
  summary: 'Serve MCP over standard input and output, for clients that only support stdio',
  options: {},
  help: {},
  takes: [0, 0],
  async run({ client, stdin, signal }) {
    const proofmail = await client();
    const handle = createBridge({
      url: `${proofmail.baseUrl}/mcp`,
      authorization: async () => `Bearer ${await proofmail.secret()}`,
      fetch: globalThis.fetch,
      write: lineWriter(process.stdout),
    });
    const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
    signal.addEventListener('abort', () => lines.close());
    const running = new Set<Promise<void>>();
    for await (const line of lines) {
      const one = handle(line).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
  },
});

export const mcpCommands = [mcp];
