import { afterAll, beforeAll, expect, it } from 'vitest';
import { after, DAY } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventRetention } from './retention.ts';

// policy.retention.events_days (interface-spec 2.3, 8.3).

let api: TestApi;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  api = await openTestApi({}, { now: () => now });
});
afterAll(() => api?.close());

const run = () => eventRetention.run({ services: api.services, signal: new AbortController().signal });
const count = async (table: 'events' | 'webhook_deliveries') =>
  (await api.services.db.first<{ count: number }>(
    table === 'events'
      ? sql`select count(*)::int as count from events`
      : sql`select count(*)::int as count from webhook_deliveries`,
  ))!.count;

async function makeTenant(slug: string, policy: object): Promise<void> {
  const body = { slug, name: slug, mode: 'live', policy };
  const { id } = (await api.call('POST', '/v1/tenants', { body })).body;
  const hook = { url: 'https://192.0.2.1/', events: ['*'] };
  await api.services.db.run(sql`
    insert into webhook_endpoints (id, owner_id, tenant_id, url, events, identity_ids, description, secret, created_at, updated_at)
    values (${`whk_${slug}`}, ${id}, ${id}, ${hook.url}, ${hook.events}, '{}', '', '', ${now}, ${now})`);
  for (const username of ['one', 'two'])
    expect((await api.call('POST', `/v1/tenants/${id}/identities`, { body: { username } })).status).toBe(201);
}

it('forgets events and deliveries after the days that their tenant keeps them, and is safe to run twice', async () => {
  await makeTenant('short', { retention: { events_days: 2 } });
  await makeTenant('usual', {});
  expect([await count('events'), await count('webhook_deliveries')]).toEqual([4, 4]);
  now = after(now, 1 * DAY);
  expect(await run()).toBe(0);
  now = after(now, 2 * DAY);
  expect(await run()).toBe(4);
  expect(await run()).toBe(0);
  expect([await count('events'), await count('webhook_deliveries')]).toEqual([2, 2]);
  now = after(now, 28 * DAY);
  expect(await run()).toBe(4);
  expect([await count('events'), await count('webhook_deliveries')]).toEqual([0, 0]);
});
