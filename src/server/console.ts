import { existsSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { answerNotReady } from '#api/rest/node.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { HttpListener } from './http.ts';
import { StartError } from './start-error.ts';

const root = resolve(import.meta.dirname, '../..');

export type ConsoleApp = { handle: RequestListener; close(): Promise<void> };

type ConsoleOptions = { dev: boolean; host: string; log: Pick<Logger, 'error'> };

/**
 * The built console, or in development mode with reload on the same listener. Next takes half a second of the start and
 * a third of the memory of an idle process (bench/README.md), so it is loaded with the first page that somebody
 * requests.
 * @throws StartError when the console is not built
 */
export async function prepareConsole(http: HttpListener, options: ConsoleOptions): Promise<ConsoleApp> {
  if (options.dev) return loadConsole(http, options);
  if (!existsSync(join(root, '.next/BUILD_ID')))
    throw new StartError(
      'The console has not been built. Start with "npm start", or run "npx next build" first.',
    );
  let loading: Promise<ConsoleApp> | null = null;
  const load = (): Promise<ConsoleApp> => {
    loading ??= loadConsole(http, options).catch((error) => {
      // The next request for a page tries again.
      loading = null;
      throw error;
    });
    return loading;
  };
  const refuse = (response: ServerResponse, error: unknown): void => {
    options.log.error({ err: error }, 'could not load the console');
    answerNotReady(response);
  };
  return {
    handle: (request, response) =>
      void load().then(
        ({ handle }) => handle(request, response),
        (error) => refuse(response, error),
      ),
    close: async () => (await loading?.catch(() => null))?.close(),
  };
}

async function loadConsole(http: HttpListener, options: ConsoleOptions): Promise<ConsoleApp> {
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
 * Next prints how long next.config.ts took and has no option to prevent it. If the file is read beforehand, it comes
 * from Next's cache and nothing is printed.
 */
async function readConfigQuietly(dev: boolean): Promise<void> {
  const { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } = await import('next/constants.js');
  const { default: loadConfig } = createRequire(import.meta.url)(
    'next/dist/server/config.js',
  ) as ConfigModule;
  await loadConfig(dev ? PHASE_DEVELOPMENT_SERVER : PHASE_PRODUCTION_SERVER, root);
}
