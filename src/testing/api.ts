import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiHandler } from '#api/rest/web.ts';
import { type Clock, systemClock } from '#kernel/base/clock.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { createTestDatabase } from './database.ts';
import { noteCodes } from './reached-codes.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
type JsonObject = Record<string, any>;
export type ApiAnswer = { status: number; body: JsonObject; headers: Headers };
type CallOptions = { key?: string | null; body?: unknown; headers?: Record<string, string> };

export type TestApi = {
  services: OpenServices;
  platformKey: string;
  /** Sends one request and parses the JSON of the response. Without `body`, the request has none. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** The same without parsing the response. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/** `PM_TEST_RLS=on vitest run` runs every test that uses this file with row-level security. */
const rowSecurity = process.env.PM_TEST_RLS ? { PM_RLS: process.env.PM_TEST_RLS } : {};

/** For tests that call every operation: lookups are refused at once instead of timing out. */
export const offline = { PM_DNS_SERVERS: '127.0.0.1:1' };

/** The whole API with a separate database and without a socket. Requests use the same handler as over HTTP. */
export async function openTestApi(
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-test-'));
  // A test that provides its own database also removes it.
  const own = env.DATABASE_URL === undefined ? null : { url: env.DATABASE_URL, drop: async () => {} };
  const database = own ?? (await createTestDatabase());
  const config = loadConfig({
    PM_DATA_DIR: dataDir,
    PM_LOG_LEVEL: 'silent',
    ...rowSecurity,
    ...env,
  });
  const services = await createServices(config, { databaseUrl: database.url, clock });
  const answer = createApiHandler(services);
  const handler: typeof answer = async (...given) => {
    const response = await answer(...given);
    await noteCodes(response);
    return response;
  };
  const platformKey = config.bootstrapKey ?? services.bootstrapKey.secret!;
  return {
    services,
    platformKey,
    fetch: handler,
    call: async (method, path, options = {}) =>
      readAnswer(await handler(toRequest(method, path, platformKey, options))),
    close: async () => {
      await services.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function toRequest(method: string, path: string, platformKey: string, options: CallOptions): Request {
  const headers = new Headers(options.headers);
  const key = options.key === undefined ? platformKey : options.key;
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (options.body === undefined) return new Request(`http://localhost:3000${path}`, { method, headers });
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  return new Request(`http://localhost:3000${path}`, { method, headers, body });
}

async function readAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : { text },
    headers: response.headers,
  };
}
