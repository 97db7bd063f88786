import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { createApiHandler } from '#rest/web.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { createServices } from './services.ts';

// The whole program as a process, killed again and again while other servers hand mail over and try again, as they do
// (RFC 5321 4.5.4.1): `250` means kept, and each message is there exactly once (issue 4).

const KILLS = 15;
const SENDERS = 4;

const base = mkdtempSync(join(tmpdir(), 'proofmail-kill-'));
const dataDir = join(base, 'data');
mkdirSync(dataDir, { mode: 0o711 });
const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
let child: ChildProcess | undefined;
let dns: DnsServer | undefined;

afterAll(async () => {
  child?.kill('SIGKILL');
  await dns?.close();
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Calls with the database of the program while the program does not run. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function makeMailbox(url: string): Promise<string> {
  await migrate(url);
  const config = loadConfig({ PM_DATA_DIR: dataDir, PM_LOG_LEVEL: 'silent' });
  const services = await createServices(config, { databaseUrl: url });
  try {
    const handle = createApiHandler(services);
    const post = async (path: string, body: unknown) => {
      const headers = {
        authorization: `Bearer ${services.bootstrapKey.secret}`,
        'content-type': 'application/json',
      };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await handle(new Request(`http://localhost:3000${path}`, request))).json();
    };
    const tenant = (await post('/v1/tenants', { slug: 'kill', name: 'K', mode: 'live' })) as { id: string };
    const identity = await post(`/v1/tenants/${tenant.id}/identities`, { username: 'agent' });
    return (identity as { primary_address: string }).primary_address;
  } finally {
    await services.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

async function startProgram(env: Record<string, string>): Promise<ChildProcess> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: base,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PM_DATA_DIR: dataDir,
      PM_ROLES: 'smtp,worker',
      PM_LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  child = program;
  await new Promise<void>((done, fail) => {
    program.stdout!.on('data', (text) => String(text).includes('ready in') && done());
    program.once('exit', (code) => fail(new Error(`The program ended with ${code}.`)));
  });
  return program;
}

const rawMessage = (id: string, large: boolean) =>
  `From: grace@sender.example\r\nSubject: ${id}\r\nMessage-ID: <${id}@sender.example>\r\n\r\n${'x'.repeat(70)}\r\n`.concat(
    large ? `${'y'.repeat(70)}\r\n`.repeat(6_000) : '',
  );

it(`keeps each message exactly once over ${KILLS} kills`, { timeout: 300_000 }, async () => {
  dns = await startDnsServer();
  const to = await withDatabase(makeMailbox);
  const port = await freePort();
  const env = { PM_SMTP_PORT: String(port), PM_DNS_SERVERS: dns.address };
  let running = true;
  let retries = 0;
  const accepted: string[] = [];

  const sender = async (name: number) => {
    for (let n = 0; running; n += 1) {
      const id = `m${name}-${n}`;
      const message = { envelope: { from: 'grace@sender.example', to }, raw: rawMessage(id, n % 5 === 0) };
      for (;;) {
        const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, socketTimeout: 5_000 });
        const taken = await transport.sendMail(message).then(
          () => true,
          () => false,
        );
        if (taken) break;
        retries += 1;
        await delay(50);
      }
      accepted.push(id);
    }
  };
  let program = await startProgram(env);
  const senders = Array.from({ length: SENDERS }, (_, name) => sender(name));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(150 + Math.random() * 700);
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
    program = await startProgram(env);
  }
  running = false;
  await Promise.all(senders);
  await delay(3_000);
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;

  const { stored, waiting } = await withDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const messages = await client.query(
        'select subject, count(*)::int as copies from messages group by subject',
      );
      const receipts = await client.query('select count(*)::int as waiting from inbound_receipts');
      return { stored: messages.rows, waiting: receipts.rows[0].waiting };
    } finally {
      await client.end();
    }
  });
  console.info(
    `${KILLS} kills, ${accepted.length} messages accepted, ${retries} retries, ${stored.length} stored`,
  );
  expect(waiting).toBe(0);
  expect(stored.filter(({ copies }) => copies !== 1)).toEqual([]);
  expect(stored.map(({ subject }) => subject).sort()).toEqual(accepted.sort());
  expect(accepted.length).toBeGreaterThan(KILLS);
});
