import { pauseBefore, type RetryCase, sleep } from './backoff.ts';
import { ConnectionError, errorOf, ProofmailError, TimeoutError } from './errors.ts';
import { Pages } from './pages.ts';
import { linesOf, readEvents, type StreamEvent } from './streams.ts';

export type { StreamEvent } from './streams.ts';

/** An operation, as the generated table describes it. */
export type Spec = {
  id: string;
  method: string;
  path: string;
  /** Inputs that go into the query and into header fields; all others are the body. */
  query?: readonly string[];
  headers?: readonly string[];
  /** The content type of the body. */
  body?: string;
  takesKey?: boolean;
  answer: 'json' | 'page' | 'none' | 'text' | 'file' | 'lines' | 'redirect';
};

export type RawBody = string | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

export type CallOptions = {
  /** Aborts the call and its retries. */
  signal?: AbortSignal;
  /** The time limit of one attempt in milliseconds. */
  timeout?: number;
  maxRetries?: number;
  /** For calls that accept one. By default, the SDK creates one for each call and repeats it in retries. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Called with the successful response before its body is read, for example for its headers. */
  onResponse?: (response: Response) => void;
};

export type CallerOptions = {
  baseUrl: string;
  /** Null for operations that need no key. A function is called before every request. */
  apiKey: string | null | (() => string | null | Promise<string | null>);
  timeout: number;
  maxRetries: number;
  fetch: typeof globalThis.fetch;
  headers: Record<string, string>;
};

type Input = Record<string, unknown>;
type Ids = readonly string[];

/** Sends requests to the API, with the key, retries, timeouts and typed errors. */
export class Caller {
  readonly options: CallerOptions;

  constructor(options: CallerOptions) {
    this.options = options;
  }

  async call<T>(spec: Spec, ids: Ids, input: object, options: CallOptions): Promise<T> {
    const response = await this.respond(spec, ids, input, options);
    return (await contentOf(spec, response)) as T;
  }

  pages<Item, Page extends { data: Item[]; next_cursor: string | null }>(
    spec: Spec,
    ids: Ids,
    input: object,
    options: CallOptions,
  ): Pages<Item, Page> {
    return new Pages((cursor) =>
      this.call<Page>(spec, ids, cursor === null ? input : { ...input, cursor }, options),
    );
  }

  async *lines(spec: Spec, ids: Ids, input: object, options: CallOptions): AsyncGenerator<unknown> {
    const response = await this.respond(spec, ids, input, options);
    for await (const line of linesOf(response)) if (line !== '') yield JSON.parse(line);
  }

  /** Server-sent events of one connection, until the server or the caller ends it. */
  async *stream(spec: Spec, ids: Ids, input: object, options: CallOptions): AsyncGenerator<StreamEvent> {
    const headers = { ...options.headers, accept: 'text/event-stream' };
    const response = await this.respond(spec, ids, input, { ...options, headers });
    yield* readEvents(response);
  }

  /** The successful response, with its body unread. @throws ProofmailError */
  async respond(spec: Spec, ids: Ids, input: object, options: CallOptions): Promise<Response> {
    const { maxRetries = this.options.maxRetries } = options;
    const key = spec.takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(spec, ids, input as Input, key, options);
      if (outcome instanceof Response) {
        options.onResponse?.(outcome);
        return outcome;
      }
      const facts: RetryCase = { attempt, method: spec.method, hasKey: key !== null, error: outcome };
      const pause = attempt < maxRetries && !options.signal?.aborted ? pauseBefore(facts) : null;
      if (pause === null || isUsedUp(spec, input as Input)) throw outcome;
      await sleep(pause, options.signal);
    }
  }

  async #attempt(
    spec: Spec,
    ids: Ids,
    input: Input,
    key: string | null,
    options: CallOptions,
  ): Promise<Response | ProofmailError> {
    const { timeout = this.options.timeout, signal } = options;
    const ended = AbortSignal.timeout(timeout);
    try {
      const request = await this.#request(spec, ids, input, key, options);
      const both = signal ? AbortSignal.any([signal, ended]) : ended;
      // A stream may take longer than a request, so the time limit applies only until the headers arrive.
      const isOpenEnded = request.headers.accept === 'text/event-stream' || spec.answer === 'lines';
      const response = isOpenEnded
        ? await withinTime(timeout, signal, (own) =>
            this.options.fetch(request.url, { ...request.init, signal: own }),
          )
        : await this.options.fetch(request.url, { ...request.init, signal: both });
      return isSuccess(spec, response) ? response : await errorOf(response);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (ended.aborted || (error instanceof Error && error.name === 'TimeoutError'))
        return new TimeoutError(timeout, { cause: error });
      if (error instanceof ProofmailError) return error;
      // `fetch` fails with a TypeError; any other error is a bug in the SDK or in the caller.
      if (error instanceof TypeError && !(error.cause instanceof RangeError))
        return new ConnectionError(this.options.baseUrl, { cause: error });
      throw error;
    }
  }

  async #request(spec: Spec, ids: Ids, input: Input, key: string | null, options: CallOptions) {
    const { apiKey, baseUrl } = this.options;
    const secret = typeof apiKey === 'function' ? await apiKey() : apiKey;
    const { query, own, body } = parts(spec, input);
    const headers: Record<string, string> = {
      accept: 'application/json, */*',
      ...(secret !== null && { authorization: `Bearer ${secret}` }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(body !== undefined && spec.body && { 'content-type': spec.body }),
      ...own,
      ...lowerCase({ ...this.options.headers, ...options.headers }),
    };
    const isStream = body instanceof ReadableStream;
    const init = {
      method: spec.method,
      headers,
      // A redirect would send the key to another server.
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(isStream && { duplex: 'half' }),
    } as RequestInit;
    return { url: `${baseUrl}${pathOf(spec, ids)}${query}`, headers, init };
  }
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A stream can be read once, so a request with one cannot be repeated. */
const isUsedUp = (spec: Spec, input: Input): boolean =>
  spec.body !== undefined && input.body instanceof ReadableStream;

function pathOf({ path, id }: Spec, ids: Ids): string {
  let index = 0;
  return path.replace(/\{\w+\}/g, (name) => {
    const value = ids[index++];
    // An empty id would give the path of another operation.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      throw new RangeError(`${id}: ${name} must be a string that is not empty.`);
    return encodeURIComponent(value);
  });
}

function parts(spec: Spec, input: Input) {
  const query = new URLSearchParams();
  const own: Record<string, string> = {};
  const rest: Input = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (spec.query?.includes(name)) addQuery(query, name, value);
    else if (spec.headers?.includes(name)) own[name.toLowerCase()] = String(value);
    else rest[name] = value;
  }
  const text = query.toString();
  return { query: text && `?${text}`, own, body: bodyOf(spec, rest) };
}

/** Lists are repeated: `?types=a&types=b`. */
function addQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null) return;
  for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
}

function bodyOf(spec: Spec, rest: Input): RawBody | undefined {
  if (spec.body === undefined) return undefined;
  return isJson(spec.body) ? JSON.stringify(rest) : (rest.body as RawBody);
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);

const isSuccess = ({ answer }: Spec, { ok, status, headers }: Response): boolean =>
  ok || status === 304 || (answer === 'redirect' && status < 400 && headers.has('location'));

async function contentOf(spec: Spec, response: Response): Promise<unknown> {
  if (spec.answer === 'redirect') return response.headers.get('location');
  if (spec.answer === 'file') return response;
  if (spec.answer === 'none') return void (await response.body?.cancel());
  return spec.answer === 'text' ? response.text() : response.json();
}

/** Runs work with a time limit, which ends once the response has begun. */
async function withinTime<T>(
  timeout: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException('The call timed out.', 'TimeoutError')),
    timeout,
  );
  try {
    return await run(outer ? AbortSignal.any([outer, limit.signal]) : limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
