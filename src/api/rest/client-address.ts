import type { Config } from '#kernel/base/config.ts';
import type { ApiRequest } from './exchange.ts';

type Client = Pick<ApiRequest, 'header' | 'remoteAddress'>;

/**
 * The client's address, as far as the proxies in front can be believed (PM_TRUSTED_PROXIES); null where it is not
 * known.
 */
export function clientAddress({ trustedProxies }: Config, { header, remoteAddress }: Client): string | null {
  const direct = remoteAddress ?? null;
  if (trustedProxies === 0) return direct;
  const forwarded = (header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return [...forwarded, direct].at(-1 - trustedProxies) || direct;
}
