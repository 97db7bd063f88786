import { SECOND } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import { AppError, envelopeOf } from '#kernel/catalogue/errors.ts';
import { asKnown } from '#kernel/operation/failure.ts';

/** Server-sent events (WHATWG HTML, section 9.2) of one agentic search, with comments as heartbeats. */

const KEEP_ALIVE = 10 * SECOND;
const encoder = new TextEncoder();

type Told = { event: string; data: unknown };

/**
 * Runs the work and streams its events, then its result as `done`. A failure after the beginning is an event `error`
 * with the error envelope. The work is aborted when the client disconnects.
 */
export function eventStream(
  { log, requestId, keepAlive = KEEP_ALIVE }: { log: Logger; requestId: string; keepAlive?: number },
  work: (client: AbortSignal, tell: (told: Told) => void) => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => {
        if (leaving.signal.aborted) return;
        controller.enqueue(encoder.encode(text));
        timer = timer?.refresh() ?? setInterval(() => send(': keep-alive\n\n'), keepAlive);
      };
      const tell = ({ event, data }: Told): void =>
        send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      // Sent immediately, so that the client sees that it is connected.
      send(': connected\n\n');
      void work(leaving.signal, tell)
        .then((result) => tell({ event: 'done', data: result }))
        .catch((error) => {
          const known = error instanceof AppError ? error : asKnown(error, requestId, log);
          tell({ event: 'error', data: envelopeOf(known, requestId) });
        })
        .finally(() => {
          clearInterval(timer);
          if (!leaving.signal.aborted) controller.close();
        });
    },
    cancel() {
      clearInterval(timer);
      leaving.abort();
    },
  });
}
