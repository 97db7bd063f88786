import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

// The part of Inngest's HTTP API that the SDK uses, on loopback: it accepts events and function definitions, and calls the
// functions with signed requests, step by step (https://github.com/inngest/inngest/blob/main/docs/SDK_SPEC.md).

export const EVENT_KEY = 'an-event-key';
export const SIGNING_KEY = 'signkey-test-0123456789abcdef0123456789abcdef';

type Event = { id?: string; name: string; data: Record<string, unknown>; ts?: number };
type FunctionConfig = {
  id: string;
  triggers: { event?: string; cron?: string; expression?: string }[];
  steps: { step: { runtime: { url: string }; retries?: { attempts: number } } };
  concurrency?: { key: string; limit: number };
};
type Op = { id: string; op: string; name?: string; data?: unknown; error?: unknown };
type Run = { id: string; fn: FunctionConfig; event: Event; steps: Record<string, unknown>; stack: string[] };

export type InngestServer = {
  url: string;
  functions: FunctionConfig[];
  /** Ids of the accepted events. */
  events: Set<string>;
  /** While true, events are refused with 503. */
  down: boolean;
  /** Crashes like a server without durable storage, so that all accepted events are lost. */
  crash(): void;
  /** While true, it accepts events but does not run them, so that a crash loses them. */
  paused: boolean;
  /** Starts the functions with this schedule, as if their time had come. */
  tick(cron: string): void;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export async function startInngestServer(): Promise<InngestServer> {
  const lanes = new Map<string, { busy: number; waiting: (() => void)[] }>();
  const running = new Set<Promise<void>>();
  let closed = false;

  const server = createServer(async (request, response) => {
    const answer = await route(request).catch((error) => ({ status: 500, error: String(error) }));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });

  async function route(request: IncomingMessage): Promise<{ status: number; [key: string]: unknown }> {
    const body = JSON.parse((await text(request)) || 'null');
    if (request.url === `/e/${EVENT_KEY}`) return takeEvents(Array.isArray(body) ? body : [body]);
    if (request.url?.startsWith('/fn/register') && request.headers.authorization?.startsWith('Bearer ')) {
      state.functions = body.functions;
      return { status: 200, ok: true, modified: true };
    }
    return { status: 401, error: 'unknown key or path' };
  }

  function takeEvents(events: Event[]) {
    if (state.down) return { status: 503, error: 'down' };
    const fresh = events.filter(({ id }) => id === undefined || !state.events.has(id));
    for (const event of fresh) {
      state.events.add(event.id ?? randomUUID());
      if (!state.paused) trigger(event);
    }
    return { status: 200, ids: events.map(({ id }) => id ?? randomUUID()) };
  }

  function trigger(event: Event): void {
    for (const fn of state.functions) {
      const isMeant = fn.triggers.some(
        ({ event: name, expression }) =>
          name === event.name && (!expression || expression.includes(`'${String(event.data.function_id)}'`)),
      );
      if (isMeant) begin(fn, event);
    }
  }

  function begin(fn: FunctionConfig, event: Event): void {
    const run = execute({ id: randomUUID(), fn, event, steps: {}, stack: [] })
      .catch((error) => closed || process.stderr.write(`${error}\n`))
      .then(() => void running.delete(run));
    running.add(run);
  }

  async function execute(run: Run): Promise<void> {
    const retries = run.fn.steps.step.retries?.attempts ?? 3;
    let attempt = 0;
    while (!closed) {
      const { status, ops, headers } = await inLane(run, () => call(run, attempt, retries));
      if (status === 200) return;
      const failed = status !== 206 || ops[0]?.op === 'StepError';
      const isFinal = headers.get('x-inngest-no-retry') === 'true' || attempt >= retries;
      if (failed && !isFinal) {
        attempt += 1;
        await delay(waitOf(headers.get('retry-after')), undefined, { ref: false });
        continue;
      }
      attempt = 0;
      if (status !== 206) return fail(run, ops);
      for (const op of ops) await take(run, op);
    }
  }

  async function take(run: Run, op: Op): Promise<void> {
    if (op.op === 'Sleep') await delay(waitOf(op.name ?? null), undefined, { ref: false });
    run.steps[op.id] =
      op.op === 'StepError' || op.op === 'StepFailed'
        ? { type: 'error', error: op.error }
        : { type: 'data', data: op.data ?? null };
    run.stack.push(op.id);
  }

  function fail(run: Run, error: unknown): void {
    const data = { function_id: run.fn.id, run_id: run.id, error, event: run.event };
    if (!run.fn.id.endsWith('-failure')) trigger({ name: 'inngest/function.failed', data });
  }

  /** One request to the function, signed as Inngest does. */
  async function call(run: Run, attempt: number, retries: number) {
    const body = JSON.stringify({
      ctx: {
        attempt,
        disable_immediate_execution: false,
        fn_id: run.fn.id,
        max_attempts: retries + 1,
        run_id: run.id,
        stack: { current: run.stack.length, stack: run.stack },
        use_api: false,
      },
      event: run.event,
      events: [run.event],
      steps: run.steps,
      version: 2,
    });
    const response = await fetch(run.fn.steps.step.runtime.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-inngest-signature': signatureOf(body) },
    });
    const answer = (await response.json()) as unknown;
    return { status: response.status, ops: answer as Op[], headers: response.headers };
  }

  /** Waits for a place among the steps that may run at once under the function's concurrency key. */
  async function inLane<T>({ fn, event }: Run, work: () => Promise<T>): Promise<T> {
    if (!fn.concurrency) return work();
    const { key, limit } = fn.concurrency;
    const name = `${fn.id}/${String(event.data[key.replace('event.data.', '')])}`;
    const lane = lanes.get(name) ?? { busy: 0, waiting: [] };
    lanes.set(name, lane);
    if (lane.busy >= limit) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.busy += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else lane.busy -= 1;
    }
  }

  const state: InngestServer = {
    url: '',
    functions: [],
    events: new Set(),
    down: false,
    paused: false,
    crash: () => {
      state.events.clear();
      state.paused = false;
    },
    tick: (cron) => {
      for (const fn of state.functions) {
        if (fn.triggers.some((trigger) => trigger.cron === cron))
          begin(fn, { name: 'inngest/scheduled.timer', data: { cron } });
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    close: async () => {
      closed = true;
      await Promise.all(running);
      server.close();
      server.closeAllConnections();
    },
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

/** Parses a Retry-After value: seconds or a date. */
function waitOf(value: string | null): number {
  if (value === null) return 20;
  const seconds = Number(value);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000);
}

/** Signs the canonical form of the body (RFC 8785), which both sides compute. */
export function signatureOf(body: string, key = SIGNING_KEY): string {
  const t = Math.round(Date.now() / 1_000);
  const hmac = createHmac('sha256', key.replace(/^signkey-\w+-/, ''));
  const s = hmac
    .update(JSON.stringify(sorted(JSON.parse(body))))
    .update(String(t))
    .digest('hex');
  return `t=${t}&s=${s}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
