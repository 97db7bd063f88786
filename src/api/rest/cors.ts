import { publicOperations } from '#api/open-registry.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import { type Exchange, headersOf } from './respond.ts';

const pathOf = ({ target }: Pick<ApiRequest, 'target'>): string => target.split('?', 1)[0]!;

/** The routes that scripts of any page may call, with their methods. */
const open = new Map(
  publicOperations.flatMap(({ path, method, cors }): [string, string][] => (cors ? [[path, method]] : [])),
);

/** Lets scripts of any page read the answer. Without credentials: none of these routes looks at a cookie. */
export function allowAnyPage(exchange: Exchange, request: Pick<ApiRequest, 'target'>): boolean {
  if (!open.has(pathOf(request))) return false;
  exchange.headers['Access-Control-Allow-Origin'] = '*';
  exchange.headers['Access-Control-Expose-Headers'] = 'Request-Id, Retry-After, WWW-Authenticate';
  return true;
}

/** The question of a browser before a request (Fetch standard, 3.2.5). */
export const preflight = (exchange: Exchange, request: Pick<ApiRequest, 'target'>): ApiAnswer => ({
  status: 204,
  headers: {
    ...headersOf(exchange),
    'Access-Control-Allow-Methods': open.get(pathOf(request)) ?? '',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
});
