import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/base/clock.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, insertKey, type World } from '#testing/world.ts';

// Pagination (spec 4.1). GET /v1/keys stands for every list, because all lists share this code.

let api: TestApi;
let world: World;
let time = Date.parse('2026-11-21T12:00:00Z');

beforeAll(async () => {
  api = await openTestApi({}, { now: () => new Date(time) });
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

const list = (query: string, key?: string) => api.call('GET', `/v1/keys?${query}`, key ? { key } : {});
const firstCursor = async (query = 'limit=2', key?: string): Promise<string> =>
  (await list(query, key)).body.next_cursor;

it('pages are 25 rows unless asked, and the last one has no cursor', async () => {
  for (let n = 0; n < 25; n += 1)
    await insertKey(api.services.db, { level: 'identity', owner: world.owners.own });
  const first = await list('');
  expect(first.body.data).toHaveLength(25);
  const second = await list(`cursor=${first.body.next_cursor}`);
  expect(second.body.next_cursor).toBeNull();
  const ids = [...first.body.data, ...second.body.data].map((row: { key_id: string }) => row.key_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort().reverse());
});

it('a page that ends exactly with the list has no cursor', async () => {
  const query = `identity_id=${world.owners.sibling.identityId}`;
  const all = (await list(query)).body.data.length;
  const exact = await list(`${query}&limit=${all}`);
  expect([exact.body.data.length, exact.body.next_cursor]).toEqual([all, null]);
});

it('rows that are added between pages neither repeat nor hide others', async () => {
  const first = await list('limit=3');
  await insertKey(api.services.db, { level: 'platform' });
  const second = await list(`limit=3&cursor=${first.body.next_cursor}`);
  const [last, next] = [first.body.data.at(-1).key_id, second.body.data[0].key_id];
  const whole = (await list('limit=100')).body.data.map((row: { key_id: string }) => row.key_id);
  expect(whole.indexOf(next)).toBe(whole.indexOf(last) + 1);
});

it('the page size may change from page to page', async () => {
  const cursor = await firstCursor('limit=2');
  expect((await list(`limit=7&cursor=${cursor}`)).body.data).toHaveLength(7);
});

it('says nothing readable', async () => {
  const cursor = await firstCursor();
  expect(cursor).toMatch(/^[0-9a-f]{10}\.[\w-]+$/);
  expect(Buffer.from(cursor.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('key_');
  expect(await firstCursor()).not.toBe(cursor);
});

describe('a cursor', () => {
  it('works for 24 hours', async () => {
    const cursor = await firstCursor();
    time += DAY;
    expect((await list(`limit=2&cursor=${cursor}`)).status).toBe(200);
    time += 1;
    const late = await list(`limit=2&cursor=${cursor}`);
    expect([late.status, late.body.error.code]).toEqual([410, 'cursor_expired']);
  });

  const refused = async (path: string, key?: string) => {
    const answer = await api.call('GET', path, key ? { key } : {});
    return [answer.status, answer.body.error?.code, answer.body.error?.details.errors[0].path];
  };
  const invalid = [400, 'invalid_request', 'cursor'];

  it('of another list, or of the list with other filters, is refused', async () => {
    const cursor = await firstCursor();
    expect(await refused(`/v1/identities?cursor=${cursor}`)).toEqual(invalid);
    expect(await refused(`/v1/audit-events?cursor=${cursor}`)).toEqual(invalid);
    expect(await refused(`/v1/keys?level=tenant&cursor=${cursor}`)).toEqual(invalid);
  });

  it('of another caller is refused; of another key with the same reach it works', async () => {
    const cursor = await firstCursor();
    const other = await insertKey(api.services.db, { level: 'platform' });
    expect((await list(`cursor=${cursor}`, other.secret)).status).toBe(200);
    for (const level of ['partner', 'tenant', 'identity'] as const) {
      const { secret } = await insertKey(api.services.db, { level, owner: world.owners.own });
      expect(await refused(`/v1/keys?cursor=${cursor}`, secret)).toEqual(invalid);
    }
    const own = await insertKey(api.services.db, { level: 'tenant', owner: world.owners.own });
    const foreign = await insertKey(api.services.db, { level: 'tenant', owner: world.owners.foreign });
    const ofOwn = await firstCursor('limit=1', own.secret);
    expect((await list(`cursor=${ofOwn}`, own.secret)).status).toBe(200);
    expect(await refused(`/v1/keys?cursor=${ofOwn}`, foreign.secret)).toEqual(invalid);
  });

  it('that was touched, cut or made up is refused', async () => {
    const cursor = await firstCursor();
    const [kid, sealed] = cursor.split('.') as [string, string];
    const flipped = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`;
    const broken = [
      '',
      '.',
      'x',
      kid,
      `${kid}.`,
      `.${sealed}`,
      `${kid}.${flipped}`,
      cursor.slice(0, -3),
      `${kid}.AAAA`,
    ];
    for (const each of [
      ...broken,
      `0000000000.${sealed}`,
      '%F0%9F%98%80',
      'x'.repeat(2_048),
      'x'.repeat(9_000),
    ]) {
      expect([each.slice(0, 40), ...(await refused(`/v1/keys?cursor=${each}`))]).toEqual([
        each.slice(0, 40),
        ...invalid,
      ]);
    }
  });
});
