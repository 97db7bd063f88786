import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

it('gives a migrated database, with the job engine in it', async () => {
  const tables = await query(
    one.url,
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS schema,
            to_regproc('graphile_worker.add_job') IS NOT NULL AS jobs`,
  );
  expect(tables).toEqual([{ schema: true, jobs: true }]);
});

it('keeps what one test writes from the others', async () => {
  await query(one.url, 'CREATE TABLE only_here (id int)');
  expect(await query(other.url, `SELECT to_regclass('only_here') AS found`)).toEqual([{ found: null }]);
});

it('drops a database that still has connections', async () => {
  const doomed = await createTestDatabase();
  const client = new pg.Client({ connectionString: doomed.url });
  await client.connect();
  const ended = new Promise((resolve) => client.on('error', resolve));
  await doomed.drop();
  await expect(ended).resolves.toBeInstanceOf(Error);
  await expect(query(doomed.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});
