import { ConnectionError, type ProofmailError, TimeoutError } from './errors.ts';

export type RetryCase = { attempt: number; method: string; hasKey: boolean; error: ProofmailError };

const FIRST = 400;
const LONGEST = 8_000;
/** For a longer Retry-After, the error is thrown, so that the caller decides. */
const LONGEST_ASKED = 60_000;

/**
 * How many milliseconds to wait before the next attempt, or null if there must be none. A request that may have been
 * carried out is repeated only if that does no harm: reads, PUT, DELETE, and requests with an Idempotency-Key.
 */
export function pauseBefore({ attempt, method, hasKey, error }: RetryCase): number | null {
  const isLost = error instanceof ConnectionError || error instanceof TimeoutError;
  const isHarmless = hasKey || ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method);
  if (isLost) return isHarmless ? growing(attempt) : null;
  const wasRefused = error.status === 429 || (error.status === 503 && error.code !== null);
  if (!wasRefused && !isHarmless) return null;
  if (!error.retryable && ![429, 502, 503, 504].includes(error.status ?? 0)) return null;
  if (error.retryAfter === null) return growing(attempt);
  const asked = error.retryAfter * 1000;
  return asked > LONGEST_ASKED ? null : asked;
}

/** Doubles each time; a random share between half and all of it, so that many clients do not return at once. */
const growing = (attempt: number): number =>
  Math.min(FIRST * 2 ** attempt, LONGEST) * (0.5 + Math.random() / 2);

/** @throws the signal's reason when it ends the pause */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
