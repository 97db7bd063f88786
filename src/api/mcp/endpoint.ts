import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { clientAddress } from '#api/rest/client-address.ts';
import type { ApiAnswer, ApiRequest } from '#api/rest/exchange.ts';
import { noteCaller } from '#api/rest/observed.ts';
import { type Exchange, headersOf } from '#api/rest/respond.ts';
import { MethodNotAllowed } from '#api/rest/router.ts';
import { AppError, type ErrorCode, errorCatalogue } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type Actor, callerId } from '#kernel/operation/actor.ts';
import { readBounded, requirePlainEncoding } from '#kernel/operation/bounded-body.ts';
import { assertPlainJson, assertPlainJsonText } from '#kernel/operation/plain-json.ts';
import type { RateLimitState } from '#kernel/operation/rate-limit.ts';
import { spendOfKey } from '#kernel/operation/rate-limit.ts';
import type { Services } from '#kernel/operation/services.ts';
import { Cancellable } from './cancellable.ts';
import { wholeCatalogue } from './catalogue.ts';
import { isKnownOrigin } from './origin.ts';
import { answerOfPlainCall, plainCall } from './plain-call.ts';
import { createServer, type ServerRequest } from './server.ts';
import { connectionOf } from './toolset.ts';

export const MCP_PATH = '/mcp';

/** The parts of a call that are known before its message is read. */
type ToolRequest = ServerRequest;

type Endpoint = (exchange: Exchange, request: ApiRequest) => Promise<ApiAnswer>;

/** The tool server (spec 4.14): stateless, with a key in every request. @throws AppError before the protocol begins */
export function createEndpoint(services: Services): Endpoint {
  const onerror = (error: Error) => services.log.debug({ err: error }, 'MCP protocol error');
  const factory: McpServerFactory = ({ authInfo }) => createServer(requestIn(authInfo));
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror });
  const streaming = createMcpHandler(factory, { legacy: 'reject', onerror, responseMode: 'sse' });
  const waiting = new Cancellable();
  return async (exchange, request) => {
    if (request.method !== 'POST') throw new MethodNotAllowed(['POST']);
    const actor = await services.authenticate(
      request.header('authorization'),
      clientAddress(services.config, request),
    );
    noteCaller(exchange, actor, null);
    exchange.rateLimit = { limit: limits.ratePerMinute.api, reset: 0 };
    const onRateLimit = (state: RateLimitState) => {
      exchange.rateLimit = state;
    };
    const onRefusal = (code: ErrorCode) => {
      exchange.code = code;
    };
    const { requestId } = exchange;
    const authorization = request.header('authorization');
    const connection = connectionOf(request.target, actor.tools);
    const { signal } = request;
    const toolRequest = {
      ...{ services, actor, requestId, onRateLimit, onRefusal, signal, authorization, connection },
    };
    const refused = refusalOfHeaders(services, request);
    if (refused) return protocolError(exchange, ...refused);
    const body = await readJson(request);
    if ('refused' in body) return protocolError(exchange, ...body.refused);
    const plain = plainCall(request.header, body.json);
    if (plain && isToolCall(body.json)) exchange.operation = `mcp.${body.json.params?.name}`;
    if (plain && connection.has(plain.ready))
      return jsonText(exchange, 200, await answerOfPlainCall(toolRequest, plain));
    // A tool spends from the buckets of its operation.
    if (isToolCall(body.json)) exchange.operation = `mcp.${body.json.params?.name}`;
    else await spendOfKey({ limiter: services.limiter, actor, onRateLimit });
    const isStream = isSlow(body.json);
    const web = webRequest(request, isStream);
    const response = (await isLegacyRequest(web, body.json))
      ? await serveLegacy(createServer(toolRequest), web, { message: body.json, isStream, actor, waiting })
      : await (isStream ? streaming : modern).fetch(web, {
          parsedBody: body.json,
          authInfo: authInfoOf(toolRequest),
        });
    return answerOf(exchange, response);
  };
}

type AuthInfo = { token: string; clientId: string; scopes: string[]; extra: Record<string, unknown> };

/** The library passes this on to the server factory. */
const authInfoOf = (request: ToolRequest): AuthInfo => ({
  token: '',
  clientId: callerId(request.actor),
  scopes: [],
  extra: { request },
});

const requestIn = (authInfo: { extra?: Record<string, unknown> } | undefined): ToolRequest =>
  authInfo!.extra!.request as ToolRequest;

type Legacy = { message: Message; isStream: boolean; actor: Actor; waiting: Cancellable };

/**
 * Serves revisions before 2026-07-28, one request at a time and without a session. It answers with JSON, or with a stream
 * when the call is long and reports progress.
 */
async function serveLegacy(server: Server, request: Request, legacy: Legacy): Promise<Response> {
  const { message, isStream, actor, waiting } = legacy;
  if (message.method === 'notifications/cancelled') waiting.cancel(actor, message.params?.requestId);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStream });
  await server.connect(transport);
  // A server that has answered holds no resources; closing it would only create an error with a stack.
  if (!isStream) return transport.handleRequest(request, { parsedBody: message });
  const forget = waiting.add(actor, message.id, () => void server.close());
  const end = async () => {
    forget();
    await server.close();
  };
  const response = await transport.handleRequest(request, { parsedBody: message });
  if (response.headers.get('content-type') !== 'text/event-stream') {
    await end();
    return response;
  }
  request.signal.addEventListener('abort', end, { once: true });
  const body = response.body!.pipeThrough(new TransformStream({ flush: end }));
  return new Response(body, { status: response.status, headers: response.headers });
}

/** The fields that are read here; the library validates the whole message. */
type Message = {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; requestId?: unknown };
};

const isSlow = ({ method, params }: Message): boolean =>
  method === 'tools/call' && wholeCatalogue().get(String(params?.name))?.tool.slow === true;

const isToolCall = ({ method, params }: Message): boolean =>
  method === 'tools/call' && wholeCatalogue().has(String(params?.name));

type Refusal = [status: number, code: number, message: string];

function refusalOfHeaders({ config }: Services, request: ApiRequest): Refusal | null {
  if (!isKnownOrigin(config, request.header('origin'))) return [403, -32000, 'Forbidden: unknown Origin.'];
  if (!accepts(request.header('accept'))) {
    return [
      406,
      -32000,
      'Not Acceptable: the client must accept both application/json and text/event-stream.',
    ];
  }
  if (!/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? '')) {
    return [415, -32000, 'Unsupported Media Type: Content-Type must be application/json.'];
  }
  return null;
}

function accepts(header: string | null): boolean {
  const types = (header ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase());
  const names = (type: string, group: string) => [type, group, '*/*'].some((each) => types.includes(each));
  return names('application/json', 'application/*') && names('text/event-stream', 'text/*');
}

/** The message in the body. No revision that we serve allows several messages at once. */
async function readJson(request: ApiRequest): Promise<{ json: Message } | { refused: Refusal }> {
  try {
    requirePlainEncoding(request);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readBounded(request));
    assertPlainJsonText(text);
    const json: unknown = JSON.parse(text);
    assertPlainJson(json);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { json };
    return { refused: [400, -32600, 'Invalid Request: one JSON-RPC message at a time, not a batch.'] };
  } catch (error) {
    if (!(error instanceof AppError)) return { refused: [400, -32700, 'Parse error: not JSON in UTF-8.'] };
    const [first] = (error.details?.errors ?? []) as { path: string; message: string }[];
    const reason = first ? `${first.path} ${first.message}`.trim() : error.message;
    return { refused: [errorCatalogue[error.code].status, -32600, `Invalid Request: ${reason}`] };
  }
}

const ACCEPT_BOTH = 'application/json, text/event-stream';
const FORWARDED = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The request for the library; its body is already read and its key already authenticated. */
function webRequest(request: ApiRequest, isLong: boolean): Request {
  const headers = new Headers({ accept: ACCEPT_BOTH, 'content-type': 'application/json' });
  for (const name of FORWARDED) {
    const value = request.header(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    ...(isLong && { signal: request.signal() }),
  });
}

const jsonText = (exchange: Exchange, status: number, body: string): ApiAnswer => ({
  status,
  headers: { ...headersOf(exchange), 'Content-Type': 'application/json' },
  body,
});

const protocolError = (exchange: Exchange, status: number, code: number, message: string): ApiAnswer =>
  jsonText(exchange, status, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));

const RELAYED = { 'content-type': 'Content-Type', 'x-accel-buffering': 'X-Accel-Buffering' };

async function answerOf(exchange: Exchange, response: Response): Promise<ApiAnswer> {
  const headers: Record<string, string> = {};
  for (const [name, written] of Object.entries(RELAYED)) {
    const value = response.headers.get(name);
    if (value !== null) headers[written] = value;
  }
  const isStream = headers['Content-Type'] === 'text/event-stream';
  const body = isStream || response.body === null ? response.body : await response.text();
  return { status: response.status, headers: { ...headersOf(exchange), ...headers }, body };
}
