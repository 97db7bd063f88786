import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';

// The dead-letter queue over HTTP (spec 4.13; decisions.md section 3).

let api: TestApi;
const items: string[] = [];

beforeAll(async () => {
  api = await openTestApi();
  items.push(
    await insert('sending', 'ten_a'),
    await insert('sending', 'ten_b'),
    await insert('triage', 'ten_a'),
  );
  await insert('sending', 'ten_a', 'failing');
});
afterAll(() => api.close());

async function insert(queue: string, tenant: string, status = 'open'): Promise<string> {
  const id = newId('deadLetter');
  await api.services.db.run(sql`
    insert into dead_letters (id, ref, queue, job, tenant_id, payload, tries, error, attempts, status,
                              first_failed_at, last_failed_at)
    values (${id}, ${id}, ${queue}, ${`${queue}.submit`}, ${tenant}, '{"message_id":"msg_secret"}', 7, 'no route', 7,
            ${status}, '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')`);
  return id;
}

const list = async (query = '') =>
  (await api.call('GET', `/v1/platform/dlq${query}`)).body as {
    data: { id: string }[];
    next_cursor: string | null;
  };
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
const audited = async (action: string) =>
  (await api.call('GET', `/v1/audit-events?action=${action}`)).body.data as Record<string, unknown>[];
const enqueued = () =>
  api.services.db.rows(sql`
    select t.identifier as name, j.payload, j.max_attempts from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id`);

it('lists open items oldest first, with the fields of decisions.md and nothing of the payload', async () => {
  const page = await list();
  expect(idsOf(page)).toEqual(items);
  expect(page.data[0]).toEqual({
    id: items[0],
    queue: 'sending',
    tenant_id: 'ten_a',
    job: 'sending.submit',
    error: 'no route',
    attempts: 7,
    status: 'open',
    first_failed_at: '2026-11-21T09:00:00.000Z',
    last_failed_at: '2026-11-21T10:00:00.000Z',
    redriven_at: null,
  });
});

it('filters by queue, tenant and status, and pages', async () => {
  expect(idsOf(await list('?queue=triage'))).toEqual([items[2]]);
  expect(idsOf(await list('?tenant_id=ten_a&queue=sending'))).toEqual([items[0]]);
  expect(idsOf(await list('?status=redriven'))).toEqual([]);
  const first = await list('?limit=2');
  expect(idsOf(first)).toEqual(items.slice(0, 2));
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect([idsOf(second), second.next_cursor]).toEqual([[items[2]], null]);
  for (const wrong of ['?status=failing', '?status=closed', '?limit=0', '?unknown=1']) {
    expect((await api.call('GET', `/v1/platform/dlq${wrong}`)).status, wrong).toBe(400);
  }
});

it('redrives an item once: 202 with the item, its work enqueued again with all tries', async () => {
  const path = `/v1/platform/dlq/${items[1]}/redrive`;
  const answer = await api.call('POST', path);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ id: items[1], status: 'redriven', redriven_at: expect.any(String) });
  const work = [{ name: 'sending.submit', payload: { message_id: 'msg_secret' }, max_attempts: 7 }];
  expect(await enqueued()).toEqual(work);
  expect((await api.call('POST', path)).body).toEqual(answer.body);
  expect(await enqueued()).toEqual(work);
  expect(idsOf(await list('?status=redriven'))).toEqual([items[1]]);
  expect(idsOf(await list())).toEqual([items[0], items[2]]);
});

it('an item that is not there, or not dead yet, is dlq_item_not_found', async () => {
  const failing = (await api.services.db.first<{ id: string }>(
    sql`select id from dead_letters where status = 'failing'`,
  ))!.id;
  for (const id of [newId('deadLetter'), failing, 'nonsense']) {
    const answer = await api.call('POST', `/v1/platform/dlq/${id}/redrive`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'dlq_item_not_found']);
  }
});

it('discards an item once: its work is forgotten, and the audit log says what it was', async () => {
  const id = await insert('sending', 'ten_c');
  expect((await api.call('DELETE', `/v1/platform/dlq/${id}`)).status).toBe(204);
  expect((await api.call('DELETE', `/v1/platform/dlq/${id}`)).body.error.code).toBe('dlq_item_not_found');
  expect((await api.call('POST', `/v1/platform/dlq/${id}/redrive`)).status).toBe(404);
  expect(await audited('dead_letter.discard')).toMatchObject([
    { target_id: id, details: { job: 'sending.submit', error: 'no route', of_tenant: 'ten_c' } },
  ]);
});

it('every call is in the audit log', async () => {
  expect((await audited('dead_letter.list')).length).toBeGreaterThan(3);
  expect((await audited('dead_letter.redrive'))[0]).toMatchObject({
    target_type: 'dead_letter',
    target_id: items[1],
    tenant_id: null,
    details: { job: 'sending.submit' },
  });
  await api.call('POST', '/v1/platform/jobs', { body: { name: 'retention' } });
  await api.call('GET', '/v1/platform/jobs');
  expect(await audited('job.create')).toMatchObject([{ details: { name: 'retention' } }]);
  expect(await audited('job.list')).toHaveLength(1);
});
