import type { Config } from '#kernel/base/config.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Only browsers send Origin. Among them only pages of this deployment may call the tools; otherwise a foreign page could
 * reach a local server through a DNS name that it controls (DNS rebinding).
 */
export function isKnownOrigin({ publicUrl, consoleUrl }: Config, origin: string | null): boolean {
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  const own = [publicUrl, consoleUrl].map((url) => new URL(url));
  return own.some((url) => url.host === host || (LOOPBACK.has(url.hostname) && LOOPBACK.has(hostname)));
}
