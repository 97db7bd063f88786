import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { jobEngineVersion, jobSchema, migrateJobSchema } from './job-schema.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

// `prisma migrate deploy` locks the same key, so that the two exclude each other.
const advisoryLockKey = 72_707_369;
const undefinedTable = '42P01';

// Prisma's own definition of its bookkeeping table.
const createMigrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

type AppliedMigration = { name: string; finished: boolean };
type DatabaseState = { migrations: AppliedMigration[]; jobSchemaVersion: string | null };

export type MigrateOptions = {
  /** Directory with one folder per migration; by default `prisma/migrations`. */
  directory?: string;
};

/**
 * Brings a database to the schema of this code: the migrations of `prisma/migrations` in order, then the
 * job engine's own. If there is nothing to do, it takes one query.
 *
 * Layout and table are those of `prisma migrate deploy`, but each migration and its row are written in one
 * transaction here. Prisma writes them separately, so a process killed in between leaves a "failed" migration
 * that a person has to resolve. Therefore a migration cannot contain statements that must run outside a transaction.
 *
 * @param url connection string of an existing database
 * @returns the names of the newly applied migrations
 * @throws StartError if the database does not respond or is newer than this code, or if a migration fails
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const directory = options.directory ?? migrationsDirectory;
  const known = await listMigrations(directory);
  const client = await connect(url);
  try {
    if (isCurrent(known, await readState(client))) return [];
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLockKey]);
    const state = await readState(client);
    assertUnderstood(known, state);
    const applied = await applyPending(client, directory, known, state);
    if (state.jobSchemaVersion !== jobEngineVersion()) await migrateJobSchema(client, url);
    return applied;
  } finally {
    await client.end();
  }
}

async function listMigrations(directory: string): Promise<string[]> {
  // No directory yet means a schema without a first migration.
  const entries = await readdir(directory, { withFileTypes: true }).catch(absent);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'proofmail-migrate' });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, port, database } = client;
    throw new StartError(
      `The database ${database} at ${host}:${port} cannot be used: ${(error as Error).message || 'no answer'}. ` +
        'Check DATABASE_URL.',
    );
  }
}

/** The migrations that a database has, read in one query; none if the bookkeeping table is missing. */
async function readState(client: pg.Client): Promise<DatabaseState> {
  try {
    const { rows } = await client.query<DatabaseState>(
      `SELECT COALESCE(json_agg(json_build_object('name', migration_name, 'finished', finished_at IS NOT NULL)),
                       '[]') AS migrations,
              obj_description(to_regnamespace($1), 'pg_namespace') AS "jobSchemaVersion"
         FROM _prisma_migrations
        WHERE rolled_back_at IS NULL`,
      [jobSchema],
    );
    return rows[0]!;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== undefinedTable) throw error;
    return { migrations: [], jobSchemaVersion: null };
  }
}

function isCurrent(known: string[], state: DatabaseState): boolean {
  const finished = new Set(state.migrations.filter((row) => row.finished).map((row) => row.name));
  return (
    finished.size === state.migrations.length &&
    finished.size === known.length &&
    known.every((name) => finished.has(name)) &&
    state.jobSchemaVersion === jobEngineVersion()
  );
}

function assertUnderstood(known: string[], state: DatabaseState): void {
  const unknown = state.migrations.find((row) => !known.includes(row.name));
  if (unknown) {
    throw new StartError(
      `This database was written by a newer Proofmail (it has migration ${unknown.name}). ` +
        'Start that release or a newer one. Nothing was changed.',
    );
  }
  const failed = state.migrations.find((row) => !row.finished);
  if (failed) {
    throw new StartError(
      `Migration ${failed.name} was begun by "prisma migrate" and did not finish. Resolve it with ` +
        '"npx prisma migrate resolve", then start again.',
    );
  }
}

async function applyPending(
  client: pg.Client,
  directory: string,
  known: string[],
  state: DatabaseState,
): Promise<string[]> {
  const applied = new Set(state.migrations.map((row) => row.name));
  const pending = known.filter((name) => !applied.has(name));
  await client.query(createMigrationsTable);
  for (const name of pending) await applyMigration(client, directory, name);
  return pending;
}

async function applyMigration(client: pg.Client, directory: string, name: string): Promise<void> {
  const script = await readFile(join(directory, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(script).digest('hex');
  await client.query('BEGIN');
  try {
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new StartError(`Migration ${name} failed and was undone: ${(error as Error).message}`);
  }
}
