import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { diffToSchema, readMigrationList, withSchemaEngine } from '../../../scripts/schema-engine.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = mkdtempSync(join(tmpdir(), 'proofmail-migrations-'));
  await addMigration(
    '20260101000000_first',
    'CREATE TABLE "mails" ("id" TEXT NOT NULL, PRIMARY KEY ("id"));',
  );
  await addMigration('20260102000000_second', 'ALTER TABLE "mails" ADD COLUMN "size" INTEGER NOT NULL;');
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function addMigration(name: string, script: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), script);
}

async function addSchema(fields: string): Promise<string> {
  const schema = join(directory, '..', `${directory.split('/').at(-1)}-schema`);
  await mkdir(schema, { recursive: true });
  const header = 'datasource db {\n  provider = "postgresql"\n}\n';
  await writeFile(join(schema, 'schema.prisma'), `${header}\nmodel mails {\n${fields}\n}\n`);
  return schema;
}

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

it('applies migrations in order, then nothing more', async () => {
  expect(await migrate(database.url, { directory })).toEqual([
    '20260101000000_first',
    '20260102000000_second',
  ]);
  expect(await migrate(database.url, { directory })).toEqual([]);
  await addMigration('20260103000000_third', 'CREATE INDEX "by_size" ON "mails"("size");');
  expect(await migrate(database.url, { directory })).toEqual(['20260103000000_third']);
});

it("leaves a history that Prisma's own engine finds in order", async () => {
  await migrate(database.url, { directory });
  const schema = await addSchema('  id String @id\n  size Int');
  const migrationsList = await readMigrationList(directory);
  const diagnosis = await withSchemaEngine(database.url, schema, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  expect(diagnosis).toMatchObject({
    hasMigrationsTable: true,
    history: null,
    failedMigrationNames: [],
    editedMigrationNames: [],
  });
});

it('brings the job engine', async () => {
  await migrate(database.url, { directory });
  await query(`SELECT graphile_worker.add_job('some_task', '{}'::json)`);
  expect(await query('SELECT task_identifier FROM graphile_worker.jobs')).toEqual([
    { task_identifier: 'some_task' },
  ]);
});

it('undoes a failing migration wholly and keeps those before it', async () => {
  const broken = 'CREATE TABLE "halves" ("id" INTEGER); SELECT 1/0;';
  await addMigration('20260103000000_broken', broken);
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    /20260103000000_broken failed and was undone/,
  );
  expect(await query(`SELECT to_regclass('halves') AS halves, to_regclass('mails')::text AS mails`)).toEqual([
    { halves: null, mails: 'mails' },
  ]);
  await addMigration('20260103000000_broken', 'CREATE TABLE "halves" ("id" INTEGER);');
  expect(await migrate(database.url, { directory })).toEqual(['20260103000000_broken']);
});

it('leaves a database of a newer release alone', async () => {
  await addMigration('20990101000000_future', 'ALTER TABLE "mails" ADD COLUMN "later" TEXT;');
  await migrate(database.url, { directory });
  await rm(join(directory, '20990101000000_future'), { recursive: true });
  await addMigration('20260103000000_pending', 'DROP TABLE "mails";');
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    /newer Proofmail .*20990101000000_future/,
  );
  expect(await query(`SELECT to_regclass('mails')::text AS mails`)).toEqual([{ mails: 'mails' }]);
});

it('lets two processes start at once', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, { directory })));
  expect(applied.flat()).toEqual(['20260101000000_first', '20260102000000_second']);
  expect(await query('SELECT count(*)::int AS n FROM _prisma_migrations')).toEqual([{ n: 2 }]);
});

it('names the database that does not answer, without its password', async () => {
  const url = 'postgresql://someone:hidden-word@127.0.0.1:1/nowhere';
  const failure = await migrate(url, { directory }).catch((error: Error) => error.message);
  expect(failure).toMatch(/database nowhere at 127\.0\.0\.1:1 cannot be used.*DATABASE_URL/);
  expect(failure).not.toContain('hidden-word');
});

it('compares migrations with the schema as far as Prisma can tell', async () => {
  await addMigration(
    '20260103000000_by_hand',
    `CREATE INDEX "large" ON "mails"("id") WHERE "size" > 1000;
     CREATE INDEX "lower_id" ON "mails"(lower("id"));
     ALTER TABLE "mails" SET (fillfactor = 70);`,
  );
  await migrate(database.url, { directory });
  expect(await diffToSchema(database.url, await addSchema('  id String @id\n  size Int'))).toBeNull();
  const ahead = await addSchema('  id String @id\n  size Int\n  subject String?');
  expect(await diffToSchema(database.url, ahead)).toContain('ADD COLUMN     "subject" TEXT');
});
