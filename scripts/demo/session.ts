import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Screen } from './screen.ts';
import { DemoError, shellQuote, type Target } from './target.ts';

/** One request. `$NAME` in the path is replaced by the id that the session stored under that name. */
export type ApiRequest<T> = {
  /** POST with a body, else GET. */
  body?: Record<string, unknown>;
  path: string;
  idempotencyKey?: string;
  /** The one status that is right. */
  status: number;
  /** The part of the response that the demo uses. */
  answer: z.ZodType<T>;
};

/** `status` reads well: `200, after 0.7 s`. */
export type ApiAnswer<T> = { body: T; status: string };

type RawAnswer = { status: number; requestId: string; body: unknown };

const REQUEST_TIMEOUT = 20_000;
/** Mail takes up to 12 s where no DNS server answers; the rest is for a busy machine. */
const PATIENCE = 45_000;
const POLL_INTERVAL = 250;

/** Talks to the API as any client would, and shows each request before it is made. */
export class Session {
  readonly screen: Screen;
  readonly #target: Target;
  readonly #names = new Map<string, string>();

  constructor(target: Target, screen: Screen) {
    this.#target = target;
    this.screen = screen;
  }

  /** Keeps an id under a name for later paths. @returns the row that tells the reader, ready for a shell */
  keep(name: string, id: string): readonly [string, string] {
    this.#names.set(name, id);
    return [`${name}=${id}`, ''];
  }

  /** A request that is not shown. @throws DemoError when nothing answers, or not as expected */
  async look<T>(request: ApiRequest<T>): Promise<T> {
    return this.#expect(request, await this.#fetch(request));
  }

  /** @throws DemoError when nothing answers, or not as expected */
  async request<T>(request: ApiRequest<T>): Promise<ApiAnswer<T>> {
    this.#show(request);
    return { body: await this.look(request), status: String(request.status) };
  }

  /** Shows a GET once and repeats it until its answer satisfies. @throws DemoError when it never does */
  async requestUntil<T>(
    request: ApiRequest<T>,
    satisfied: (body: T) => boolean,
    awaited: string,
  ): Promise<ApiAnswer<T>> {
    this.#show(request);
    const begin = performance.now();
    for (;;) {
      const raw = await this.#fetch(request);
      const body = this.#expect(request, raw);
      const seconds = (performance.now() - begin) / 1000;
      if (satisfied(body)) return { body, status: `${request.status}, after ${seconds.toFixed(1)} s` };
      if (seconds * 1000 > PATIENCE)
        throw new DemoError(
          `${awaited} did not happen within ${PATIENCE / 1000} s (last request ${raw.requestId}). Is the role worker running?`,
        );
      await delay(POLL_INTERVAL);
    }
  }

  /** Downloads a file, shown as `curl … -o filename`. */
  async download(path: string, filename: string): Promise<{ bytes: Buffer; headers: Headers }> {
    this.screen.command(['curl', `"$API${path}"`, '-H "$AUTH"', `-o ${shellQuote(filename)}`]);
    const response = await this.#send(path, {});
    if (response.status !== 200) this.#refuse(`GET ${path}`, 200, await toRaw(response));
    return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
  }

  #show({ body, path, idempotencyKey }: ApiRequest<unknown>): void {
    const key = idempotencyKey === undefined ? [] : [`-H "Idempotency-Key: ${idempotencyKey}"`];
    const json = body === undefined ? [] : [`--json ${shellQuote(JSON.stringify(body))}`];
    this.screen.command([
      'curl',
      `"$API${path}"`,
      ...(path.startsWith('/v1/') ? ['-H "$AUTH"'] : []),
      ...key,
      ...json,
    ]);
  }

  async #fetch({ body, path, idempotencyKey }: ApiRequest<unknown>): Promise<RawAnswer> {
    const headers: Record<string, string> = {};
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (body === undefined) return toRaw(await this.#send(path, { headers }));
    headers['content-type'] = 'application/json';
    return toRaw(await this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { apiUrl, key } = this.#target;
    const url = apiUrl + path.replace(/\$([A-Z_]+)/g, (_, name: string) => this.#names.get(name) ?? '');
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    try {
      return await fetch(url, { ...init, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
    } catch {
      throw new DemoError(
        `Nothing answers at ${apiUrl}. Start Proofmail with "npm start", or set PORT or PM_PUBLIC_URL.`,
      );
    }
  }

  #expect<T>(request: ApiRequest<T>, raw: RawAnswer): T {
    const name = `${request.body === undefined ? 'GET' : 'POST'} ${request.path}`;
    if (raw.status !== request.status) this.#refuse(name, request.status, raw);
    const parsed = request.answer.safeParse(raw.body);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new DemoError(
      `The answer to ${name} is not what the demo expects at ${issue?.path.join('.') || 'its top'}: ${issue?.message} (request ${raw.requestId}).`,
    );
  }

  #refuse(name: string, expected: number, { status, body, requestId }: RawAnswer): never {
    const error = (body as { error?: Record<string, unknown> } | null)?.error;
    if (typeof error?.code !== 'string')
      throw new DemoError(
        `${this.#target.apiUrl} answers ${name} with ${status} instead of ${expected}, and not as Proofmail would. Set PORT or PM_PUBLIC_URL.`,
      );
    const hint = status === 401 ? ` The key came from ${this.#target.keyPlace}.` : '';
    throw new DemoError(
      `${name} answered ${status} ${error.code} instead of ${expected}: ${error.message}${hint} (request ${requestId})`,
    );
  }
}

async function toRaw(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  const requestId = response.headers.get('request-id') ?? 'without an id';
  try {
    return { status: response.status, requestId, body: JSON.parse(text) };
  } catch {
    return { status: response.status, requestId, body: null };
  }
}
