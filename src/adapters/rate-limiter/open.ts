import type { Config } from '#kernel/config.ts';
import type { Logger } from '#kernel/log.ts';
import { memoryRateLimiter } from './memory.ts';
import type { RateLimiter } from './port.ts';
import { redisRateLimiter } from './redis.ts';

/** The driver that the environment asks for. `close` lets go of its connection. */
export const openRateLimiter = (config: Config, log: Logger): RateLimiter & { close(): Promise<void> } =>
  config.redisUrl === null
    ? { ...memoryRateLimiter(), close: async () => {} }
    : redisRateLimiter(config.redisUrl, log);
