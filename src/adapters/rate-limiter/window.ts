import { RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';

const WINDOW_SECONDS = 60;

/** A limiter of rate-limiter-flexible: `consume` rejects with its state when nothing is left. */
export type PointsLimiter = { consume(holder: string): Promise<RateLimiterRes> };

/** Implements the port with one points limiter per bucket. @throws the store's error if it cannot count */
export function windowLimiter(
  open: (bucket: string, perMinute: number, windowSeconds: number) => PointsLimiter,
): RateLimiter {
  const limiters = new Map<string, PointsLimiter>();
  const limiterOf = (bucket: string, perMinute: number): PointsLimiter => {
    const name = `${bucket}/${perMinute}`;
    const limiter = limiters.get(name) ?? open(bucket, perMinute, WINDOW_SECONDS);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async consume(bucket, holder, perMinute) {
      try {
        const state = await limiterOf(bucket, perMinute).consume(holder);
        return { allowed: true, resetSeconds: seconds(state) };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, resetSeconds: seconds(refusal) };
      }
    },
  };
}

const seconds = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));
