import type { Config } from '#kernel/base/config.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import { memoryRateLimiter } from './memory.ts';

/** The driver that the environment selects. `close` closes its connection. */
export async function openRateLimiter(
  config: Config,
  log: Logger,
): Promise<RateLimiter & { close(): Promise<void> }> {
  if (config.redisUrl === null) return { ...memoryRateLimiter(), close: async () => {} };
  const { redisRateLimiter } = await import('./redis.ts');
  return redisRateLimiter(config.redisUrl, log);
}
