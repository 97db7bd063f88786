import { currentTraceparent } from '#kernel/base/tracing.ts';

/** The field of a queued payload with the trace in which the job was enqueued. Handlers do not see it. */
const CAUSE = '$traceparent';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the current trace to a payload before it is queued, if there is one. */
export function withCause(payload: unknown): unknown {
  const cause = currentTraceparent();
  return cause !== null && isFields(payload) ? { ...payload, [CAUSE]: cause } : payload;
}

/** Separates a queued payload from its trace, also in a process without tracing. */
export function takeCause(payload: unknown): { payload: unknown; cause: string | null } {
  if (!isFields(payload) || !(CAUSE in payload)) return { payload, cause: null };
  const { [CAUSE]: cause, ...rest } = payload;
  return { payload: rest, cause: typeof cause === 'string' ? cause : null };
}
