import { newId } from '#kernel/ids.ts';
import type { AnyOperation } from '#kernel/operation.ts';
import { admit, type Outcome, perform } from '#kernel/pipeline.ts';
import type { Services } from '#kernel/services.ts';
import { operations } from '#registry.ts';
import { readBody } from './body.ts';
import { findPublicRoute } from './public-routes.ts';
import { readQuery } from './query.ts';
import { type Exchange, errorResponse, outcomeResponse } from './respond.ts';
import { buildRouter, MethodNotAllowed } from './router.ts';

export { belongsToApi, isApiPath } from './hosts.ts';

export type ApiHandler = (request: Request) => Promise<Response>;

/** The REST API as one web-standard function: the same for our own listener and for Next's route handlers. */
export function createApiHandler(services: Services): ApiHandler {
  const route = buildRouter(operations);
  return async (request) => {
    const exchange: Exchange = { requestId: newId('request'), rateLimit: null, headers: {} };
    try {
      return withoutBodyOfHead(request, await answer(services, route, request, exchange));
    } catch (error) {
      if (error instanceof MethodNotAllowed) exchange.headers.Allow = error.allow;
      return withoutBodyOfHead(request, errorResponse(exchange, error, services.log));
    }
  };
}

/** HEAD answers as GET does, without the body, whose source is let go. */
function withoutBodyOfHead(request: Request, response: Response): Response {
  if (request.method !== 'HEAD') return response;
  void response.body?.cancel().catch(() => {});
  return new Response(null, response);
}

async function answer(
  services: Services,
  route: ReturnType<typeof buildRouter>,
  request: Request,
  exchange: Exchange,
): Promise<Response> {
  const url = new URL(request.url);
  const open = findPublicRoute(request.method, url.pathname);
  if (open) return open({ services, request, url, exchange });
  const { operation, params } = route(request.method, url.pathname);
  const outcome = await callOperation(services, operation, { request, url, params, exchange });
  return outcomeResponse(exchange, outcome);
}

type Http = { request: Request; url: URL; params: Record<string, string>; exchange: Exchange };

/** One request through its operation; each line is one guard, in the order of design.md section 3. */
async function callOperation(services: Services, operation: AnyOperation, http: Http): Promise<Outcome> {
  const { request, params, exchange } = http;
  const header = (name: string): string | null => request.headers.get(name);
  const actor = await services.authenticate(header('authorization'));
  const target = await admit(services, operation, actor, params, (state) => {
    exchange.rateLimit = state;
  });
  const body = await readBody(operation, request);
  const query = readQuery(operation, http.url.searchParams);
  return perform({
    operation,
    services,
    actor,
    target,
    rawInput: { ...body.values, ...query.values, ...params },
    misplaced: [...body.errors, ...query.errors],
    requestId: exchange.requestId,
    idempotencyKey: header('idempotency-key'),
    header,
  });
}
