import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type Database, openDatabase, quickly, sql } from './database.ts';
import { withinTenants } from './tenant-scope.ts';

// Small reads that are sent together (`quickly`), on a real Postgres.

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 4 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const backend = sql`select pg_backend_pid() as pid`;

it('asks what is asked in one turn on one connection, and gives each its own answer', async () => {
  const rows = await Promise.all(
    [1, 2, 3].map((n) => db.quick.first(sql`select ${n}::int as n, pg_backend_pid() as pid`)),
  );
  expect(rows).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(new Set(rows.map((row) => (row as { pid: number }).pid)).size).toBe(1);
});

it('fails alone', async () => {
  const asked = [
    db.quick.rows(sql`select 1 as one`),
    db.quick.rows(sql`select 1 / 0`),
    db.quick.run(backend),
  ];
  const [one, none, run] = await Promise.allSettled(asked);
  expect(one).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] });
  expect(none).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(run).toMatchObject({ status: 'fulfilled', value: 1 });
});

it('goes on when its connection is ended', async () => {
  const { pid } = (await db.quick.first<{ pid: number }>(backend))!;
  const asked = [db.quick.run(sql`select pg_terminate_backend(${pid})`), db.quick.run(backend)];
  await Promise.allSettled(asked);
  await expect(db.quick.first(sql`select 1 as one`)).resolves.toEqual({ one: 1 });
});

it('stays within a transaction', async () => {
  await db.transaction(async (tx) => {
    expect(quickly(tx)).toBe(tx);
    expect(await quickly(tx).first(backend)).toEqual(await tx.first(backend));
  });
});

it('holds to the tenants of a request where Postgres does', async () => {
  const secured = openDatabase(database.url, { max: 2, rowSecurity: true });
  const who = sql`select coalesce(current_setting('proofmail.tenants', true), '') as tenants`;
  const asked = ['ten_a', 'ten_b'].map((id) => withinTenants([id], () => secured.quick.rows(who)));
  const answers = await Promise.allSettled(asked);
  // The role is set up at the start of the program: without it nothing of a tenant's request runs at all.
  for (const [index, answer] of answers.entries())
    if (answer.status === 'fulfilled') expect(answer.value).toEqual([{ tenants: ['ten_a', 'ten_b'][index] }]);
    else expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^(22023|42704)$/) });
  await secured.close();
});
