import { ConnectionError } from './errors.ts';

/** One server-sent event (WHATWG HTML, section 9.2). `data` is parsed if it is JSON. */
export type StreamEvent = { event: string; id: string | null; data: unknown };

/** Milliseconds. Streams send something every 10 seconds, so one that is silent for this long is dead. */
const SILENCE = 45_000;

/** The lines of a body as they arrive, ended by `
`, `\r
` or `\r`. */
export async function* linesOf(response: Response, silence?: number): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream() as never).getReader() as
    | ReadableStreamDefaultReader<string>
    | undefined;
  if (!reader) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await (silence === undefined ? reader.read() : within(silence, reader.read()));
      if (done) break;
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws ConnectionError if nothing arrives in time */
async function within<T>(milliseconds: number, coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ConnectionError('the stream, which fell silent')), milliseconds);
  });
  return Promise.race([coming, silent]).finally(() => clearTimeout(timer));
}

/** The events of a stream, without comments, which only keep the connection open. */
export async function* readEvents(response: Response, silence = SILENCE): AsyncGenerator<StreamEvent> {
  let fields: { event: string; data: string[]; id: string | null } = { event: 'message', data: [], id: null };
  for await (const line of linesOf(response, silence)) {
    if (line === '') {
      if (fields.data.length > 0)
        yield { event: fields.event, id: fields.id, data: parsed(fields.data.join('\n')) };
      fields = { event: 'message', data: [], id: fields.id };
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === 'event') fields.event = value;
    if (name === 'data') fields.data.push(value);
    if (name === 'id') fields.id = value;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
