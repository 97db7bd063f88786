import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { readBounded, requirePlainEncoding } from '#kernel/operation/bounded-body.ts';
import type { Services } from '#kernel/operation/services.ts';
import { toTrpcError } from './errors.ts';
import { appRouter } from './router.ts';

/** The maximum number of calls in one HTTP request: enough for a page, too few to evade rate limits. */
const MAX_BATCH = 20;

/**
 * The router as a web-standard handler. `identify` returns the caller from the session in the request; it throws
 * an AppError if there is none.
 */
export function createTrpcHandler(
  services: Services,
  endpoint: string,
  identify: (request: Request) => Promise<Actor>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = newId('request');
    const admitted = await admitRequest(request, identify).catch((error: unknown) =>
      toTrpcError(error, requestId, services.log),
    );
    return fetchRequestHandler({
      endpoint,
      req: admitted instanceof TRPCError ? withoutBody(request) : admitted.request,
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext: async () => {
        if (admitted instanceof TRPCError) throw admitted;
        const idempotencyKey = request.headers.get('idempotency-key');
        return { actor: admitted.actor, services, requestId, idempotencyKey };
      },
      responseMeta: () => ({ headers: { 'Request-Id': requestId, 'Cache-Control': 'no-store' } }),
    });
  };
}

/** Identifies the caller, then reads the body here, so that tRPC never buffers more than the API allows. */
async function admitRequest(request: Request, identify: (request: Request) => Promise<Actor>) {
  const actor = await identify(request);
  if (!request.body) return { actor, request };
  const source = { header: (name: string) => request.headers.get(name), body: request.body };
  requirePlainEncoding(source);
  const body = new Uint8Array(await readBounded(source));
  return {
    actor,
    request: new Request(request.url, { method: request.method, headers: request.headers, body }),
  };
}

/** A refused request without its body, which tRPC answers in its own form. */
const withoutBody = ({ url, method, headers }: Request): Request =>
  new Request(url, { method, headers, ...(method === 'POST' && { body: '{}' }) });
