import type { RateLimiter } from '#kernel/ports/rate-limiter.ts';
import { AppError } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';
import { type Actor, callerId } from './actor.ts';
import type { AnyOperation, Bucket } from './operation.ts';

/** The bucket applied last: its limit per minute, and the seconds until its current minute ends. */
export type RateLimitState = { limit: number; reset: number };

/** Every request counts on its key; an operation may name further buckets (spec 8.1). */
export const bucketsOf = (operation: AnyOperation): Bucket[] => {
  const named = operation.bucket === undefined ? [] : [operation.bucket].flat();
  return ['api' as Bucket, ...(named as Bucket[]).filter((bucket) => bucket !== 'api')];
};

/** Buckets that belong to an identity and not to the calling key. */
const isIdentityBucket = (bucket: Bucket): boolean => bucket === 'send' || bucket === 'sign';

export type Spending = {
  limiter: RateLimiter;
  operation: AnyOperation;
  actor: Actor;
  /** Receives the limit that applied, even when the call is refused. */
  onRateLimit: (state: RateLimitState) => void;
};

/**
 * Spends one request from each bucket of the calling key or partner, before anything is looked up.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function spendOfCaller(spending: Spending): Promise<void> {
  const { operation, actor } = spending;
  const buckets: Bucket[] = operation.bucketFor ? ['api'] : bucketsOf(operation);
  for (const bucket of buckets) {
    if (isIdentityBucket(bucket)) continue;
    if (bucket !== 'partner') await spend(spending, bucket, callerId(actor));
    else if (actor.level === 'partner') await spend(spending, bucket, actor.partner_id!);
  }
  await spendOfTenant(spending);
}

/** All keys and people of a tenant share a limit, so that a tenant gains nothing by creating more keys. */
async function spendOfTenant({ limiter, actor, onRateLimit }: Omit<Spending, 'operation'>): Promise<void> {
  const limit = actor.tenant_requests_per_minute ?? null;
  if (limit === null || actor.tenant_id === null) return;
  const { allowed, resetSeconds } = await limiter.consume('tenant', actor.tenant_id, limit);
  if (allowed) return;
  onRateLimit({ limit, reset: resetSeconds });
  throw new AppError('rate_limited', { scope: 'tenant', limit }, { retryAfter: resetSeconds });
}

/** The same for a request that calls no operation. */
export async function spendOfKey(spending: Omit<Spending, 'operation'>): Promise<void> {
  await spend(spending, 'api', callerId(spending.actor));
  await spendOfTenant(spending);
}

/**
 * Spends one request from each bucket of the identity. Call this only for an identity within the caller's reach: otherwise
 * anyone could use up the sends of another tenant's identity, or learn from the refusal that it exists.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function spendOfIdentity(spending: Spending, identityId: string | undefined): Promise<void> {
  const holder = identityId ?? spending.actor.identity_id;
  if (!holder) return;
  for (const bucket of bucketsOf(spending.operation)) {
    if (isIdentityBucket(bucket)) await spend(spending, bucket, holder);
  }
}

/**
 * Spends one request from the calling key's bucket for this input, if the operation has several buckets.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function spendOfInput(spending: Spending, input: Record<string, unknown>): Promise<void> {
  const bucket: Bucket | undefined = spending.operation.bucketFor?.(input);
  if (bucket) await spend(spending, bucket, callerId(spending.actor));
}

async function spend(
  { limiter, onRateLimit }: Omit<Spending, 'operation'>,
  bucket: Bucket,
  holder: string,
): Promise<void> {
  const limit = limits.ratePerMinute[bucket];
  const { allowed, resetSeconds } = await limiter.consume(bucket, holder, limit);
  onRateLimit({ limit, reset: resetSeconds });
  if (!allowed) throw new AppError('rate_limited', { bucket, limit }, { retryAfter: resetSeconds });
}
