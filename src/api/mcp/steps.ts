import { AppError, type ErrorCode } from '#kernel/catalogue/errors.ts';
import type { AnyOperation, Bytes } from '#kernel/operation/operation.ts';
import type { Body } from './tool.ts';

/** Reports a step: its number, and a description that never contains text of a mail. */
export type Progress = (step: number, message: string) => Promise<void>;

/** The input that makes an operation report its steps, if it can. */
export const streamed = (operation: AnyOperation): Body =>
  'stream' in operation.input.shape ? { stream: true } : {};

type Listener = { progress: Progress | null; signal(): AbortSignal };

/**
 * Follows an answer that arrives as server-sent events: it reports each step, and `done` carries the answer. It stops when
 * the client disconnects. @throws AppError from an `error` event
 */
export async function followed({ content }: Bytes, { progress, signal }: Listener): Promise<Body> {
  const stream = (content as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>, { signal: signal() })
    .values();
  let rest = '';
  let steps = 0;
  for await (const chunk of stream) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop()!;
    for (const event of events.map(parsed)) {
      if (event?.name === 'done') return event.data;
      if (event?.name === 'error') throw refusalIn(event.data);
      if (event?.name !== 'step') continue;
      steps += 1;
      await progress?.(steps, wordsOf(event.data));
    }
  }
  throw new AppError('timeout');
}

function parsed(event: string): { name: string; data: Body } | null {
  const fields = new Map(event.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const [name, data] = [fields.get('event'), fields.get('data')];
  return name !== undefined && data !== undefined ? { name, data: JSON.parse(data) } : null;
}

function refusalIn(data: Body): AppError {
  const { code, details } = data.error as { code: ErrorCode; details?: Record<string, unknown> };
  return new AppError(code, details);
}

/** Only the kind of a step is reported, because a model's query may repeat text of a mail. */
function wordsOf({ action, found, message_ids }: Body): string {
  if (action === 'search') return `Searched: ${Number(found ?? 0)} messages found.`;
  if (action === 'read') return `Read ${(message_ids as unknown[] | undefined)?.length ?? 0} messages.`;
  return 'Wrote the answer.';
}
