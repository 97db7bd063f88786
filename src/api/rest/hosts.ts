import type { Config } from '#kernel/base/config.ts';
import { isAnsweredByApi } from './api-paths.ts';

/**
 * Who answers a request (spec 4.1, Hosts): API paths always the API; when the console has a host of its own,
 * every other host gets only the API, whose answer to a console path is a plain 404 without cookies.
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
