import { afterAll, beforeAll, expect, it } from 'vitest';
import { after, DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventRetention } from './retention.ts';

// The policy `retention.events_days` (spec 2.3, 8.3).

let api: TestApi;
/** A Monday some weeks ahead, because all past weeks are in one part: the table from before it was partitioned. */
const WEEK = 7 * DAY;
const begin = new Date(Math.ceil(Date.now() / WEEK) * WEEK + 4 * DAY + 10 * WEEK);
let now = after(begin, 2.5 * DAY);
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
  // The deliveries of tenants with the usual retention are dropped with their week.
  expect(await run()).toBe(2);
  expect([await count('events'), await count('webhook_deliveries')]).toEqual([0, 2]);
  now = after(now, 7 * DAY);
  const due = sql`update webhook_deliveries set queue = null`;
  // A pending delivery keeps its week.
  expect([await run(), await api.services.db.run(due), await run(), await run()]).toEqual([0, 2, 2, 0]);
  expect(await count('webhook_deliveries')).toBe(0);
});

const parts = (): Promise<string[]> => partsOf('webhook_deliveries');
const partsOf = async (table: string): Promise<string[]> =>
  (
    await api.services.db.rows<{ name: string }>(sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(${table}) order by 1`)
  ).map(({ name }) => name);

const weekOf = (weeks: number): string => {
  const day = after(begin, weeks * WEEK)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  return `proofmail_parts.webhook_deliveries_${day}`;
};

const insert = (at: Date) =>
  api.services.db.run(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, created_at)
    values ('dlv_' || ulid_floor(${at}) || upper(left(md5(random()::text), 16)), 'whk_usual', 'evt_x', 'x.y', 'succeeded', ${at})`);
const partOf = async (at: Date): Promise<string | undefined> =>
  (
    await api.services.db.first<{ part: string }>(sql`
      select tableoid::regclass::text as part from webhook_deliveries where created_at = ${at}`)
  )?.part;

it('keeps weeks ready, and takes what came before its week was there into it', async () => {
  now = after(begin, 20 * WEEK + 2.5 * DAY);
  await insert(now);
  expect(await partOf(now)).toBe('proofmail_parts.webhook_deliveries_rest');
  await run();
  expect(await partOf(now)).toBe(weekOf(20));
  const weeks = [20, 21, 22, 23, 24].map((week) => weekOf(week).split('.')[1]);
  expect(await parts()).toEqual(expect.arrayContaining(weeks));
  const before = await parts();
  await run();
  expect(await parts()).toEqual(before);

  // The first instant of a week, and the last instant of the previous one.
  const monday = after(begin, 21 * WEEK);
  const sunday = after(monday, -1);
  await insert(monday);
  await insert(sunday);
  expect(await partOf(monday)).toBe(weekOf(21));
  expect(await partOf(sunday)).toBe(weekOf(20));

  now = after(monday, 30 * DAY - 1);
  expect(await run()).toBe(0);
  now = after(monday, 30 * DAY);
  expect(await run()).toBe(2);
  expect([await partOf(sunday), await partOf(monday)]).toEqual([undefined, weekOf(21)]);
});

it('keeps the times of ids as the program writes them', async () => {
  for (const at of ['1970-01-01T00:00:00Z', '2026-11-23T01:02:03.456Z', '2286-11-20T17:46:39.999Z'])
    expect(await api.services.db.first(sql`select ulid_floor(${new Date(at)}) as floor`)).toEqual({
      floor: ulidFloor(new Date(at)),
    });
});

it('drops a week of events when nothing is left in it', async () => {
  const { db } = api.services;
  const monday = after(begin, 60 * WEEK);
  now = monday;
  await run();
  const add = (id: string, tenant: string | null) =>
    db.run(sql`
      insert into events (id, type, tenant_id, data, occurred_at)
      values ('evt_' || ulid_floor(${monday}) || ${id}::text, 'x.y', ${tenant}, '{}', ${monday})`);
  await add('A', null);
  const [tenant] = await db.rows<{ id: string }>(sql`select id from tenants where slug = 'short'`);
  await add('B', tenant!.id);
  const week = `events_${monday.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const kept = async () => (await partsOf('events')).includes(week);
  expect(
    await db.first(
      sql`select tableoid::regclass::text as part from events where id like 'evt_%' and occurred_at = ${monday} limit 1`,
    ),
  ).toEqual({ part: `proofmail_parts.${week}` });
  // The retention of the week is over for all tenants, but one event is kept, as under a legal hold.
  now = after(monday, 30 * DAY);
  await db.run(sql`update events set occurred_at = ${now} where id like '%A'`);
  expect([await run(), await kept()]).toEqual([1, true]);
  now = after(now, 31 * DAY);
  expect([await run(), await kept()]).toEqual([1, false]);
});

it('deletes more of a tenant than one statement does, and nothing of the days after', async () => {
  const { db } = api.services;
  const many = 1_100;
  const monday = after(begin, 80 * WEEK);
  now = monday;
  await run();
  const [short, usual] = await Promise.all(
    ['short', 'usual'].map((slug) =>
      db.first<{ id: string }>(sql`select id from tenants where slug = ${slug}`),
    ),
  );
  const add = (tenant: string, mark: string, at: Date, rows: number) =>
    db.run(sql`
      with e as (
        insert into events (id, type, tenant_id, data, occurred_at)
        select 'evt_' || ulid_floor(${at}) || ${mark}::text || n, 'x.y', ${tenant}, '{}', ${at} from generate_series(1, ${rows}::int) n
        returning id)
      insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, created_at)
      select 'dlv_' || ulid_floor(${at}) || ${mark}::text || row_number() over (), 'whk_short', id, 'x.y', 'succeeded', ${at}
      from e where ${tenant} = ${short!.id}`);
  await add(short!.id, 'A', monday, many);
  await add(usual!.id, 'B', monday, 3);
  // These rows are in the part of the next week.
  await add(short!.id, 'C', after(monday, WEEK), 2);
  const [events, deliveries] = [await count('events'), await count('webhook_deliveries')];
  now = after(monday, WEEK + DAY);
  expect(await run()).toBe(2 * many);
  expect([await count('events'), await count('webhook_deliveries')]).toEqual([
    events - many,
    deliveries - many,
  ]);
  now = after(now, 1.5 * DAY);
  expect(await run()).toBe(4);
});
