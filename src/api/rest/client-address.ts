import type { Config } from '#kernel/base/config.ts';
import type { ApiRequest } from './exchange.ts';

type Client = Pick<ApiRequest, 'header' | 'remoteAddress'>;

/**
 * The client's address according to trusted proxies (PM_TRUSTED_PROXIES); null if it is not
 * known.
 */
export function clientAddress({ trustedProxies }: Config, { header, remoteAddress }: Client): string | null {
  const direct = remoteAddress ?? null;
  if (trustedProxies === 0) return direct;
  const forwarded = (header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return [...forwarded, direct].at(-1 - trustedProxies) || direct;
}
