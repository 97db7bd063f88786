import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createTenant } from '#testing/tenants.ts';
import { addCounts } from './repository.ts';
import { usageRetention } from './retention.ts';

// Usage is kept by the month, and PM_USAGE_DAYS drops old ones.

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const year = new Date().getUTCFullYear() + 2;
const tidy = (now: string, usageDays: number | null = null) =>
  usageRetention.run({
    services: {
      ...api.services,
      clock: { now: () => new Date(now) },
      config: { ...api.services.config, usageDays },
    },
    signal: new AbortController().signal,
  });

const days = async (tenantId: string) =>
  (
    await api.services.db.rows<{ day: string; part: string; search: number }>(sql`
      select day, tableoid::regclass::text as part, search from usage_days where tenant_id = ${tenantId} order by day`)
  ).map(({ day, part, search }) => `${day} ${part.replace('proofmail_parts.usage_days_', '')} ${search}`);

it('keeps months ready, takes in what came before its month was there, and drops old ones when told to', async () => {
  const { id } = await createTenant(api);
  const search = (at: string) =>
    addCounts(api.services.db, [{ tenant_id: id, at: `${at}T12:00:00Z`, what: 'search', amount: 1 }]);
  await search(`${year}-01-31`);
  expect(await days(id)).toEqual([`${year}-01-31 rest 1`]);
  expect(await tidy(`${year}-01-15T00:00:00Z`)).toBe(0);
  for (const day of ['01-31', '02-01', '04-30']) await search(`${year}-${day}`);
  const kept = [`${year}-02-01 ${year}02 1`, `${year}-04-30 ${year}04 1`];
  expect(await days(id)).toEqual([`${year}-01-31 ${year}01 2`, ...kept]);
  // Without PM_USAGE_DAYS, nothing is dropped.
  expect(await tidy(`${year + 1}-01-01T00:00:00Z`)).toBe(0);
  expect(await tidy(`${year}-05-10T00:00:00Z`, 100)).toBe(0);
  expect(await tidy(`${year}-05-13T00:00:00Z`, 100)).toBe(1);
  expect(await tidy(`${year}-05-13T00:00:00Z`, 100)).toBe(0);
  expect(await days(id)).toEqual(kept);
});
