import type { Config } from '#kernel/base/config.ts';

/** The way out of a message is a page of the console's host, and no part of the console. */
const API_PREFIXES = ['/v1/', '/mcp/', '/hooks/', '/.well-known/', '/billing/', '/unsubscribe/'];
const API_PATHS = new Set(['/v1', '/mcp', '/health', '/openapi.json']);

/** Whether a path is the API's; everything else is the console's. */
export const isApiPath = (pathname: string): boolean =>
  API_PATHS.has(pathname) || API_PREFIXES.some((prefix) => pathname.startsWith(prefix));

/**
 * Who answers a request (interface-spec 4.1, Hosts): API paths always the API; when the console has a host of its own,
 * every other host gets only the API, whose answer to a console path is a plain 404 without cookies.
 */
export function belongsToApi(config: Config, host: string | undefined, pathname: string): boolean {
  if (isApiPath(pathname)) return true;
  const consoleHost = new URL(config.consoleUrl).host;
  return consoleHost !== new URL(config.publicUrl).host && host?.toLowerCase() !== consoleHost;
}
