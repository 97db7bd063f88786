import { currentTraceparent } from '#kernel/base/tracing.ts';

/** The field of a payload in the queue that says in which trace a job was enqueued. No handler sees it. */
const CAUSE = '$traceparent';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The payload as it goes into the queue: with its trace, where there is one. */
export function withCause(payload: unknown): unknown {
  const cause = currentTraceparent();
  return cause !== null && isFields(payload) ? { ...payload, [CAUSE]: cause } : payload;
}

/** The opposite, also in a process without traces. */
export function takeCause(payload: unknown): { payload: unknown; cause: string | null } {
  if (!isFields(payload) || !(CAUSE in payload)) return { payload, cause: null };
  const { [CAUSE]: cause, ...rest } = payload;
  return { payload: rest, cause: typeof cause === 'string' ? cause : null };
}
