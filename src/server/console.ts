import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from 'next/constants.js';
import type { HttpListener } from './http.ts';

const root = resolve(import.meta.dirname, '../..');

export type ConsoleApp = { handle: RequestListener; close(): Promise<void> };

/** Loads Next with the built console, or in development mode with reload on the same listener. */
export async function prepareConsole(
  http: HttpListener,
  options: { dev: boolean; host: string },
): Promise<ConsoleApp> {
  const { default: next } = await import('next');
  await readConfigQuietly(options.dev);
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

type ConfigModule = typeof import('next/dist/server/config.js');

/**
 * Next announces how long next.config.ts took, and has no option against it. Read before, it is served from
 * Next's cache, without the announcement.
 */
async function readConfigQuietly(dev: boolean): Promise<void> {
  const { default: loadConfig } = createRequire(import.meta.url)(
    'next/dist/server/config.js',
  ) as ConfigModule;
  await loadConfig(dev ? PHASE_DEVELOPMENT_SERVER : PHASE_PRODUCTION_SERVER, root);
}
