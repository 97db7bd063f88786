import { pauseBefore, sleep } from './backoff.ts';
import type { StreamEvent } from './caller.ts';
import { ConnectionError, ProofmailError } from './errors.ts';
import type { Event } from './generated/types.ts';

type Connect = (lastId: string | null, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Follows a feed across connections: each continues after the last event of the one before. */
export async function* tail(connect: Connect, signal?: AbortSignal): AsyncGenerator<Event> {
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
      // A stream that breaks off while it is read is a TypeError of fetch; a mistake of the caller's is not repeated.
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
