import { pauseBefore, sleep } from './backoff.ts';
import type { CallOptions, StreamEvent } from './caller.ts';
import { ConnectionError, ProofmailError } from './errors.ts';
import type { AllCalls } from './generated/operations.ts';
import type { Event } from './generated/types.ts';

type FeedInput = NonNullable<Parameters<AllCalls['events']['listOfIdentityStream']>[1]>;
export type TailOptions = CallOptions & Pick<FeedInput, 'types' | 'after'>;
export type FeedScope = { identity: string } | { tenant: string };

/** Events of an identity or a tenant as they happen. */
export function tailFeed(
  calls: AllCalls,
  scope: FeedScope,
  { types, after, ...call }: TailOptions,
): AsyncGenerator<Event> {
  const connect: Connect = (lastId, signal) => {
    const input = { ...(types && { types }), ...(lastId === null && after !== undefined && { after }) };
    const headers = { ...call.headers, ...(lastId !== null && { 'last-event-id': lastId }) };
    const own = { ...call, headers, signal };
    return 'identity' in scope
      ? calls.events.listOfIdentityStream(scope.identity, input, own)
      : calls.events.listOfTenantStream(scope.tenant, input, own);
  };
  return tail(connect, call.signal);
}

type Connect = (lastId: string | null, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Follows a feed across connections: each continues after the last event of the one before. */
async function* tail(connect: Connect, signal?: AbortSignal): AsyncGenerator<Event> {
  let lastId: string | null = null;
  for (let failures = 0; !signal?.aborted; ) {
    const own = new AbortController();
    try {
      const events = connect(lastId, signal ? AbortSignal.any([signal, own.signal]) : own.signal);
      for await (const { id, data } of events) {
        failures = 0;
        lastId = id ?? lastId;
        if (isEvent(data)) yield data;
      }
      await sleep(500, signal);
    } catch (error) {
      if (signal?.aborted) return;
      // fetch throws a TypeError if a stream breaks off. Errors of the caller are not retried.
      const known = error instanceof ProofmailError ? error : asLost(error);
      const pause = pauseBefore({
        attempt: Math.min(failures, 5),
        method: 'GET',
        hasKey: false,
        error: known,
      });
      if (pause === null) throw error;
      failures += 1;
      await sleep(pause, signal).catch(() => undefined);
    } finally {
      own.abort();
    }
  }
}

const isEvent = (data: unknown): data is Event =>
  typeof data === 'object' && data !== null && 'id' in data && 'type' in data;

function asLost(error: unknown): ConnectionError {
  const name = error instanceof Error ? error.name : '';
  if (error instanceof TypeError || name === 'AbortError')
    return new ConnectionError('the stream', { cause: error });
  throw error;
}
