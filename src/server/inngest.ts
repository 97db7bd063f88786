import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '#kernel/catalogue/errors.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import type { Services } from '#kernel/operation/services.ts';
import { servicesFromEnvironment } from '#server/next.ts';

export const INNGEST_PATH = '/api/inngest';

export type WebHandler = (request: Request) => Promise<Response>;

/** The functions that Inngest calls, with its signature. With the embedded job engine, there are none. */
export async function createInngestHandler(services: Services): Promise<WebHandler> {
  const { config } = services;
  if (config.jobs !== 'inngest') return async () => new Response('Not found.', { status: 404 });
  const [{ serve }, { createClient }, { createFunctions }] = await Promise.all([
    import('inngest/edge'),
    import('../../inngest/client.ts'),
    import('../../inngest/functions.ts'),
  ]);
  const client = createClient(services);
  const functions = createFunctions(client, services);
  return serve({ client, functions, serveOrigin: config.publicUrl, servePath: INNGEST_PATH });
}

const shared = globalThis as { proofmailInngestHandler?: Promise<WebHandler> };

/** The same inside Next's route handler. Under `npm start`, the program has already stored its own handler here. */
export async function handleInngestRequest(request: Request): Promise<Response> {
  shared.proofmailInngestHandler ??= servicesFromEnvironment().then(createInngestHandler);
  return (await shared.proofmailInngestHandler)(request);
}

/** The same on Node's own HTTP server. The body's size is limited before its signature is checked. */
export function inngestListener(handle: WebHandler): RequestListener {
  return async (request, response) => {
    try {
      const header = (name: string) => String(request.headers[name] ?? '') || null;
      const hasBody = request.method === 'POST' || request.method === 'PUT';
      const body = hasBody ? await readBounded({ header, body: request }) : null;
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const url = new URL(request.url ?? INNGEST_PATH, `http://${header('host') ?? 'localhost'}`);
      const answer = await handle(
        new Request(url, {
          method: request.method ?? 'GET',
          headers,
          ...(body && { body: new Uint8Array(body) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body) Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
      else response.end();
    } catch (error) {
      response.writeHead(error instanceof AppError ? 413 : 500, { connection: 'close' }).end();
    }
  };
}
