import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs } from '#job-registry.ts';
import { DAY } from '#kernel/clock.ts';
import { sql } from '#kernel/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { forgetOldAnswers } from './jobs.ts';

let api: TestApi;
const time = { now: new Date('2027-03-01T12:00:00.000Z') };

beforeAll(async () => {
  api = await openTestApi({}, { now: () => new Date(time.now) });
});
afterAll(() => api.close());

const createPartner = (key: string) =>
  api.call('POST', '/v1/partners', { body: { name: 'Acme' }, headers: { 'idempotency-key': key } });

const run = () =>
  forgetOldAnswers.run({ services: api.services, attempt: 1, signal: new AbortController().signal }, {});

const recorded = async (): Promise<string[]> => {
  const rows = await api.services.db.rows<{ key: string }>(sql`select key from idempotency_records`);
  return rows.map(({ key }) => key);
};

it('interface-spec 4.1, rule 3: answers are swept after 30 days and not before', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await createPartner(old);
  time.now = new Date(time.now.getTime() + DAY);
  await createPartner(young);
  time.now = new Date(time.now.getTime() + 29 * DAY);
  await run();
  expect(await recorded()).toEqual([young]);
  await run();
  expect(await recorded()).toEqual([young]);
  expect((await createPartner(young)).headers.get('idempotent-replayed')).toBe('true');
});

it('is on the schedule of the worker, each hour', () => {
  expect(jobs).toContain(forgetOldAnswers);
  expect(forgetOldAnswers.schedule).toMatch(/^\d+ \* \* \* \*$/);
});
