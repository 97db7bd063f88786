import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { HttpListener } from './http.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Console = { handle: RequestListener; close(): Promise<void> };

/** Loads Next with the built console, or in development mode with reload on the same listener. */
export async function prepareConsole(
  http: HttpListener,
  options: { dev: boolean; host: string },
): Promise<Console> {
  const { default: next } = await import('next');
  const app = next({
    dev: options.dev,
    dir: root,
    hostname: options.host,
    port: http.port,
    httpServer: http.server,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return { handle: (request, response) => void handle(request, response), close: () => app.close() };
}
