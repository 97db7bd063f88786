import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Launcher, postgresEnvironment } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const roleName = 'proofmail';
export const databaseName = 'proofmail';

export type ClusterOptions = {
  binaries: PostgresBinaries;
  launcher: Launcher;
  dataDir: string;
  clusterDir: string;
  /** Whether initdb flushes to disk; off for test clusters. */
  sync: boolean;
};

/** The file with the password of the only role. It is in the cluster, so that both are moved together. */
export function passwordFile(clusterDir: string): string {
  return join(clusterDir, 'proofmail.password');
}

// PostgreSQL's own order by code point, which is the same everywhere, with the C library's character classes,
// because with plain C, trigram search treats non-ASCII letters as separators.
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates a cluster with one superuser role and an empty database. It is created in a sibling directory and
 * renamed into place, so that a killed first start leaves nothing incomplete.
 *
 * @throws StartError if initdb fails
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const staging = join(options.dataDir, 'postgres.new');
  await rm(staging, { recursive: true, force: true });
  const password = join(staging, 'password');
  const cluster = join(staging, 'cluster');
  await mkdir(staging, { mode: 0o700 });
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  const { account } = options.launcher;
  if (account) {
    await chown(password, account.uid, account.gid);
    await chown(staging, account.uid, account.gid);
  }
  await initialise(options, cluster, password);
  await createDatabase(options, cluster);
  await rename(password, passwordFile(cluster));
  await rename(cluster, options.clusterDir);
  await rm(staging, { recursive: true, force: true });
}

async function initialise(options: ClusterOptions, cluster: string, password: string): Promise<void> {
  const failures: string[] = [];
  for (const characterType of characterTypes) {
    const failure = await call(options.launcher, options.binaries.initdb, [
      `--pgdata=${cluster}`,
      `--pwfile=${password}`,
      `--username=${roleName}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${characterType}`,
      '--no-instructions',
      ...(options.sync ? [] : ['--no-sync']),
    ]);
    if (failure === null) return;
    failures.push(failure);
  }
  throw new StartError(`Postgres could not create its files in ${options.dataDir}: ${failures.at(-1)}`);
}

/** Uses single-user mode, so that one statement needs no server and no second start. */
async function createDatabase(options: ClusterOptions, cluster: string): Promise<void> {
  const args = ['--single', '-D', cluster, ...(options.sync ? [] : ['-F']), 'postgres'];
  const failure = await call(
    options.launcher,
    options.binaries.postgres,
    args,
    `CREATE DATABASE ${databaseName}\n`,
  );
  if (failure !== null) throw new StartError(`Postgres could not create its database: ${failure}`);
}

/** Runs a program until it ends. @returns null on success, else a line with the reason */
function call(
  launcher: Launcher,
  program: string,
  programArgs: string[],
  input = '',
): Promise<string | null> {
  const { file, args, account } = launcher.invocation(program, programArgs);
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { ...account, cwd: '/', env: postgresEnvironment },
      (error, _, stderr) => {
        const lines = stderr.trim().split('\n');
        const told = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
        resolve(error ? told || error.message : null);
      },
    );
    child.stdin?.end(input);
  });
}
