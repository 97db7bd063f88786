import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import { windowLimiter } from './window.ts';

/** For one process: counts in memory. The counts are not shared and are lost at a restart. */
export const memoryRateLimiter = (): RateLimiter =>
  windowLimiter(
    (bucket, perMinute, windowSeconds) =>
      new RateLimiterMemory({ points: perMinute, duration: windowSeconds, keyPrefix: bucket }),
  );
