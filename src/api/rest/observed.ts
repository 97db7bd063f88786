import { secondsSince } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import type { Exchange } from './respond.ts';

/** A request that reached no operation: an unknown path, or a method that the path does not have. */
const NONE = 'none';
const MAX_ROUTE = 200;

/**
 * Counts a request and its duration under the operation that answered, and traces it. The path is no label: strangers
 * choose it. @param answer never rejects
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

/** Writes a call down for its workspace. Strangers and people have no key, and are not logged. */
function logCall(
  { requestLog, clock }: Pick<Services, 'requestLog' | 'clock'>,
  method: string,
  { requestId, caller, route, operation, code }: Exchange,
  status: number,
  duration: number,
): void {
  if (!caller) return;
  requestLog.add({
    request_id: requestId,
    tenant_id: caller.tenant_id,
    key_id: caller.key_id,
    method,
    // The name of a tool is the caller's word for it.
    route: (route ?? operation ?? NONE).slice(0, MAX_ROUTE),
    status,
    code: code ?? null,
    duration_ms: Math.round(duration * 10) / 10,
    at: clock.now().getTime(),
  });
}

/**
 * Says whose call it is: of the key's workspace, or, for platform and partner keys, of the workspace whose object the path
 * names, once it is known.
 */
export function noteCaller(
  exchange: Exchange,
  { key_id, tenant_id }: Pick<Actor, 'key_id' | 'tenant_id'>,
  target: unknown,
): void {
  const workspace = tenant_id ?? workspaceOf(target);
  if (key_id !== null && workspace !== null) exchange.caller = { key_id, tenant_id: workspace };
}

function workspaceOf(target: unknown): string | null {
  if (typeof target !== 'object' || target === null) return null;
  if ('tenant_id' in target && typeof target.tenant_id === 'string') return target.tenant_id;
  return 'id' in target && typeof target.id === 'string' && target.id.startsWith('ten_') ? target.id : null;
}
