import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type Database, openDatabase, sql } from './database.ts';
import { NEWEST_FORMAT } from './program-name.ts';
import { raiseFormat } from './storage-format.ts';

// Rows are written in a new form only when no connected process is too old to read it.

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
/** The state that an upgrade left an hour ago. */
beforeEach(() => db.run(sql`update storage_format set written = 1, behind_at = now() - interval '1 hour'`));

async function connectAs(name: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  await client.connect();
  return { [Symbol.asyncDispose]: () => client.end() };
}

const behindFor = async (): Promise<number> =>
  (await db.first<{ seconds: number }>(sql`
    select extract(epoch from now() - behind_at)::float8 as seconds from storage_format`))!.seconds;

/** Waits until Postgres has noticed that the other connections are closed. */
const alone = () =>
  expect
    .poll(() =>
      db.first(sql`select count(*)::int as others from pg_stat_activity
        where datname = current_database() and application_name in ('proofmail', 'proofmail/1')`),
    )
    .toEqual({ others: 0 });

it('is the newest in a database in which no release has run', async () => {
  await using closers = new AsyncDisposableStack();
  const other = await createTestDatabase();
  closers.defer(() => other.drop());
  const fresh = openDatabase(other.url, { max: 1 });
  closers.defer(() => fresh.close());
  expect(await fresh.first(sql`select written from storage_format`)).toEqual({ written: NEWEST_FORMAT });
});

it.each(['proofmail', 'proofmail/1', 'proofmail - 10.0.0.7:5432'])(
  'stays as it is while a process called %s is connected, and for a minute after',
  async (name) => {
    {
      await using _old = await connectAs(name);
      expect(await raiseFormat(db, { alone: false })).toBe(1);
      expect(await behindFor()).toBeLessThan(60);
    }
    await alone();
    expect(await raiseFormat(db, { alone: false })).toBe(1);
    await db.run(sql`update storage_format set behind_at = now() - interval '61 seconds'`);
    expect(await raiseFormat(db, { alone: false })).toBe(NEWEST_FORMAT);
    expect(await raiseFormat(db, { alone: false })).toBe(NEWEST_FORMAT);
  },
);

it('is raised beside processes of this release and programs of others', async () => {
  await using _same = await connectAs(`proofmail/${NEWEST_FORMAT}`);
  await using _next = await connectAs(`proofmail/${NEWEST_FORMAT + 1}`);
  await using _migration = await connectAs('proofmail-migrate');
  await using _psql = await connectAs('psql');
  expect(await raiseFormat(db, { alone: false })).toBe(NEWEST_FORMAT);
});

it('is raised at once where nobody else can use the database', async () => {
  await using _old = await connectAs('proofmail');
  expect(await raiseFormat(db, { alone: true })).toBe(NEWEST_FORMAT);
});

it('stays as it is where the names of connections do not come through', async () => {
  const renamed = openDatabase(
    `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=other`,
    {
      max: 1,
    },
  );
  try {
    expect(await raiseFormat(renamed, { alone: false })).toBe(1);
    expect(await behindFor()).toBeLessThan(60);
  } finally {
    await renamed.close();
  }
});
