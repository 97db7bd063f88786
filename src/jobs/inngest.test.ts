import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InngestTestEngine } from '@inngest/test';
import { Inngest } from 'inngest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobs as allJobs } from '#api/job-registry.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { sql } from '#kernel/data/database.ts';
import { createInngestHandler, INNGEST_PATH, inngestListener } from '#server/inngest.ts';
import {
  EVENT_KEY,
  type InngestServer,
  SIGNING_KEY,
  signatureOf,
  startInngestServer,
} from '#testing/inngest-server.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { defineJob } from './index.ts';
import { clientOptions, functionOf } from './inngest.ts';

// The whole product with PM_JOBS=inngest against a fake of Inngest's HTTP API.

let inngest: InngestServer;
let product: TestProduct;
let server: Server;
let endpoint: string;

beforeAll(async () => {
  inngest = await startInngestServer();
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  endpoint = origin + INNGEST_PATH;
  product = await openTestProduct({
    PM_JOBS: 'inngest',
    PM_PUBLIC_URL: origin,
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_BASE_URL: inngest.url,
  });
  server.on('request', inngestListener(await createInngestHandler(product.services)));
  expect((await fetch(endpoint, { method: 'PUT' })).status).toBe(200);
});
afterAll(async () => {
  await product.close();
  await inngest.close();
  server.close();
  server.closeAllConnections();
});

it('every job is a function, with its tries and its schedule', () => {
  const main = inngest.functions.filter(({ id }) => !id.endsWith('-failure'));
  expect(main).toHaveLength(allJobs.length);
  expect(inngest.functions).toHaveLength(2 * allJobs.length);
  const crons = main.flatMap(({ triggers }) => triggers.flatMap(({ cron }) => cron ?? []));
  const schedules = allJobs.flatMap(({ schedule }) => schedule ?? []);
  expect(crons.toSorted()).toEqual(schedules.map((schedule) => `TZ=UTC ${schedule}`).toSorted());
  const submit = main.find(({ id }) => id === 'proofmail-sending-submit')!;
  expect(submit.steps.step).toMatchObject({
    retries: { attempts: 20 },
    runtime: { url: expect.stringContaining(endpoint) },
  });
});

it('a maintenance job that the API starts is done by Inngest, and one that its cron starts', async () => {
  const done = ({ data }: { data: { status: string }[] }, count: number) =>
    data.length === count && data.every(({ status }) => status === 'completed');
  const list = async () =>
    (await product.call('GET', '/v1/platform/jobs')).body as { data: { status: string }[] };
  await product.call('POST', '/v1/platform/jobs', { body: { name: 'retention' } });
  await product.eventually(list, (page) => done(page, 1));
  inngest.tick('TZ=UTC 17 3 * * *');
  await product.eventually(list, (page) => done(page, 3));
});

it('what Inngest does not take waits in Postgres, and is handed on once it does', async () => {
  inngest.down = true;
  const before = inngest.events.size;
  const { body } = await product.call('POST', '/v1/platform/jobs', { body: { name: 'blob_sweep' } });
  const held = () =>
    product.services.db.rows<{ attempts: number }>(sql`
      select attempts from graphile_worker._private_jobs where flags ? 'ref' and locked_at is null`);
  await product.eventually(held, (rows) => rows.length === 1 && rows[0]!.attempts === 0);
  expect(inngest.events.size).toBe(before);
  inngest.down = false;
  await product.services.db.run(sql`update graphile_worker._private_jobs set run_at = now()`);
  const read = async () => (await product.call('GET', `/v1/platform/jobs/${body.id}`)).body;
  await product.eventually(read, ({ status }) => status === 'completed');
});

it('a job that Inngest took and lost is handed over again, and forgotten when its run reports', async () => {
  const handovers = () =>
    product.services.db.rows<{ times: number }>(sql`select times from job_handovers order by ref`);
  await product.eventually(handovers, (rows) => rows.length === 0);
  const jobsHealth = async () => {
    const { body } = await product.call('GET', '/v1/platform/health');
    return body.components.find(({ name }: { name: string }) => name === 'jobs');
  };
  inngest.paused = true;
  const { body } = await product.call('POST', '/v1/platform/jobs', { body: { name: 'blob_sweep' } });
  await product.eventually(handovers, (rows) => rows.length === 1);
  const isDue = sql`update job_handovers set due_at = now()`;
  // The server still has the event, so submitting the same id again changes nothing.
  await product.services.db.run(isDue);
  await product.eventually(handovers, ([row]) => row?.times === 1);
  expect(await jobsHealth()).toMatchObject({
    status: 'degraded',
    detail: expect.stringContaining('Submitted to Inngest: 1. Submitted again because no report came: 1.'),
  });
  inngest.crash();
  await product.services.db.run(isDue);
  const read = async () => (await product.call('GET', `/v1/platform/jobs/${body.id}`)).body;
  await product.eventually(read, ({ status }) => status === 'completed');
  await product.eventually(handovers, (rows) => rows.length === 0);
  expect(await jobsHealth()).toMatchObject({ status: 'ok' });
});

it('requests that Inngest did not sign, or too large ones, do nothing', async () => {
  const url = `${endpoint}?fnId=proofmail-platform-ops-start-daily&stepId=step`;
  const body = JSON.stringify({
    ctx: { run_id: 'x' },
    event: { name: 'x', data: {} },
    events: [],
    steps: {},
    version: 2,
  });
  const post = (headers: Record<string, string>, content = body) =>
    fetch(url, {
      method: 'POST',
      body: content,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const jobsBefore = (await product.call('GET', '/v1/platform/jobs')).body.data.length;
  expect((await post({})).status).toBe(401);
  expect(
    (await post({ 'x-inngest-signature': signatureOf(body, 'signkey-test-ffffffffffffffff') })).status,
  ).toBe(401);
  expect((await post({}, JSON.stringify('x'.repeat(8 * 1024 * 1024)))).status).toBe(413);
  expect((await product.call('GET', '/v1/platform/jobs')).body.data).toHaveLength(jobsBefore);
});

describe('one function (@inngest/test)', () => {
  const later = new Date('2030-01-01T00:00:00.000Z');
  const job = defineJob({
    name: 'testing.steps',
    payload: z.object({ answers: z.array(z.string()) }),
    tries: 4,
    perTenant: 3,
    backOff: () => 1_000,
    run: async (_, { answers }) => {
      if (answers[0] === 'fail') throw new Error('not today');
      return answers[0] === 'later' ? later : undefined;
    },
  });
  const engineFor = (answer: string) => {
    const client = new Inngest(clientOptions(product.services));
    const event = {
      name: 'proofmail/testing.steps',
      data: { ref: `unit ${answer}`, payload: { answers: [answer] }, tries: 4 },
    };
    return new InngestTestEngine({ function: functionOf(client, product.services, job), events: [event] });
  };

  it('ends when the handler is done', async () => {
    const { result } = await engineFor('done').execute();
    expect(result).toBeNull();
  });

  it('sleeps until the time that the handler returned', async () => {
    const { step } = await engineFor('later').executeStep('wait 1');
    expect(step).toMatchObject({ op: 'Sleep', name: later.toISOString() });
  });

  it('a try that fails is written down, and asks for the back-off of the job', async () => {
    const { error } = await engineFor('fail').execute();
    expect(error).toMatchObject({ name: 'RetryAfterError', message: 'not today' });
    const rows = await product.services.db.rows(
      sql`select status, attempts, tries from dead_letters where ref = 'unit fail'`,
    );
    expect(rows).toEqual([{ status: 'failing', attempts: 1, tries: 4 }]);
  });

  it('limits how many run for one tenant', () => {
    const client = new Inngest(clientOptions(product.services));
    expect(functionOf(client, product.services, job).opts.concurrency).toEqual({
      key: 'event.data.lane',
      limit: 3,
    });
  });
});

it('is off by default; keys and addresses are checked at the start', async () => {
  const { services } = product;
  const off = await createInngestHandler({ ...services, config: { ...services.config, jobs: 'embedded' } });
  expect((await off(new Request(endpoint))).status).toBe(404);
  expect(() => loadConfig({ PM_JOBS: 'inngest' })).toThrow(/INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY/);
  expect(loadConfig({ PM_JOBS: 'inngest', INNGEST_DEV: 'http://127.0.0.1:8288/' }).inngest).toMatchObject({
    dev: true,
    baseUrl: 'http://127.0.0.1:8288',
  });
  expect(() => loadConfig({ PM_JOBS: 'kafka' })).toThrow(/PM_JOBS/);
});
