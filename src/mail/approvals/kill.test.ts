import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiHandler } from '#api/rest/web.ts';
import type { Database, Transaction } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';

// A decision, or the send of a draft, dies after each statement of its transaction in turn. Each time nothing of it is
// stored, and the next try stores all of it exactly once.

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api?.close());

/** The database of a process that dies when a transaction is about to run its nth statement. */
function dyingAt(db: Database, statement: number): Database {
  const dying = (tx: Transaction): Transaction => {
    let left = statement;
    const gate =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return run(...args);
      };
    return {
      ...tx,
      rows: gate(tx.rows) as Transaction['rows'],
      first: gate(tx.first) as Transaction['first'],
      run: gate(tx.run),
    };
  };
  return { ...db, transaction: (work) => db.transaction((tx) => work(dying(tx))) };
}

let count = 0;
async function call(db: Database, method: string, path: string, body?: unknown, key = api.platformKey) {
  count += 1;
  const handler = createApiHandler({ ...api.services, db });
  const response = await handler(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': `kill ${count}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: await response.json() };
}
const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  api.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

async function identity(approval: string) {
  count += 1;
  const policy = { sending: { approval } };
  const { body } = await api.call('POST', '/v1/tenants', {
    body: { slug: `kill${count}`, name: 'K', mode: 'live', policy },
  });
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const made = await api.call('POST', `/v1/tenants/${body.id}/identities`, {
    body: { username: 'a', owner },
  });
  return { tenant: body.id as string, id: made.body.id as string };
}
const keyWith = async (permissions: string[], owner: Record<string, unknown>) =>
  (await api.call('POST', '/v1/keys', { body: { name: 'k', permissions, ...owner } })).body.secret as string;

/** Retries, each time with one more statement before the death. `nothing` must hold after every death. */
async function untilItLives(attempt: (db: Database) => Promise<number>, nothing: () => Promise<void>) {
  const { db } = api.services;
  for (let statement = 0; statement < 200; statement += 1) {
    const status = await attempt(dyingAt(db, statement));
    if (status < 300) return statement;
    expect(status).toBe(500);
    await nothing();
  }
  throw new Error('It never lived.');
}

const jobsOf = (id: string) =>
  rows(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'sending.submit' and j.payload->>'message_id' = $1`,
    id,
  );

it.each(['approve', 'reject'] as const)('%s happens as a whole or not at all', async (verb) => {
  const { tenant, id } = await identity('always');
  const sender = await keyWith(['messages:send'], { level: 'identity', identity_id: id });
  const approver = await keyWith(['sends:approve'], { level: 'tenant', tenant_id: tenant });
  const mail = { to: ['ada@outside.example'], subject: 'Once', text: 'Once.' };
  const sent = await call(api.services.db, 'POST', `/v1/identities/${id}/messages`, mail, sender);
  const { approval, id: messageId } = sent.body;
  const state = async () => ({
    message: await rows('select status from messages where id = $1', messageId),
    approval: await rows('select status from approvals where id = $1', approval.id),
    audit: (await rows('select from audit_events where target_id = $1', approval.id)).length,
    jobs: (await jobsOf(messageId)).length,
    counted: (await rows('select from send_counters where owner_id = $1 and used > 0', id)).length,
  });
  const before = await state();
  const survived = await untilItLives(
    async (db) =>
      (await call(db, 'POST', `/v1/approvals/${approval.id}/${verb}`, { comment: 'Decided.' }, approver))
        .status,
    async () => expect(await state()).toEqual(before),
  );
  expect(survived).toBeGreaterThan(8);
  const isApproved = verb === 'approve';
  expect(await state()).toEqual({
    message: [{ status: isApproved ? 'queued' : 'canceled' }],
    approval: [{ status: isApproved ? 'approved' : 'rejected' }],
    audit: 1,
    jobs: isApproved ? 1 : 0,
    counted: isApproved ? 1 : 0,
  });
});

it('the send of a draft happens as a whole or not at all', async () => {
  const { id } = await identity('never');
  const path = `/v1/identities/${id}/drafts`;
  const draft = (
    await api.call('POST', path, { body: { to: ['ada@outside.example'], subject: 'Once', text: 'Once.' } })
  ).body;
  const state = async () => ({
    drafts: (await rows('select from drafts where id = $1', draft.id)).length,
    messages: (await rows('select from messages where identity_id = $1', id)).length,
  });
  const survived = await untilItLives(
    async (db) => (await call(db, 'POST', `${path}/${draft.id}/send`)).status,
    async () => expect(await state()).toEqual({ drafts: 1, messages: 0 }),
  );
  expect(survived).toBeGreaterThan(5);
  expect(await state()).toEqual({ drafts: 0, messages: 1 });
});
