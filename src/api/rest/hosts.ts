import type { Config } from '#kernel/base/config.ts';
import { isAnsweredByApi } from './api-paths.ts';

/**
 * Whether the API answers a request (spec 4.1, Hosts). It always answers API paths. If the console has a separate host,
 * all other hosts get only the API, which answers console paths with a plain 404 without cookies.
 */
export function belongsToApi(
  config: Config,
  host: string | undefined,
  pathname: string,
  accept?: string,
): boolean {
  if (isAnsweredByApi(pathname, accept)) return true;
  const consoleHost = new URL(config.consoleUrl).host;
  return consoleHost !== new URL(config.publicUrl).host && host?.toLowerCase() !== consoleHost;
}
