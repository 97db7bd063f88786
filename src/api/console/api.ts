import { Readable } from 'node:stream';
import { openOperations } from '#api/open-registry.ts';
import type { Api, ApiAnswer, ApiRequest } from '#api/rest/exchange.ts';
import { createApi } from '#api/rest/handler.ts';
import { observed } from '#api/rest/observed.ts';
import { type AnyOpenOperation, callOpenOperation } from '#api/rest/open-operation.ts';
import { type Exchange, errorAnswer } from '#api/rest/respond.ts';
import { buildRouter, MethodNotAllowed } from '#api/rest/router.ts';
import { createTrpcHandler } from '#api/trpc/fetch.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import { isReferencePath, referenceAnswer } from './reference.ts';
import { signInOperations } from './sign-in-operations.ts';
import { identifyVisitor, WORKSPACE_HEADER } from './visitor.ts';

const TRPC = '/api/trpc';
/** The REST API with a session instead of a key, for files, streams and events, which tRPC cannot transfer. */
const SESSION = '/api/session';

/** Whether a path of the console's host is answered here. The others are pages. */
export const isConsoleApiPath = (pathname: string): boolean =>
  isReferencePath(pathname) ||
  [TRPC, SESSION, '/api/auth'].some((prefix) => pathname.startsWith(`${prefix}/`));

/**
 * The routes that the console's pages call: `/api/auth`, `/api/trpc` and `/api/session/v1`, all with the session's
 * cookie.
 */
export function createConsoleApi(services: Services): Api {
  const rest = createApi(services, (request) => identifyVisitor(services, request));
  const route = buildRouter<AnyOpenOperation>(signInOperations);
  return async (request) => {
    const { target } = request;
    if (target.startsWith(`${SESSION}/`)) return rest(inPlace(request));
    if (target.startsWith(`${TRPC}/`)) return answerTrpc(services, request);
    const page = ['GET', 'HEAD'].includes(request.method)
      ? referenceAnswer(target.split('?', 1)[0]!, services.config, request.header('cookie') ?? null)
      : null;
    if (page) return page;
    const exchange: Exchange = { requestId: newId('request'), rateLimit: null, headers: {} };
    return observed(services, request, exchange, async () => {
      try {
        const { operation, params } = route(request.method, target.split('?', 1)[0]!);
        exchange.operation = operation.name;
        return await callOpenOperation(operation, { services, request, exchange, openOperations }, params);
      } catch (error) {
        if (error instanceof MethodNotAllowed) exchange.headers.Allow = error.allow;
        return errorAnswer(exchange, error, services.log);
      }
    });
  };
}

/**
 * `/api/session/v1/…` uses the session's workspace. `/api/session/{workspace}/v1/…` names it in the path instead of the
 * header, because links and event streams cannot send headers.
 */
function inPlace(request: ApiRequest): ApiRequest {
  const target = request.target.slice(SESSION.length);
  const [, named, path] = /^\/(?!v1\/)([\w-]{1,64})(\/v1\/.*)$/s.exec(target) ?? [];
  if (!named || !path) return { ...request, target };
  const header = (name: string) => (name === WORKSPACE_HEADER ? named : request.header(name));
  return { ...request, target: path, header };
}

/** The headers that tRPC, the session and the pipeline read. */
const READ = [
  'accept',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'origin',
  WORKSPACE_HEADER,
  'sec-fetch-site',
  'trpc-accept',
  'trpc-batch-mode',
];

async function answerTrpc(services: Services, apiRequest: ApiRequest): Promise<ApiAnswer> {
  const { method, target, header, body } = apiRequest;
  const headers = new Headers();
  for (const name of READ) {
    const value = header(name);
    if (value !== null) headers.set(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== null;
  const request = new Request(`http://console${target}`, {
    method,
    headers,
    // The types of fetch lack this option: a body that is sent while it is read.
    ...(hasBody && { body: Readable.toWeb(Readable.from(body)) as BodyInit, duplex: 'half' }),
  });
  const trpc = createTrpcHandler(services, TRPC, () => identifyVisitor(services, apiRequest));
  const response = await trpc(request);
  return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body };
}
