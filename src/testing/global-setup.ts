import { chmod, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
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

/** One PostgreSQL cluster per test run, with one migrated database as the template of all others. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.PM_TEST_WITHOUT_DATABASE) return async () => {};
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
  const teardown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('templateDatabaseUrl', postgres.url);
  // In memory, copying files takes a fifth of the CPU. On disk, it would first have to write out all pages.
  project.provide('cloneStrategy', isInMemory(dataDir) ? 'file_copy' : 'wal_log');
  const emitted = startCollecting();
  const reached = startNoting();
  return async () => {
    await teardown();
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

/** Whether every test file ran and passed. Only then does a missing event type mean anything. */
async function wasWhole(project: TestProject): Promise<boolean> {
  const { state } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(state.getPaths());
  return testFiles.every((file) => ran.has(file)) && state.getCountOfFailedTests() === 0;
}
