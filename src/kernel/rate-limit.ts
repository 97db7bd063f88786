import type { RateLimiter } from '#adapters/rate-limiter/port.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';
import { limits } from './limits.ts';
import type { AnyOperation, Bucket } from './operation.ts';

/** What a caller is told in the header `RateLimit-Limit`, and of the bucket that refused it. */
export type RateLimitState = { limit: number; reset?: number };

/** Every request counts on its key; an operation may name further buckets (interface-spec 8.1). */
export const bucketsOf = (operation: AnyOperation): Bucket[] => {
  const named = operation.bucket === undefined ? [] : [operation.bucket].flat();
  return ['api' as Bucket, ...(named as Bucket[]).filter((bucket) => bucket !== 'api')];
};

/** Whose requests share the bucket; null when the bucket does not concern this caller. */
function holderOf(bucket: Bucket, actor: Actor, identityId: string | undefined): string | null {
  if (bucket === 'send' || bucket === 'sign') return identityId ?? actor.identity_id;
  if (bucket === 'partner') return actor.level === 'partner' ? actor.partner_id : null;
  return actor.key_id;
}

/**
 * Spends one request from each bucket. `told` receives the limit that applies, also when the call is refused.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function spend(
  limiter: RateLimiter,
  operation: AnyOperation,
  actor: Actor,
  identityId: string | undefined,
  told: (state: RateLimitState) => void,
): Promise<void> {
  for (const bucket of bucketsOf(operation)) {
    const holder = holderOf(bucket, actor, identityId);
    if (holder === null) continue;
    const limit = limits.ratePerMinute[bucket];
    const { allowed, resetSeconds } = await limiter.consume(bucket, holder, limit);
    told(allowed ? { limit } : { limit, reset: resetSeconds });
    if (!allowed) throw new AppError('rate_limited', { bucket, limit }, { retryAfter: resetSeconds });
  }
}
