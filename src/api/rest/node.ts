import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, envelopeOf, errorCatalogue, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Api, ApiAnswer } from './exchange.ts';

/** How long and how much a client may keep sending a refused body before its connection is closed. */
const LINGER = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * The API on Node's own HTTP server, without the web-standard objects in between: these cost a third of a small
 * request (bench/read-message.ts).
 */
export function nodeListener(api: Api): RequestListener {
  return async (request, response) => {
    const answer = await api({
      method: request.method ?? 'GET',
      target: originForm(request.url ?? '/'),
      header: (name) => headerOf(request, name),
      remoteAddress: request.socket.remoteAddress,
      // Stopping to read the body must not end the connection, because the refusal still has to be sent over it.
      body: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
      signal: () => disconnectSignal(response),
    });
    // A disconnected client, or an answer that HTTP cannot carry, must end this connection and nothing else.
    await send(request, response, answer).catch(() => response.destroy());
  };
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** A proxy may send the whole URL in the request line (RFC 9112 section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ApiAnswer,
): Promise<void> {
  if (!request.complete && hasBody(request)) cutWhenRefused(request);
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    // When the client disconnects or the file ends early, the connection closes and the client sees a short body.
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response).catch(() =>
      response.destroy(),
    );
    return;
  }
  // RFC 9110 section 8.6: no length if there can be no body.
  const length =
    body === null
      ? status === 204 || status === 304 || headers['Content-Length']
        ? {}
        : { 'Content-Length': '0' }
      : { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Keeps reading for a moment, so that a client that is still sending can read the answer; closing at once would reset the
 * connection.
 */
function cutWhenRefused(request: IncomingMessage): void {
  let rest = LINGER_BYTES;
  request.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) request.destroy();
  });
  const timer = setTimeout(() => request.destroy(), LINGER).unref();
  request.once('close', () => clearTimeout(timer));
}

/** The answer to `GET /ready` while the process starts or ends, and to requests that its start cannot wait for. */
export function answerNotReady(response: ServerResponse): void {
  const requestId = newId('request');
  const body = JSON.stringify(envelopeOf(new AppError('unavailable', { component: 'process' }), requestId));
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Request-Id': requestId,
    'Retry-After': '1',
  });
  response.end(body);
}

/** Requests that are not HTTP get the envelope too (spec 7.1); there is only a socket to write it to. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = newId('request');
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new AppError('request_timeout')
      : invalidRequest([{ path: '', message: 'Send a well-formed HTTP request.' }]);
  const { status } = errorCatalogue[refusal.code];
  const body = JSON.stringify(envelopeOf(refusal, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
