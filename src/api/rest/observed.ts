import { secondsSince } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import type { Exchange } from './respond.ts';

/** A request that reached no operation: an unknown path, or a method that the path does not have. */
const NONE = 'none';

/**
 * Counts a request and its duration under the operation that answered, and traces it. The path is no label: strangers
 * choose it. @param answer never rejects
 */
export function observed(
  { metrics }: Pick<Services, 'metrics'>,
  { header }: Pick<ApiRequest, 'header'>,
  exchange: Exchange,
  answer: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const begun = performance.now();
  const span = { kind: 'server', parent: header('traceparent') } as const;
  return traced('http', span, async ({ set }) => {
    const answered = await answer();
    const operation = exchange.operation ?? NONE;
    const status = String(answered.status);
    metrics.count('proofmail_http_requests_total', { operation, status });
    metrics.observe('proofmail_http_duration_seconds', { operation }, secondsSince(begun));
    set('proofmail.operation', operation);
    set('http.response.status_code', answered.status);
    set('proofmail.request_id', exchange.requestId);
    return answered;
  });
}
