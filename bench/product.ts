import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { type DnsZone, startDnsServer } from '#testing/dns-server.ts';
import { ensureConsole, programArgs, programEnvironment } from '../scripts/prepare.mjs';

/** The product as its users run it, on a separate database that a baseline can share. */
export type Product = {
  url: string;
  smtpPort: number;
  databaseUrl: string;
  dataDir: string;
  platformKey: string;
  pid: number;
  /** The pid of the server. Its connections are its children. */
  postgresPid: number;
  dnsServer: string;
  /** The pid of the separate worker, if one was requested. */
  workerPid: number | null;
};

type ProductOptions = {
  /** The DNS records; none by default. */
  zone?: DnsZone;
  /** Processes mail and jobs in a separate process. */
  worker?: boolean;
  /** Environment variables. */
  env?: Record<string, string>;
  /** Settings of its Postgres, as `name=value`. */
  postgres?: readonly string[];
};

const START_PATIENCE = 180_000;

/**
 * Starts Postgres and the product as separate processes; `closers` stops them. Builds the console if
 * its sources have changed, as `npm start` does.
 */
export async function startProduct(
  closers: AsyncDisposableStack,
  { zone = {}, worker = false, env = {}, postgres: settings = [] }: ProductOptions = {},
): Promise<Product> {
  // With BENCH_AS_BUILT, the console is not rebuilt, because most benches never request a page.
  if (!process.env.BENCH_AS_BUILT) await ensureConsole();
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-bench-'));
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), settings });
  closers.defer(postgres.stop);
  const postgresPid = Number.parseInt(
    await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  // Every look-up is answered at once, so that DNS is used but costs no waiting.
  const dns = await startDnsServer(zone);
  closers.defer(dns.close);
  const [port, smtpPort] = [await freePort(), await freePort()];
  const platformKey = `pmk_live_${randomBytes(32).toString('hex')}`;
  const environment = {
    ...programEnvironment,
    NODE_ENV: 'production',
    PORT: String(port),
    PM_SMTP_PORT: String(smtpPort),
    PM_DATA_DIR: join(dataDir, 'product'),
    DATABASE_URL: postgres.url,
    PM_BOOTSTRAP_KEY: platformKey,
    PM_DNS_SERVERS: dns.address,
    PM_LOG_LEVEL: 'warn',
    ...env,
  };
  const main = [...profiling(), ...programArgs];
  const child = startChild(closers, main, { ...environment, ...(worker && { PM_ROLES: 'web,smtp' }) });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child);
  const workerPid = worker ? startChild(closers, main, { ...environment, PM_ROLES: 'worker' }).pid! : null;
  return {
    url,
    smtpPort,
    databaseUrl: postgres.url,
    dataDir,
    platformKey,
    pid: child.pid!,
    postgresPid,
    dnsServer: dns.address,
    workerPid,
  };
}

/** With BENCH_PROFILE=directory, the product writes its V8 CPU profiles there. */
const profiling = (): string[] =>
  process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];

export type Baseline = { port: number; child: ChildProcess };

/** Runs one of the bare baselines as a separate process next to the product. It sends its port when it is ready. */
export async function startBaseline(
  closers: AsyncDisposableStack,
  script: string,
  args: string[],
): Promise<Baseline> {
  const child = startChild(closers, [join(import.meta.dirname, 'baselines', script), ...args]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { port, child };
}

/** A child process that ends when this one does. */
export function startChild(
  closers: AsyncDisposableStack,
  args: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(process.execPath, args, {
    // The channel tells a child that we were killed. Its output is discarded, because nobody reads a pipe.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  closers.defer(() => stop(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_PATIENCE;
  while (performance.now() < end && child.exitCode === null) {
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The product did not start.');
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
