import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '#kernel/base/log.ts';
import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import { memoryRateLimiter } from './memory.ts';
import { windowLimiter } from './window.ts';

/** The longest time for which counting delays a request if Redis does not respond. */
const ANSWER_WITHIN_MS = 250;
/** How long requests are then counted in this process before Redis is tried again. */
const ASK_AGAIN_AFTER_MS = 1_000;

/**
 * For several processes: counts in Redis. While Redis is unavailable, each process counts for itself, so that requests
 * continue and are still limited. One warning is logged when that begins, and one line when it ends.
 */
export function redisRateLimiter(url: string, log: Logger): RateLimiter & { close(): Promise<void> } {
  const client = new Redis(url, {
    // A command that cannot be sent fails at once instead of waiting for a connection.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  // Errors surface where a request is counted. Without a listener, each one would be printed.
  client.on('error', () => {});
  const shared = windowLimiter(
    (bucket, perMinute, windowSeconds) =>
      new RateLimiterRedis({
        storeClient: client,
        points: perMinute,
        duration: windowSeconds,
        keyPrefix: `proofmail/rate/${bucket}`,
        rejectIfRedisNotReady: true,
      }),
  );
  const connected = firstAnswer(client);
  const { consume } = withFallback(shared, memoryRateLimiter(), log);
  return {
    consume: async (...request) => {
      await connected;
      return consume(...request);
    },
    close: async () => client.disconnect(),
  };
}

/** Settles when the first connection is open or has failed, so that even the first requests are counted in Redis. */
const firstAnswer = (client: Redis): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => resolve();
    client.once('ready', settle).once('error', settle);
    setTimeout(settle, ANSWER_WITHIN_MS).unref();
  });

function withFallback(shared: RateLimiter, own: RateLimiter, log: Logger): RateLimiter {
  let away = false;
  let askAgainAt = 0;
  return {
    async consume(bucket, holder, perMinute) {
      if (performance.now() < askAgainAt) return own.consume(bucket, holder, perMinute);
      try {
        const state = await shared.consume(bucket, holder, perMinute);
        if (away) log.info('Redis responds again: all processes share rate limits');
        away = false;
        return state;
      } catch (error) {
        if (!away)
          log.warn(
            { error },
            'Redis does not respond: until it does, each process counts rate limits for itself',
          );
        away = true;
        askAgainAt = performance.now() + ASK_AGAIN_AFTER_MS;
        return own.consume(bucket, holder, perMinute);
      }
    },
  };
}
