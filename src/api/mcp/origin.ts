import type { Config } from '#kernel/base/config.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Browsers alone send Origin. Only pages of this deployment may call the tools from one, so that no page elsewhere does it
 * through a name that it points at a local server (DNS rebinding).
 */
export function isKnownOrigin({ publicUrl, consoleUrl }: Config, origin: string | null): boolean {
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  const own = [publicUrl, consoleUrl].map((url) => new URL(url));
  return own.some((url) => url.host === host || (LOOPBACK.has(url.hostname) && LOOPBACK.has(hostname)));
}
