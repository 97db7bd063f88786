import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';
import { lines } from './engine.ts';
import { defineJob, type Engine, enqueueMany, startEngine } from './index.ts';

// Backpressure: waiting work stays in Postgres. bench/backlog.ts measures this with 100,000 jobs.

const WAITING = 3_000;
/** The most jobs that one process holds: those that run or wait for their turn, and those fetched in advance. */
const MOST_TAKEN = lines.reduce((sum, { atOnce, fetched }) => sum + atOnce + fetched, 0);

let api: TestApi;
let engine: Engine;
const gate = Promise.withResolvers<void>();
const done = new Map<number, number>();

const slow = defineJob({
  name: 'testing.slow',
  payload: z.object({ n: z.int() }),
  tries: 2,
  run: async (_, { n }) => {
    await gate.promise;
    done.set(n, (done.get(n) ?? 0) + 1);
    return undefined;
  },
});

beforeAll(async () => {
  api = await openTestApi();
  engine = await startEngine(api.services, [slow]);
});
afterAll(async () => {
  await engine.close();
  await api.close();
});

const count = async (which = sql`true`) =>
  (await api.services.db.first<{ n: number }>(
    sql`select count(*) as n from graphile_worker._private_jobs where ${which}`,
  ))!.n;

it('a process takes a few jobs of a long queue, requests go on, and each job is run once', async () => {
  const payloads = Array.from({ length: WAITING }, (_, n) => ({ n }));
  await api.services.db.transaction((tx) => enqueueMany(tx, slow, payloads));
  await eventually(
    () => count(sql`locked_at is not null`),
    (taken) => taken >= 8,
  );
  const partner = await api.call('POST', '/v1/partners', { body: { name: 'Meanwhile' } });
  expect(partner.status).toBe(201);
  expect(await count(sql`locked_at is not null`)).toBeLessThanOrEqual(MOST_TAKEN);
  expect(await count()).toBe(WAITING);
  gate.resolve();
  await eventually(
    () => count(),
    (left) => left === 0,
  );
  expect(done.size).toBe(WAITING);
  expect(new Set(done.values())).toEqual(new Set([1]));
});
