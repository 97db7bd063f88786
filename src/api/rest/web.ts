import type { Services } from '#kernel/operation/services.ts';
import type { Api } from './exchange.ts';
import { createApi } from './handler.ts';

export type ApiHandler = (request: Request) => Promise<Response>;

/** The API as a web-standard function, for Next's route handlers and for tests. */
export const createApiHandler = (services: Services): ApiHandler => webHandler(createApi(services));

export function webHandler(api: Api): ApiHandler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await api({
      method: request.method,
      target: pathname + search,
      header: (name) => request.headers.get(name),
      body: request.body,
      signal: () => request.signal,
    });
    return new Response(body as BodyInit | null, { status, headers });
  };
}
