import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inngest } from 'inngest';
import { serve } from 'inngest/edge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#kernel/data/database.ts';
import { INNGEST_PATH, inngestListener } from '#server/inngest.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { EVENT_KEY, SIGNING_KEY, startInngestServer } from '#testing/inngest-server.ts';
import { eventually } from '#testing/product.ts';
import { defineJob, enqueue, enqueueMany, redrive, startEngine } from './index.ts';
import { clientOptions, functionOf, startForwarding } from './inngest.ts';
import { buryExhausted } from './liveness.ts';

// The guarantees of every engine: the same input leads to the same rows.

const payload = z.object({ tenant_id: z.string().nullable().default(null), value: z.string() });

const log: string[] = [];
const told: string[] = [];
let running = 0;
let mostAtOnce = 0;
let release = Promise.withResolvers<void>();

const soon = { payload, backOff: () => 20 };

const works = defineJob({
  ...soon,
  name: 'testing.works',
  tries: 3,
  run: async (_, { value }) => {
    log.push(value);
    return undefined;
  },
});
const fails = defineJob({
  ...soon,
  name: 'testing.fails',
  tries: 3,
  run: async ({ attempt }, { value }) => {
    log.push(`${value} ${attempt}`);
    throw new Error(`no ${value}\0`);
  },
  onDead: async (_tx, { value }, error) => {
    told.push(`${value}: ${error}`);
  },
});
const recovers = defineJob({
  ...soon,
  name: 'testing.recovers',
  tries: 3,
  run: async ({ attempt }, { value }) => {
    log.push(`${value} ${attempt}`);
    if (attempt < 3) throw new Error('not yet');
    return undefined;
  },
});
const returns = defineJob({
  ...soon,
  name: 'testing.returns',
  tries: 2,
  run: async ({ attempt, services }, { value }) => {
    log.push(`${value} ${attempt}`);
    return log.length < 3 ? new Date(services.clock.now().getTime() + 30) : undefined;
  },
});
const crowded = defineJob({
  ...soon,
  name: 'testing.crowded',
  tries: 1,
  perTenant: 2,
  run: async (_, { value, tenant_id }) => {
    if (tenant_id === 'ten_busy') {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await release.promise;
      running -= 1;
    }
    log.push(value);
    return undefined;
  },
});
const jobs = [works, fails, recovers, returns, crowded];

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const letters = () =>
  api.services.db.rows<Record<string, unknown>>(sql`
    select queue, job, tenant_id, payload, tries, error, attempts, status from dead_letters order by error`);
const waiting = async () =>
  (await api.services.db.first<{ n: number }>(sql`select count(*) as n from graphile_worker._private_jobs`))!
    .n;

type Started = { close(): Promise<void>; idle?(): Promise<void>; pause?(): void };

/** Serves these jobs' functions on loopback for a fake of Inngest, to which the worker submits the jobs. */
async function startInngest(): Promise<Started> {
  const inngest = await startInngestServer();
  const services = {
    ...api.services,
    config: {
      ...api.services.config,
      jobs: 'inngest' as const,
      inngest: { ...noInngest, eventKey: EVENT_KEY, signingKey: SIGNING_KEY, baseUrl: inngest.url },
    },
  };
  const client = new Inngest(clientOptions(services));
  const functions = jobs.map((job) => functionOf(client, services, job));
  const server = createServer(inngestListener(serve({ client, functions, servePath: INNGEST_PATH })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sync = await fetch(`http://127.0.0.1:${port}${INNGEST_PATH}`, { method: 'PUT' });
  expect([sync.status, await sync.json()]).toEqual([200, expect.objectContaining({ modified: true })]);
  const worker = await startForwarding(services, jobs, client);
  return {
    idle: inngest.idle,
    pause: () => {
      inngest.paused = true;
    },
    close: async () => {
      await worker.close();
      await inngest.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

const noInngest = {
  eventKey: null,
  signingKey: null,
  signingKeyFallback: null,
  baseUrl: null,
  dev: false,
  env: null,
};

describe.each([
  { engine: 'embedded', start: (): Promise<Started> => startEngine(api.services, jobs) },
  { engine: 'Inngest', start: startInngest },
])('the $engine engine', ({ start }) => {
  let engine: Started;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.idle?.();
    running = 0;
    mostAtOnce = 0;
    log.length = 0;
    told.length = 0;
    release = Promise.withResolvers<void>();
    await api.services.db.run(sql`delete from dead_letters`);
  });

  it('runs what was committed, once, and nothing of what was rolled back', async () => {
    await api.services.db.transaction((tx) => enqueueMany(tx, works, [{ value: 'a' }, { value: 'b' }]));
    await api.services.db
      .transaction(async (tx) => {
        await enqueue(tx, works, { value: 'never' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await eventually(
      async () => log.length,
      (length) => length >= 2,
    );
    await eventually(waiting, (left) => left === 0);
    expect(log.toSorted()).toEqual(['a', 'b']);
    expect(await letters()).toEqual([]);
  });

  it('a job that fails for the last time becomes one dead letter, and its room is told once', async () => {
    await enqueue(api.services.db, fails, { tenant_id: 'ten_x', value: 'x' });
    const rows = await eventually(letters, ([row]) => row?.status === 'open');
    expect(rows).toEqual([
      {
        queue: 'testing',
        job: 'testing.fails',
        tenant_id: 'ten_x',
        payload: { tenant_id: 'ten_x', value: 'x' },
        tries: 3,
        error: 'no x\ufffd',
        attempts: 3,
        status: 'open',
      },
    ]);
    await eventually(waiting, (left) => left === 0);
    expect(log).toEqual(['x 1', 'x 2', 'x 3']);
    expect(told).toEqual(['x: no x\ufffd']);
  });

  it('a payload that does not fit becomes a dead letter too', async () => {
    await enqueue(api.services.db, works, { wrong: true } as never);
    const rows = await eventually(letters, ([row]) => row?.status === 'open');
    expect(rows).toMatchObject([
      { job: 'testing.works', tenant_id: null, payload: { wrong: true }, attempts: 3 },
    ]);
  });

  it('a job that works in the end leaves no trace of its failures', async () => {
    await enqueue(api.services.db, recovers, { value: 'r' });
    await eventually(
      async () => log.length,
      (length) => length >= 3,
    );
    await eventually(waiting, (left) => left === 0);
    await eventually(letters, (rows) => rows.length === 0);
    expect(log).toEqual(['r 1', 'r 2', 'r 3']);
  });

  it('a handler that returns a time runs again then, with all of its tries', async () => {
    await enqueue(api.services.db, returns, { value: 't' });
    await eventually(
      async () => log.length,
      (length) => length >= 3,
    );
    await eventually(waiting, (left) => left === 0);
    expect(log).toEqual(['t 1', 't 1', 't 1']);
  });

  it('a poison job blocks nobody', async () => {
    await enqueueMany(
      api.services.db,
      fails,
      Array.from({ length: 20 }, (_, n) => ({ value: `p${n}` })),
    );
    await enqueue(api.services.db, works, { value: 'behind' });
    await eventually(
      async () => log,
      (entries) => entries.includes('behind'),
    );
    await eventually(letters, (rows) => rows.length === 20 && rows.every(({ status }) => status === 'open'));
    await eventually(waiting, (left) => left === 0);
  });

  it('runs no more jobs of a tenant at a time than the job allows, beside those of others', async () => {
    await enqueueMany(
      api.services.db,
      crowded,
      Array.from({ length: 12 }, (_, n) => ({ tenant_id: 'ten_busy', value: `busy ${n}` })),
    );
    await eventually(
      async () => running,
      (now) => now === 2,
    );
    await enqueue(api.services.db, crowded, { tenant_id: 'ten_other', value: 'other' });
    await eventually(
      async () => log,
      (entries) => entries.includes('other'),
    );
    release.resolve();
    await eventually(
      async () => log.length,
      (length) => length === 13,
    );
    await eventually(waiting, (left) => left === 0);
    expect(mostAtOnce).toBe(2);
    expect(await letters()).toEqual([]);
  });

  it('a dead letter that is redriven is enqueued once, with all of its tries', async () => {
    await enqueue(api.services.db, fails, { value: 'again' });
    await eventually(letters, ([row]) => row?.status === 'open');
    const { id } = (await api.services.db.first<{ id: string }>(sql`select id from dead_letters`))!;
    const now = api.services.clock.now();
    await Promise.all([1, 2].map(() => api.services.db.transaction((tx) => redrive(tx, id, now))));
    const rows = await eventually(
      letters,
      (all) => all.filter(({ status }) => status === 'open').length === 1,
    );
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['open', 'redriven']);
    expect(log).toEqual(['again 1', 'again 2', 'again 3', 'again 1', 'again 2', 'again 3']);
  });
});

describe('what was killed', () => {
  const db = () => api.services.db;
  beforeEach(async () => {
    told.length = 0;
    await db().run(sql`delete from dead_letters`);
  });

  /** The state after the worker that ran the last attempt was killed and its lock was found free. */
  const insertExhausted = async (value: string) => {
    await enqueue(db(), fails, { tenant_id: 'ten_x', value });
    await db().run(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  };

  it('becomes a dead letter when it had no try left, once, however often it is looked at', async () => {
    await insertExhausted('k');
    await Promise.all([buryExhausted(api.services, jobs), buryExhausted(api.services, jobs)]);
    await buryExhausted(api.services, jobs);
    expect(await letters()).toMatchObject([
      { job: 'testing.fails', tenant_id: 'ten_x', attempts: 3, status: 'open' },
    ]);
    expect(told).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('of a name that this version does not know is kept as well', async () => {
    await insertExhausted('k');
    await buryExhausted(api.services, []);
    expect(await letters()).toMatchObject([{ job: 'testing.fails', tenant_id: 'ten_x', status: 'open' }]);
  });
});

it('jobs that Inngest took and did not run go back to the embedded engine when that is started', async () => {
  log.length = 0;
  const inngest = await startInngest();
  inngest.pause?.();
  await enqueue(api.services.db, works, { value: 'left behind' });
  const handovers = () => api.services.db.rows(sql`select ref from job_handovers`);
  await eventually(handovers, (rows) => rows.length === 1);
  await eventually(waiting, (count) => count === 0);
  await inngest.close();
  const engine = await startEngine(api.services, jobs);
  await eventually(
    async () => log,
    ([first]) => first === 'left behind',
  );
  expect(await handovers()).toEqual([]);
  await engine.close();
});
