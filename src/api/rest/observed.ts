import { secondsSince } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import { errorCatalogue } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { callerOf } from '#kernel/operation/request-log.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import type { Exchange } from './respond.ts';

/** A request that reached no operation: an unknown path, or a method that the path does not have. */
const NONE = 'none';
const MAX_ROUTE = 200;

/**
 * Counts a request and its duration under the operation that answered, and traces it. The path is not a label, because
 * strangers choose it.
 *  @param answer never rejects
 */
export function observed(
  services: Pick<Services, 'metrics' | 'requestLog' | 'clock'>,
  { header, method }: Pick<ApiRequest, 'header' | 'method'>,
  exchange: Exchange,
  answer: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { metrics } = services;
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
    logCall(services, method, exchange, answered.status, performance.now() - begun);
    return answered;
  });
}

/**
 * Records a call for its workspace: all calls of keys, and refused calls of people. Strangers have no
 * workspace.
 */
function logCall(
  { requestLog, clock }: Pick<Services, 'requestLog' | 'clock'>,
  method: string,
  { requestId, caller, route, operation, code }: Exchange,
  answered: number,
  duration: number,
): void {
  // A refusal of an MCP tool is inside a response with status 200.
  const status = code === undefined ? answered : errorCatalogue[code].status;
  if (!caller || (caller.key_id === null && status < 400)) return;
  requestLog.add({
    ...caller,
    request_id: requestId,
    method,
    // The caller chooses the name of a tool, so its length is limited.
    route: (route ?? operation ?? NONE).slice(0, MAX_ROUTE),
    status,
    code: code ?? null,
    duration_ms: Math.round(duration * 10) / 10,
    at: clock.now().getTime(),
  });
}

/** Records the caller as soon as it is known. */
export function noteCaller(exchange: Exchange, actor: Actor, target: unknown): void {
  const caller = callerOf(actor, target);
  if (caller) exchange.caller = caller;
}
