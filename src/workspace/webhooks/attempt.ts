import type { Services } from '#kernel/operation/services.ts';
import type { AttemptEnd, Claimed } from './delivery-repository.ts';
import { nextAttempt } from './schedule.ts';
import { headersFor, keysOf, type Signing } from './signature.ts';

export type Posted = {
  succeeded: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
};

/** There is nothing to deliver, because the event is past its tenant's retention. */
export const EVENT_GONE: Posted = {
  succeeded: false,
  response_status: null,
  duration_ms: 0,
  error: 'The event is no longer kept.',
};

/**
 * Signs an envelope and posts it, once (spec 6.2, 6.3).
 * @throws Error if the endpoint's secret was sealed with a different PM_SECRET
 */
export async function post(
  services: Services,
  to: Signing & { url: string },
  eventId: string,
  body: string,
): Promise<Posted> {
  const begun = performance.now();
  const now = services.clock.now();
  const headers = headersFor(keysOf(services, to, now), eventId, body, now);
  const { status, error } = await services.web.post(to.url, headers, body);
  const succeeded = status !== null && status >= 200 && status < 300;
  const duration_ms = Math.round(performance.now() - begun);
  return {
    succeeded,
    response_status: status,
    duration_ms,
    error: succeeded ? null : (error ?? told(status)),
  };
}

const told = (status: number | null): string =>
  status !== null && status >= 300 && status < 400
    ? `The server answered ${status}; redirects are not followed.`
    : `The server answered ${status}.`;

/** The outcome of an attempt: success, a retry time, or dead after the thirteenth. */
export function endOf(claimed: Claimed, posted: Posted, now: Date, random: number): AttemptEnd {
  const attempt = claimed.attempt + 1;
  const next = posted.succeeded ? null : nextAttempt(attempt, now, random);
  const status = posted.succeeded ? 'succeeded' : next ? 'failed' : 'dead';
  const { response_status, duration_ms, error } = posted;
  return {
    id: claimed.id,
    attempt,
    status,
    response_status,
    duration_ms,
    error,
    next_attempt_at: next?.toISOString() ?? null,
  };
}
