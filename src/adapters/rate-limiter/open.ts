import type { Config } from '#kernel/base/config.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import { memoryRateLimiter } from './memory.ts';
import { redisRateLimiter } from './redis.ts';

/** The driver that the environment asks for. `close` lets go of its connection. */
export const openRateLimiter = (config: Config, log: Logger): RateLimiter & { close(): Promise<void> } =>
  config.redisUrl === null
    ? { ...memoryRateLimiter(), close: async () => {} }
    : redisRateLimiter(config.redisUrl, log);
