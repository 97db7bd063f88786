import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';
import { defineJob, type Engine, enqueue, jobTenant, startEngine } from './index.ts';
import { measureJobs } from './repository.ts';

// A process that lost its session, for example because the database restarted, must open a new one, or others take it for
// dead.

let api: TestApi;
let engine: Engine;
let gate = Promise.withResolvers<void>();
const begun: string[] = [];

const slow = defineJob({
  name: 'testing.slow',
  payload: z.object({ tenant_id: jobTenant, value: z.string() }),
  tries: 2,
  perTenant: 1,
  run: async (_, { value }) => {
    begun.push(value);
    await gate.promise;
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
beforeEach(() => {
  begun.length = 0;
  gate = Promise.withResolvers();
});

const rows = () =>
  api.services.db.rows<{ attempts: number }>(sql`select attempts from graphile_worker._private_jobs`);

/** Ends the sessions that hold session locks, and waits until the worker counts as alive again. */
async function loseSession() {
  await api.services.db.rows(sql`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  await eventually(
    () => measureJobs(api.services.db),
    ({ workers }) => workers === 1,
  );
}

it('does not lose what it runs to another process', async () => {
  await enqueue(api.services.db, slow, { tenant_id: 'ten_x', value: 'long' });
  await eventually(
    async () => begun,
    ([first]) => first === 'long',
  );
  await loseSession();
  await api.services.db.run(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`,
  );
  // A process looks for the jobs of dead processes when it starts.
  await (await startEngine(api.services, [slow])).close();
  expect(await rows()).toEqual([{ attempts: 1 }]);
  gate.resolve();
  await eventually(rows, (left) => left.length === 0);
  expect(begun).toEqual(['long']);
});

it('goes on to run jobs that are limited per tenant', async () => {
  await loseSession();
  gate.resolve();
  await enqueue(api.services.db, slow, { tenant_id: 'ten_x', value: 'limited' });
  await eventually(
    async () => begun,
    ([first]) => first === 'limited',
  );
  await eventually(rows, (left) => left.length === 0);
});
