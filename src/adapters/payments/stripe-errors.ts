import Stripe from 'stripe';
import { AppError } from '#kernel/catalogue/errors.ts';

/** Seconds to wait if a 429 does not name a time. Stripe's limits are per second. */
const DEFAULT_RETRY_AFTER = 2;
const MAX_TEXT = 300;

/** The error of a call to Stripe, as callers receive it. Stripe's text may contain an id, but never a card or a key. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const message = error.message.slice(0, MAX_TEXT);
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError('payment_declined', {
      message,
      ...(error.decline_code && { decline_code: error.decline_code }),
    });
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    const seconds = Number(error.headers?.['retry-after'] ?? DEFAULT_RETRY_AFTER);
    const retryAfter = Number.isSafeInteger(seconds) && seconds > 0 ? seconds : DEFAULT_RETRY_AFTER;
    return new AppError('upstream_rate_limited', { retry_after: retryAfter }, { retryAfter });
  }
  return new AppError('upstream_error', { provider: 'stripe', message });
}

/** Whether Stripe says that an object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
