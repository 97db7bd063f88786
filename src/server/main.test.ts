import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { startFaultyPostgres } from '#testing/postgres-faults.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';

// Runs the program as a process, as `npm start` does. Without the role `web` it needs no built console; the browser
// tests start the whole program with its console.

type Program = {
  child: ChildProcess;
  output(): string;
  said(pattern: RegExp): Promise<void>;
  exited: Promise<Exit>;
};
type Exit = { code: number | null; stdout: string; stderr: string };

const root = resolve(import.meta.dirname, '../..');
const main = join(root, 'src/server/main.ts');
const startScript = join(root, 'scripts/start.mjs');

let base: string;
let dataDir: string;
/** The data directory and the output of a program that was started for the first time and stopped. */
let used: { dataDir: string; output: string };
const children: ChildProcess[] = [];

beforeAll(async () => {
  base = makeTemporaryFolder();
  dataDir = join(base, 'data');
  const first = await startProgram();
  first.child.kill('SIGTERM');
  expect(await first.exited).toMatchObject({ code: 0, stderr: '' });
  expect(databaseProcesses()).toEqual([]);
  used = { dataDir, output: first.output() };
});
afterAll(() => removeFolder(join(used.dataDir, '..')));

beforeEach(() => {
  base = makeTemporaryFolder();
  dataDir = join(base, 'data');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  removeFolder(base);
});

const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Creating a database takes as long as two starts, so only tests of a first start create one. */
function beginWithUsed(): void {
  // Keeps the owners, because the files of the database belong to another account.
  execFileSync('cp', ['-a', used.dataDir, dataDir]);
}

function run(env: Record<string, string> = {}, script = main): Program {
  const child = spawn(process.execPath, [script], {
    cwd: base,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PM_DATA_DIR: dataDir,
      PM_ROLES: 'worker',
      PM_SMTP_PORT: '0',
      PM_LOG_LEVEL: 'error',
      // Saves half of the CPU time of a start.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/program'),
      ...env,
    },
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // Does not use the event 'close', which is not emitted once the channel was disconnected.
  const ended = [once(child, 'exit'), finished(child.stdout!), finished(child.stderr!)] as const;
  const exited = Promise.all(ended).then(([[code]]): Exit => ({ code, stdout, stderr }));
  const said = (pattern: RegExp) =>
    new Promise<void>((done, fail) => {
      const look = () => pattern.test(stdout) && done();
      child.stdout?.on('data', look);
      look();
      void exited.then(({ code }) => fail(new Error(`exited with ${code}: ${stdout}${stderr}`)));
    });
  return { child, output: () => stdout, said, exited };
}

// Each test starts the program once or twice; on a busy machine that takes a while.
vi.setConfig({ testTimeout: 240_000 });

const banner = /Proofmail .* ready in/;

async function startProgram(env?: Record<string, string>): Promise<Program> {
  const program = run(env);
  await program.said(banner);
  return program;
}

function databaseProcesses(): string[] {
  const lines = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return lines.filter((line) => line.includes(join(dataDir, 'postgres')) && !line.startsWith('ps '));
}

async function inDatabase(statement: string): Promise<Record<string, unknown>[]> {
  const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as { port: number }).port, server };
}

async function expectRefusal(program: Program, line: RegExp): Promise<void> {
  const { code, stdout, stderr } = await program.exited;
  expect(stderr.trim()).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

describe('a start', () => {
  it('shows the platform key once, and where it lies always', async () => {
    beginWithUsed();
    const key = readFileSync(join(dataDir, 'platform-key'), 'utf8').trim();
    expect(used.output).toContain(key);
    const second = await startProgram();
    expect(second.output()).toContain('platform-key');
    expect(second.output()).not.toContain(key);
  });

  it('refuses a data directory that a running instance holds, and leaves that one running', async () => {
    beginWithUsed();
    const first = await startProgram();
    await expectRefusal(run(), new RegExp(`used by a running Proofmail \\(pid ${first.child.pid}\\)`));
    expect(first.child.exitCode).toBeNull();
    expect(databaseProcesses()).not.toEqual([]);
  });

  it.each([
    ['PORT', { PM_ROLES: 'web' }],
    ['PM_SMTP_PORT', { PM_ROLES: 'smtp' }],
    ['PM_METRICS_PORT', {}],
  ])('refuses a %s that is taken before it makes a database', async (variable, env) => {
    const { port, server } = await takePort();
    const line = new RegExp(`Port ${port} is in use by another program\\. Set ${variable} `);
    await expectRefusal(run({ ...env, [variable]: String(port) }), line);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    server.close();
  });

  it('refuses a wrong variable', async () => {
    await expectRefusal(run({ PORT: 'banana' }), /^Proofmail cannot start\. PORT must be/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('refuses a database of a newer release', async () => {
    beginWithUsed();
    await inDatabase(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('x', 'x', '29990101000000_future', now())`,
    );
    await expectRefusal(run(), /written by a newer Proofmail .*29990101000000_future/);
    expect(databaseProcesses()).toEqual([]);
  });

  it('passes its exit code and its one line through the start script', async () => {
    await expectRefusal(run({ PORT: 'banana' }, startScript), /^Proofmail cannot start\. PORT must be/);
  });
});

describe('a start with an external database', () => {
  const secret = 'a secret of the test';

  it.each([
    { PM_ROLES: 'worker', PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: 'smtp://127.0.0.1:1' },
    { PM_ROLES: 'smtp', PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: 'smtp://127.0.0.1:1' },
  ])('makes its data directory: $PM_ROLES alone', async (env) => {
    const database = await createTestDatabase();
    const program = await startProgram({ ...env, DATABASE_URL: database.url });
    expect(existsSync(join(dataDir, 'dkim-record.txt'))).toBe(true);
    program.child.kill('SIGTERM');
    expect(await program.exited).toMatchObject({ code: 0, stderr: '' });
    await database.drop();
  });

  it('refuses a wrong or missing secret in one line, before it writes anything', async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    const first = await startProgram({ ...env, PM_SECRET: secret, PM_DATA_DIR: join(base, 'first') });
    first.child.kill('SIGTERM');
    await first.exited;
    await expectRefusal(
      run({ ...env, PM_SECRET: `${secret}s` }),
      /^Proofmail cannot start\. PM_SECRET is not the secret with which this database was created\.$/,
    );
    await expectRefusal(
      run(env),
      /^Proofmail cannot start\. The secret of this database is missing\. Set PM_SECRET/,
    );
    expect(existsSync(dataDir)).toBe(false);
    await database.drop();
  });

  it('refuses a data directory that it cannot make', async () => {
    const file = join(base, 'file');
    writeFileSync(file, '');
    await expectRefusal(run({ PM_DATA_DIR: join(file, 'data') }), /cannot write to .* Check PM_DATA_DIR/);
  });

  it('ends by SIGTERM also while the database is gone', async () => {
    const postgres = await startFaultyPostgres();
    const program = await startProgram({ DATABASE_URL: postgres.url });
    await postgres.close();
    program.child.kill('SIGTERM');
    expect(await program.exited).toMatchObject({ code: 0 });
  });
});

describe('a stop', () => {
  it.each([
    ['SIGTERM', 1],
    ['SIGINT', 3],
  ] as const)('by %s, sent %i times, ends everything', async (signal, times) => {
    beginWithUsed();
    const program = await startProgram();
    for (let i = 0; i < times; i++) program.child.kill(signal);
    expect(await program.exited).toMatchObject({ code: 0, stderr: '' });
    expect(databaseProcesses()).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('during the start ends everything too', async () => {
    const program = run();
    program.child.kill('SIGTERM');
    await program.exited;
    expect(databaseProcesses()).toEqual([]);
    await startProgram();
  });

  it('follows the death of the process that started it', async () => {
    beginWithUsed();
    const program = await startProgram();
    program.child.disconnect();
    expect(await program.exited).toMatchObject({ code: 0, stderr: '' });
    expect(databaseProcesses()).toEqual([]);
  });

  it('by kill -9 loses nothing', async () => {
    beginWithUsed();
    const first = await startProgram();
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await startProgram();
    expect(second.output()).not.toContain('shown this once');
    second.child.kill('SIGTERM');
    await second.exited;
    expect(await inDatabase('SELECT count(*)::int AS keys FROM api_keys')).toEqual([{ keys: 1 }]);
  });

  it('comes with exit code 1 when the database stops unexpectedly', async () => {
    beginWithUsed();
    const program = await startProgram({ PM_LOG_LEVEL: 'silent' });
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGINT');
    const { code, stderr } = await program.exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(/embedded Postgres stopped unexpectedly/);
  });
});
