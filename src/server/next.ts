import { type ApiHandler, createApiHandler } from '#api/rest/web.ts';
import { loadConfig } from '#kernel/base/config.ts';
import type { Services } from '#kernel/operation/services.ts';
import { createServices } from '#server/services.ts';

const shared = globalThis as {
  proofmailApiHandler?: Promise<ApiHandler>;
  proofmailServices?: Promise<Services>;
};

/**
 * The API inside Next's route handlers. Under `npm start`, the program stores its own handler here first. Under a plain
 * `next start` or in a serverless deployment, the first request opens the services from the environment.
 */
export async function handleApiRequest(request: Request): Promise<Response> {
  shared.proofmailApiHandler ??= servicesFromEnvironment().then(createApiHandler);
  return (await shared.proofmailApiHandler)(request);
}

/** The services of a process that `src/server/start.ts` did not start, opened once. */
export function servicesFromEnvironment(): Promise<Services> {
  shared.proofmailServices ??= openServices();
  return shared.proofmailServices;
}

async function openServices(): Promise<Services> {
  const config = loadConfig(process.env);
  if (!config.databaseUrl) throw new Error('DATABASE_URL must be set where Next runs without npm start.');
  return createServices(config, { databaseUrl: config.databaseUrl });
}
