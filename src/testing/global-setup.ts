import { randomBytes } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { startCollecting } from './emitted-types.ts';
import { startNoting } from './reached-codes.ts';
import { isInMemory, makeTemporaryFolder, removeLeftovers } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated database that every test clones. */
    templateDatabaseUrl: string;
    /** The cheapest strategy to clone it, which depends on where the cluster is stored. */
    cloneStrategy: 'wal_log' | 'file_copy';
  }
}

const log = {
  debug: () => undefined,
  warn: () => undefined,
  error: (message: unknown) => process.stderr.write(`${message}\n`),
};

type Server = Pick<EmbeddedPostgres, 'url' | 'stop'> & { inMemory: boolean };

/** One PostgreSQL cluster per test run, with one migrated database as the template of all others. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.PM_TEST_WITHOUT_DATABASE) return async () => {};
  const given = process.env.PM_TEST_POSTGRES_URL;
  const server = given ? await makeTemplateOn(given) : await startThrowaway();
  try {
    await migrate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('templateDatabaseUrl', server.url);
  // In memory, copying files takes a fifth of the CPU. On disk, it would first have to write out all pages.
  project.provide('cloneStrategy', server.inMemory ? 'file_copy' : 'wal_log');
  const emitted = startCollecting();
  const reached = startNoting();
  return async () => {
    await server.stop();
    const missing = emitted.missing();
    emitted.end();
    const unreached = reached.missing();
    reached.end();
    if (missing.length + unreached.length === 0 || !(await wasWhole(project))) return;
    // Unreached codes are only listed, because tests that call the product without HTTP are not observed.
    if (unreached.length > 0) log.error(`No test reached these error codes: ${unreached.join(', ')}`);
    if (missing.length === 0) return;
    log.error(`No test emits these event types: ${missing.join(', ')}`);
    process.exitCode = 1;
  };
}

async function startThrowaway(): Promise<Server> {
  removeLeftovers();
  const dataDir = makeTemporaryFolder();
  // mkdtemp creates the folder with mode 0700. If root starts Postgres, it runs as another account, which needs access.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    throwaway: true,
    // Little of the write-ahead log is kept, because nobody recovers this cluster.
    settings: ['max_wal_size=256MB'],
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop, inMemory: isInMemory(dataDir) };
}

/** A template on a server of another version or kind, whose role may create databases. Nothing of it stays there. */
async function makeTemplateOn(given: string): Promise<Server> {
  const name = `test_template_${randomBytes(8).toString('hex')}`;
  const url = new URL(given);
  url.pathname = `/${name}`;
  const administrate = async (statement: string) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administrate(`CREATE DATABASE ${name}`);
  const stop = () => administrate(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { url: url.href, stop, inMemory: false };
}

/** Whether every test file ran and passed. Only then does a missing event type mean anything. */
async function wasWhole(project: TestProject): Promise<boolean> {
  const { state } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(state.getPaths());
  return testFiles.every((file) => ran.has(file)) && state.getCountOfFailedTests() === 0;
}
