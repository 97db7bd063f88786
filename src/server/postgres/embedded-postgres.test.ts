import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findLauncher } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { createCluster } from './postgres-cluster.ts';

const isRoot = process.getuid?.() === 0;
const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };

let base: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

/** The data directory of a cluster that was made and stopped: to make one costs as much as to start three. */
let used: string;
beforeAll(async () => {
  used = makeTemporaryFolder();
  await (await startEmbeddedPostgres({ dataDir: used, log, throwaway: true })).stop();
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

/** With its owners: the files of the database belong to another account. */
const beginWithUsed = () => execFileSync('cp', ['-a', `${used}/.`, dataDir]);

beforeEach(() => {
  // 0700, as created by mktemp: if root runs the test, no other account can enter.
  base = makeTemporaryFolder();
  dataDir = join(base, 'data');
  mkdirSync(dataDir);
  vi.clearAllMocks();
});

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  rmSync(base, { recursive: true, force: true });
});

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log, throwaway: true });
  running.push(postgres);
  return postgres;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Processes whose command line names the cluster: the server and its guard. */
function processesOf(directory: string, program: RegExp): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return lines
    .filter(
      (line) => line.includes(join(directory, 'postgres')) && program.test(line.trim().split(/\s+/)[1] ?? ''),
    )
    .map((line) => Number.parseInt(line, 10));
}

/** Another process that runs the cluster, to be killed; resolves with its connection string. */
async function startOwner(account?: {
  uid: number;
  gid: number;
}): Promise<{ owner: ChildProcess; url: string }> {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const script = `
    const { startEmbeddedPostgres } = await import(${module});
    const log = { debug() {}, warn() {}, error() {} };
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    console.log(url);
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  const [url] = await once(createInterface({ input: owner.stdout }), 'line');
  return { owner, url: url as string };
}

async function killOwner(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL');
  await once(owner, 'exit');
}

describe('a cluster', () => {
  it('keeps what was written, over a clean stop that leaves no process', async () => {
    const first = await start();
    await query(first.url, `CREATE TABLE kept AS SELECT 'grüße' AS word`);
    await first.stop();
    expect(processesOf(dataDir, /./)).toEqual([]);
    const second = await start();
    expect(await query(second.url, `SELECT word, upper(word) AS upper FROM kept`)).toEqual([
      { word: 'grüße', upper: 'GRÜßE' },
    ]);
  });

  it('has the extensions that search needs, for letters of every script', async () => {
    beginWithUsed();
    const { url } = await start();
    await query(url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin; CREATE EXTENSION unaccent');
    expect(await query(url, `SELECT similarity('почта', 'почты') > 0.3 AS similar`)).toEqual([
      { similar: true },
    ]);
  });

  it('opens to its password only', async () => {
    beginWithUsed();
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('is created again after an interrupted first start', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new', 'cluster', 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('of another PostgreSQL release is left alone', async () => {
    beginWithUsed();
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17, but this Proofmail contains 18/);
  });

  it('listens on the loopback address where its path is too long for a socket', async () => {
    const long = join(base, 'x'.repeat(110));
    mkdirSync(long);
    const { url } = await start(long);
    expect(new URL(url).searchParams.get('host')).toBeNull();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports when it stops unexpectedly', async () => {
    beginWithUsed();
    const postgres = await start();
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGINT');
    expect(await postgres.lost).toBeTruthy();
  });
});

describe.runIf(isRoot)('as root', () => {
  it('works from a checkout that is closed to all other accounts', async () => {
    const native = join(base, 'native');
    const installed = findPostgresBinaries();
    cpSync(join(installed.postgres, '../..'), native, { recursive: true, verbatimSymlinks: true });
    const binaries = { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') };
    const clusterDir = join(dataDir, 'postgres');
    const launcher = await findLauncher(binaries, dataDir, clusterDir);
    await createCluster({ binaries, launcher, dataDir, clusterDir, sync: false });
    expect(statSync(clusterDir).uid).toBe(launcher.account?.uid);
    expect(launcher.account?.uid).toBeGreaterThan(0);
    expect(launcher.version).toMatch(/PostgreSQL\) 18\./);
  });
});

describe('after kill -9 of its owner', () => {
  it('stops cleanly, with everything that was committed', async () => {
    beginWithUsed();
    const { owner, url } = await startOwner();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killOwner(owner);
    await vi.waitFor(() => expect(processesOf(dataDir, /./)).toEqual([]), { timeout: 10_000, interval: 50 });
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is stopped by the next start where its guard was killed too', async () => {
    beginWithUsed();
    const { owner, url } = await startOwner();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (const guard of processesOf(dataDir, /\/sh$/)) process.kill(guard, 'SIGKILL');
    await killOwner(owner);
    const [orphan] = processesOf(dataDir, /postgres$/);
    const { url: newUrl } = await start();
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('of an instance that was killed'));
    expect(processesOf(dataDir, /postgres$/)).not.toContain(orphan);
    expect(await query(newUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('starts beside another program that has its old pid now', async () => {
    beginWithUsed();
    await (await start()).stop();
    const cluster = join(dataDir, 'postgres');
    const { uid, gid } = statSync(cluster);
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    owners.push(stranger);
    const lines = [
      stranger.pid,
      cluster,
      1_700_000_000,
      5432,
      cluster,
      '',
      '  1234567         1',
      'ready   ',
      '',
    ];
    writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'));
    writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), lines.slice(0, 5).join('\n'));
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });
});

// Runs as the user `nobody`, and only if other users cannot read this checkout.
const nobody = { uid: 65534, gid: 65534 };
function isOpenToOthers(): boolean {
  if (!isRoot) return false;
  try {
    execFileSync(process.execPath, [new URL('../start-error.ts', import.meta.url).pathname], {
      ...nobody,
      cwd: '/',
    });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!isOpenToOthers())('as an ordinary user', () => {
  beforeEach(() => {
    chmodSync(base, 0o755);
    execFileSync('chown', [`${nobody.uid}:${nobody.gid}`, dataDir]);
  });

  it('runs under that account', async () => {
    const { url } = await startOwner(nobody);
    expect(await query(url, 'SELECT current_database() AS name')).toEqual([{ name: 'proofmail' }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
  });

  it('can be taken over by root, which keeps the owner', async () => {
    const { owner, url } = await startOwner(nobody);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killOwner(owner);
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
  });
});
