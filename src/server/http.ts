import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerMalformed, answerNotReady } from '#api/rest/node.ts';
import { INNGEST_PATH } from './inngest.ts';
import { type Listener, listen, stopListening } from './listener.ts';

/**
 * How long an idle connection may still deliver a request after the listener closes, because the request may be under
 * way.
 */
const IDLE_GRACE = 500;
const CHECK_EVERY = 50;

/** A request that is still incomplete after this many milliseconds gets 408. */
const REQUEST_TIME = 30_000;

type Handlers = {
  /** Headers of every response, whichever part of the program sends it. */
  headers?: Record<string, string>;
  api: RequestListener;
  /** The handler of `/api/inngest`, for the hosts of the API and the console. */
  inngest?: RequestListener;
  /** Whether the API answers, by the request's host, path and `Accept`. Otherwise the console does. */
  isForApi: (host: string | undefined, pathname: string, accept: string | undefined) => boolean;
  /** The handlers of the console, by path. */
  consoleApi?: { answers: (pathname: string) => boolean; listener: RequestListener };
  console: RequestListener;
};

export type HttpListener = Listener & {
  server: ReturnType<typeof createServer>;
  /** Lets requests in, including those that have been waiting. */
  open(handlers: Handlers): void;
  /** From now on `/ready` fails while requests are still answered, so that load balancers leave before anything closes. */
  announceEnd(): void;
  /** Closes every connection, even with a request in progress. */
  closeConnections(): void;
};

/**
 * Takes the HTTP port at the very beginning of the start, so that a taken port is known before anything is touched and
 * early requests wait instead of being refused: until the start is over, or for `holdFor` milliseconds, where other
 * processes could take them; then they get `503 unavailable`. API requests go straight to the API, without Next in
 * between; everything else is Next's.
 *
 * @throws StartError when the port is taken
 */
export async function startHttpListener({
  requestTime = REQUEST_TIME,
  holdFor = null,
  ...options
}: {
  port: number;
  host: string;
  requestTime?: number;
  holdFor?: number | null;
}): Promise<HttpListener> {
  const ready = Promise.withResolvers<RequestListener>();
  let dispatch: RequestListener = async (request, response) => {
    const handler = await within(holdFor, ready.promise);
    if (handler) return handler(request, response);
    response.shouldKeepAlive = false;
    answerNotReady(response);
  };
  let isOpen = false;
  let isEnding = false;
  const inProgress = new Set<ServerResponse>();
  const times = { requestTimeout: requestTime, connectionsCheckingInterval: Math.min(1_000, requestTime) };
  const server = createServer(times, (request, response) => {
    inProgress.add(response);
    response.once('close', () => inProgress.delete(response));
    // This tells the client to open a new connection, which then reaches another process.
    if (isEnding || !server.listening) response.shouldKeepAlive = false;
    const takesWork = isOpen && !isEnding && server.listening;
    if (!takesWork && pathOf(request.url ?? '/') === '/ready') answerNotReady(response);
    else dispatch(request, response);
  });
  server.on('clientError', answerMalformed);
  const port = await listen(server, { ...options, variable: 'PORT' });
  return {
    port,
    server,
    open: (handlers) => {
      isOpen = true;
      dispatch = dispatcher(handlers);
      ready.resolve(dispatch);
    },
    announceEnd: () => {
      isEnding = true;
      for (const response of inProgress) response.shouldKeepAlive = false;
    },
    close: () => drain(server, inProgress),
    closeConnections: () => server.closeAllConnections(),
  };
}

/**
 * The result of a promise, or null if it takes longer than this many milliseconds. Without a limit, it may take any
 * time.
 */
async function within<T>(milliseconds: number | null, promise: Promise<T>): Promise<T | null> {
  if (milliseconds === null) return promise;
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([promise, delay(milliseconds, null, { signal, ref: false })]);
  } finally {
    over.abort();
  }
}

/**
 * Accepts no more connections and lets the open ones end: each response has `Connection: close`. A connection without
 * a request is closed after a moment, so that no request in transit is cut off.
 */
async function drain(server: Server, inProgress: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = stopListening(server);
  for (const response of inProgress) response.shouldKeepAlive = false;
  const graceEnds = performance.now() + IDLE_GRACE;
  const timer = setInterval(() => {
    if (performance.now() > graceEnds) server.closeIdleConnections();
  }, CHECK_EVERY);
  await closed;
  clearInterval(timer);
}

function dispatcher({
  headers = {},
  api,
  inngest,
  isForApi,
  consoleApi,
  console: consoleApp,
}: Handlers): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = pathOf(request.url ?? '/');
    if (inngest && path === INNGEST_PATH) return inngest(request, response);
    if (isForApi(request.headers.host, path, request.headers.accept)) return api(request, response);
    return consoleApi?.answers(path) ? consoleApi.listener(request, response) : consoleApp(request, response);
  };
}

/** The path of a request target, which a proxy may send as a whole URL (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  if (!target.startsWith('/') && URL.canParse(target)) return new URL(target).pathname;
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
