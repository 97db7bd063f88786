import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from './port.ts';

const WINDOW_SECONDS = 60;

/** For one process: counts in memory, nothing shared, nothing kept over a restart. */
export function memoryRateLimiter(): RateLimiter {
  const limiters = new Map<string, RateLimiterMemory>();
  return {
    async consume(bucket, holder, perMinute) {
      const name = `${bucket}/${perMinute}`;
      let limiter = limiters.get(name);
      if (!limiter) {
        limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS, keyPrefix: bucket });
        limiters.set(name, limiter);
      }
      try {
        const state = await limiter.consume(holder);
        return { allowed: true, resetSeconds: seconds(state) };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, resetSeconds: seconds(refusal) };
      }
    },
  };
}

const seconds = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));
