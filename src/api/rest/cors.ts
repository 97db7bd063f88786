import { publicOperations } from '#api/open-registry.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import { type Exchange, headersOf } from './respond.ts';

const pathOf = ({ target }: Pick<ApiRequest, 'target'>): string => target.split('?', 1)[0]!;

/** The routes that scripts of any page may call, with their methods. */
const open = new Map(
  publicOperations.flatMap(({ path, method, cors }): [string, string][] => (cors ? [[path, method]] : [])),
);

/** Operations that take a key from the `Authorization` header. The console's cookie is never read here. */
const isKeyed = (path: string): boolean => path.startsWith('/v1/');

const READABLE =
  'Request-Id, Link, RateLimit-Limit, RateLimit-Reset, Retry-After, WWW-Authenticate, Idempotent-Replayed, ETag, ' +
  'Content-Disposition, Content-Range';

const SENT =
  'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, Range, Last-Event-ID, ' +
  'MCP-Protocol-Version, traceparent';

/**
 * Lets scripts of any page read the answer (Fetch standard, 3.2). Without credentials: a page has no power here but
 * that of a key or token that it already holds. @param keyed whether keys are what callers are known by, rather than a
 * cookie
 */
export function allowAnyPage(
  exchange: Exchange,
  request: Pick<ApiRequest, 'target' | 'header'>,
  keyed: boolean,
): boolean {
  const path = pathOf(request);
  if (!open.has(path) && !(keyed && isKeyed(path) && request.header('origin') !== null)) return false;
  exchange.headers['Access-Control-Allow-Origin'] = '*';
  exchange.headers['Access-Control-Expose-Headers'] = READABLE;
  return true;
}

/** Whether it is a browser's preflight request (Fetch standard, 3.2.2). No route has any other `OPTIONS`. */
export const isPreflight = ({ method, header }: Pick<ApiRequest, 'method' | 'header'>): boolean =>
  method === 'OPTIONS' && header('access-control-request-method') !== null;

export const preflight = (exchange: Exchange, request: Pick<ApiRequest, 'target'>): ApiAnswer => ({
  status: 204,
  headers: {
    ...headersOf(exchange),
    'Access-Control-Allow-Methods': open.get(pathOf(request)) ?? 'GET, POST, PATCH, PUT, DELETE',
    'Access-Control-Allow-Headers': SENT,
    'Access-Control-Max-Age': '86400',
  },
  body: null,
});
