import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts';
import { startDnsServer } from '#testing/dns-server.ts';

/** The product as its users run it, on a database of its own that a baseline can share. */
export type Product = {
  url: string;
  smtpPort: number;
  databaseUrl: string;
  dataDir: string;
  platformKey: string;
  pid: number;
  close(): Promise<void>;
};

const START_PATIENCE = 180_000;

export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  // Every look-up is answered at once with "no such name", so that DNS is part of the way but never the wait.
  const dns = await startDnsServer({});
  const [port, smtpPort] = [await freePort(), await freePort()];
  const platformKey = `pmk_live_${randomBytes(32).toString('hex')}`;
  const child = spawn(process.execPath, [...(process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []), 'src/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PM_SMTP_PORT: String(smtpPort),
      PM_DATA_DIR: join(dataDir, 'product'),
      DATABASE_URL: postgres.url,
      PM_BOOTSTRAP_KEY: platformKey,
      PM_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      PM_LOG_LEVEL: 'warn',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child);
  return {
    url,
    smtpPort,
    databaseUrl: postgres.url,
    dataDir,
    platformKey,
    pid: child.pid!,
    close: async () => {
      await stop(child);
      await dns.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs one of the bare baselines beside the product, as a process of its own. It prints its port when it is ready. */
export async function startBaseline(script: string, args: string[]): Promise<{ port: number; pid: number; close(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.once('data', (data: Buffer) => resolve(Number(data.toString())));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { port, pid: child.pid!, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_PATIENCE;
  while (performance.now() < end && child.exitCode === null) {
    const healthy = await fetch(`${url}/health`).then((response) => response.ok, () => false);
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
