import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';
import { defineJob, type Engine, enqueue, enqueueMany, jobTenant, startEngine } from './index.ts';
import { Pace, paceOf, restFor } from './pace.ts';
import { bringForward } from './repository.ts';

// A tenant's long queue delays all of its own jobs, but hardly those of other tenants.

const payload = z.object({ tenant_id: jobTenant, value: z.string() });
const ran: string[] = [];
const begun: string[] = [];
let gate = Promise.withResolvers<void>();

const quick = defineJob({
  name: 'testing.quick',
  payload,
  tries: 2,
  run: async (_, { value }) => {
    ran.push(value);
    return undefined;
  },
});
const slow = defineJob({
  name: 'testing.slow_kind',
  payload,
  tries: 2,
  run: async (_, { value }) => {
    begun.push(value);
    await gate.promise;
    ran.push(value);
    return undefined;
  },
});

const wide = defineJob({
  ...slow,
  name: 'testing.wide_kind',
  atOnce: 40,
  run: async (_, { value }) => {
    if (!value.startsWith('first')) begun.push(value);
    if (!value.startsWith('first')) await gate.promise;
    return undefined;
  },
});

let api: TestApi;
let engine: Engine | null = null;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(() => {
  ran.length = 0;
  begun.length = 0;
  gate = Promise.withResolvers();
});
afterEach(async () => {
  gate.resolve();
  await engine?.close();
  engine = null;
  await api.services.db.run(sql`delete from graphile_worker._private_jobs`);
});

let tenants = 0;
const newTenant = () => {
  tenants += 1;
  return `ten_${tenants}`;
};
const crowdOf = (tenant_id: string, many: number, named = 'crowd') =>
  Array.from({ length: many }, (_, n) => ({ tenant_id, value: `${named} ${n}` }));
const start = async () => {
  engine = await startEngine(api.services, [quick, slow, wide]);
};
const priorities = async () =>
  (
    await api.services.db.rows<{ priority: number }>(
      sql`select j.priority from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier like 'testing.%' order by j.id`,
    )
  ).map(({ priority }) => priority);

// This must be the first test that runs jobs, because other tenants' jobs would count as other work for five seconds.
it('runs a long queue with all workers for long queues while nobody else has work', async () => {
  const { db } = api.services;
  const tenant = newTenant();
  await enqueueMany(db, wide, [...crowdOf(tenant, 40, 'first'), ...crowdOf(tenant, 1_960)]);
  await start();
  // The number of workers that a process has for long queues.
  await eventually(
    async () => begun.length,
    (many) => many === 24,
  );
  // The tenant's own first jobs, which ran while its queue was short, do not count as other tenants' work.
  expect(paceOf(api.services).othersWork()).toBe(false);
});

it('takes the jobs of a tenant for others’ work until its queue is long', async () => {
  const pace = new Pace();
  const isBesideOthers = async () => {
    await pace.inTurn(
      'long',
      async () => undefined,
      () => true,
    );
    return pace.othersWork();
  };
  pace.note('long');
  expect(pace.othersWork()).toBe(true);
  expect(await isBesideOthers()).toBe(false);
  pace.note('long');
  pace.note(null);
  expect(await isBesideOthers()).toBe(false);
  pace.note('another');
  expect(await isBesideOthers()).toBe(true);
});

it('puts a job behind those of tenants with shorter queues, by steps of a doubling', async () => {
  const { db } = api.services;
  const [crowd, neighbour] = [newTenant(), newTenant()];
  await enqueueMany(db, quick, crowdOf(crowd, 100));
  await enqueue(db, slow, { tenant_id: crowd, value: 'another kind' });
  await enqueue(db, quick, { tenant_id: neighbour, value: 'neighbour' });
  await enqueue(db, quick, { value: 'of the deployment' });
  const found = await priorities();
  const crowds = [...Array(40).fill(0), ...Array(40).fill(1), ...Array(20).fill(2)];
  expect(found).toEqual([...crowds, 2, 0, 0]);
});

it('counts in the database what other processes enqueued, without jobs that run or are not due', async () => {
  const { db } = api.services;
  const tenant = newTenant();
  const later = new Date(Date.now() + 3_600_000);
  await enqueueMany(db, quick, crowdOf(tenant, 50), { runAt: later });
  expect(await priorities()).toEqual([...Array(40).fill(0), ...Array(10).fill(1)]);
  await enqueue(db, quick, { tenant_id: tenant, value: 'due now' });
  expect((await priorities()).at(-1)).toBe(0);
  // One more job for the same time comes after them.
  await enqueue(db, quick, { tenant_id: tenant, value: 'later' }, { runAt: later });
  expect((await priorities()).at(-1)).toBe(1);
});

it('runs the job of a neighbour before most of a crowd that came first', async () => {
  const { db } = api.services;
  await enqueueMany(db, quick, crowdOf(newTenant(), 1_000));
  await enqueue(db, quick, { tenant_id: newTenant(), value: 'neighbour' });
  await start();
  await eventually(
    async () => ran.length,
    (many) => many === 1_001,
  );
  expect(ran.indexOf('neighbour')).toBeLessThan(200);
});

it('leaves places for a neighbour and for other kinds of work while a crowd’s slow jobs run', async () => {
  const { db } = api.services;
  const crowd = newTenant();
  await enqueueMany(db, slow, crowdOf(crowd, 120));
  await start();
  await eventually(
    async () => begun.length,
    (many) => many === 8,
  );
  await enqueue(db, slow, { tenant_id: newTenant(), value: 'neighbour' });
  await enqueue(db, quick, { tenant_id: newTenant(), value: 'another kind' });
  await eventually(
    async () => begun.includes('neighbour') && ran.includes('another kind'),
    (hasBegun) => hasBegun,
  );
  // The long queue had no more than its share during this time: 6 of 8 places, and the 2 reserved ones.
  expect(begun.filter((value) => value.startsWith('crowd'))).toHaveLength(8);
  // Jobs that were put back are in the queue with all of their tries.
  const waiting = await db.rows<{ attempts: number }>(
    sql`select distinct attempts from graphile_worker._private_jobs where is_available`,
  );
  expect(waiting).toEqual([{ attempts: 0 }]);
  gate.resolve();
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() where is_available`);
  await eventually(
    async () => new Set(ran).size,
    (many) => many === 122,
  );
  expect(ran).toHaveLength(122);
});

it('takes a short queue’s jobs without a look at what has another priority', async () => {
  const { db } = api.services;
  const tenant = newTenant();
  await enqueue(db, quick, { tenant_id: tenant, value: 'behind' });
  await db.run(sql`update graphile_worker._private_jobs set priority = 3 where is_available`);
  await start();
  for (const value of ['first', 'second']) {
    await enqueue(db, quick, { tenant_id: tenant, value });
    await eventually(
      async () => ran.includes(value),
      (hasRun) => hasRun,
    );
  }
  expect(ran).toEqual(['first', 'second']);
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`);
  await bringForward(db, 10, 8);
  await eventually(
    async () => ran.includes('behind'),
    (hasRun) => hasRun,
  );
});

it('lets a long queue rest for as long as others have work, but not for ever', () => {
  const rest = (time: Partial<Parameters<typeof restFor>[0]>) =>
    restFor({ sinceOthers: 100, sinceLast: 0, busy: 0, begun: 0, isBusy: false, ...time });
  expect(rest({ busy: 10 })).toBe(50);
  expect(rest({ busy: 10, sinceLast: 15 })).toBe(35);
  expect(rest({ busy: 10, sinceLast: 50 })).toBe(0);
  expect(rest({ busy: 10_000, sinceLast: 10_000 })).toBe(0);
  expect(rest({ busy: 10, sinceOthers: 60_000 })).toBe(0);
  // If its jobs are slow, only a limited number run while others have work.
  expect(rest({ begun: 11 })).toBe(0);
  expect(rest({ begun: 12, sinceLast: 10_000 })).toBeGreaterThan(0);
  expect(rest({ begun: 23, sinceOthers: 60_000 })).toBe(0);
  // Alone in a busy process, more at a time would not be faster, and the next job of another tenant would wait for them.
  expect(rest({ begun: 7, sinceOthers: 60_000, isBusy: true })).toBe(0);
  expect(rest({ begun: 8, sinceOthers: 60_000, isBusy: true })).toBeGreaterThan(0);
});

it('brings jobs forward that waited for long, a few at a time', async () => {
  const { db } = api.services;
  await enqueueMany(db, quick, crowdOf(newTenant(), 60));
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`);
  await enqueueMany(db, quick, crowdOf(newTenant(), 45));
  const ahead = async () => (await priorities()).filter((priority) => priority === 0).length;
  expect(await ahead()).toBe(80);
  expect(await bringForward(db, 10, 8)).toBe(8);
  expect(await ahead()).toBe(88);
  expect(await bringForward(db, 10, 100)).toBe(12);
  // Jobs that have waited for less time keep their place.
  expect(await bringForward(db, 10, 100)).toBe(0);
});
