import { createEndpoint, MCP_PATH } from '#api/mcp/index.ts';
import { openOperations, publicOperations } from '#api/open-registry.ts';
import { operations } from '#api/registry.ts';
import type { Config } from '#kernel/base/config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { requirePlainEncoding, unbroken } from '#kernel/operation/bounded-body.ts';
import type { AnyOperation } from '#kernel/operation/operation.ts';
import { admit, type Outcome, perform } from '#kernel/operation/pipeline.ts';
import type { RateLimitState } from '#kernel/operation/rate-limit.ts';
import type { Services } from '#kernel/operation/services.ts';
import { noFields, readBody } from './body.ts';
import { challengeOf } from './challenge.ts';
import { clientAddress } from './client-address.ts';
import { allowAnyPage, isPreflight, preflight } from './cors.ts';
import type { Api, ApiAnswer, ApiRequest } from './exchange.ts';
import { noteCaller, observed } from './observed.ts';
import { type AnyOpenOperation, callOpenOperation } from './open-operation.ts';
import { readQuery } from './query.ts';
import { type Exchange, errorAnswer, outcomeAnswer } from './respond.ts';
import { buildRouter, MethodNotAllowed, type Router } from './router.ts';

export { belongsToApi } from './hosts.ts';

/** Authenticates a request by its bearer key, or by the session in the console. @throws AppError when neither is valid */
export type Identify = (request: Pick<ApiRequest, 'method' | 'header' | 'remoteAddress'>) => Promise<Actor>;

/** The REST API as one function: the same for our own listener (`node.ts`) and for Next's route handlers (`web.ts`). */
export function createApi(services: Services, identifyOtherwise?: Identify): Api {
  const identify: Identify =
    identifyOtherwise ??
    ((request) =>
      services.authenticate(request.header('authorization'), clientAddress(services.config, request)));
  const route = buildRouter<AnyOperation | AnyOpenOperation>([...publicOperations, ...operations]);
  const mcp = createEndpoint(services);
  return async (request) => {
    const exchange: Exchange = { requestId: newId('request'), rateLimit: null, headers: {} };
    const isOpenToPages = allowAnyPage(exchange, request, identifyOtherwise === undefined);
    if (isOpenToPages && isPreflight(request)) return preflight(exchange, request);
    return observed(services, request, exchange, async () => {
      try {
        return withoutBodyOfHead(
          request,
          await answer({ services, route, mcp, identify }, request, exchange),
        );
      } catch (error) {
        if (error instanceof MethodNotAllowed) exchange.headers.Allow = error.allow;
        if (!identifyOtherwise) exchange.challenge = challengeOf(services.config, request, error);
        if (error instanceof AppError && error.caller) exchange.caller = error.caller;
        if (exchange.caller) exchange.headers.Link = linkToLog(services.config, exchange.requestId);
        return withoutBodyOfHead(request, errorAnswer(exchange, error, services.log));
      }
    });
  };
}

/** A link to the page of the console that explains a refused call (RFC 8288). */
const linkToLog = ({ consoleUrl }: Config, requestId: string): string =>
  `<${consoleUrl}/console/developers/requests?request_id=${requestId}>; rel="describedby"`;

/** HEAD answers like GET without the body, whose source is released. */
function withoutBodyOfHead(request: ApiRequest, answer: ApiAnswer): ApiAnswer {
  if (request.method !== 'HEAD') return answer;
  if (answer.body instanceof ReadableStream) void answer.body.cancel().catch(() => {});
  return { ...answer, body: null };
}

type Parts = {
  services: Services;
  route: Router<AnyOperation | AnyOpenOperation>;
  mcp: ReturnType<typeof createEndpoint>;
  identify: Identify;
};

async function answer(
  { services, route, mcp, identify }: Parts,
  request: ApiRequest,
  exchange: Exchange,
): Promise<ApiAnswer> {
  const { pathname, search } = splitTarget(request.target);
  if (pathname === MCP_PATH) {
    exchange.operation = 'mcp';
    return mcp(exchange, request);
  }
  const { operation, params } = route(request.method, pathname);
  exchange.operation = operation.name;
  if (operation.kind === 'open')
    return callOpenOperation(operation, { services, exchange, request, openOperations }, params);
  const outcome = await callOperation(services, identify, operation, { request, search, params, exchange });
  return outcomeAnswer(exchange, outcome);
}

function splitTarget(target: string): { pathname: string; search: string } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, mark), search: target.slice(mark + 1) };
}

type Http = { request: ApiRequest; search: string; params: Record<string, string>; exchange: Exchange };

/** One request through its operation; each line is one guard, in the order of design.md section 3. */
async function callOperation(
  services: Services,
  identify: Identify,
  operation: AnyOperation,
  http: Http,
): Promise<Outcome> {
  const { request, params, exchange } = http;
  requirePlainEncoding(request);
  const actor = await identify(request);
  exchange.route = operation.path;
  noteCaller(exchange, actor, null);
  const onRateLimit = (state: RateLimitState): void => {
    exchange.rateLimit = state;
  };
  const query = readQuery(operation, new URLSearchParams(http.search));
  const asked = { ...query.values, ...params };
  const target = await admit(services, operation, actor, params, onRateLimit, asked);
  noteCaller(exchange, actor, target);
  const body = operation.rawBody ? noFields : await readBody(operation, request);
  return perform({
    operation,
    services,
    actor,
    target,
    rawInput: { ...body.values, ...query.values, ...params },
    misplaced: [...body.errors, ...query.errors],
    requestId: exchange.requestId,
    idempotencyKey: request.header('idempotency-key'),
    // Ranges are for GET alone: HEAD answers as for the whole (RFC 9110 section 14.2).
    header: (name) => (request.method === 'HEAD' && name === 'range' ? null : request.header(name)),
    onRateLimit,
    takesText: true,
    signal: request.signal,
    body: operation.rawBody ? unbroken(request.body) : null,
  });
}
