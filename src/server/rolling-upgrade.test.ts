import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#kernel/data/database.ts';
import { NEWEST_FORMAT } from '#kernel/data/program-name.ts';
import { raiseFormat } from '#kernel/data/storage-format.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { previousRelease } from '#testing/previous-release.ts';
import { eventually } from '#testing/product.ts';
import { consoleIsBuilt, freePort, type Program, startProgram } from '#testing/program.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// A rolling upgrade (issue 23, point 4): the previous release runs, this one starts next to it on the same database and
// migrates it, both work, and then the old one stops. Everything that either accepted is there once, and both can read it.

/** PM_TEST_UPGRADE=50 for the long run (`npm run test:upgrade`). */
const ROUNDS = Number(process.env.PM_TEST_UPGRADE ?? 4);

const previous = previousRelease();
const reason =
  previous.missing ?? (consoleIsBuilt ? null : 'The console is not built, so the program has no HTTP.');
if (reason !== null) console.log(`The rolling upgrade was not tried: ${reason}`);

/** A process of one of the releases. */
type Running = { program: Program; url: string; smtpPort: number };
// biome-ignore lint/suspicious/noExplicitAny: answers of two releases
type Json = any;

const platformKey = `pmk_live_${randomBytes(32).toString('hex')}`;
let dataDir: string;
let database: TestDatabase;
let dns: DnsServer;
let sink: SmtpSink;
let hooks: WebhookReceiver;
const running = new Set<Running>();

beforeAll(async () => {
  if (reason !== null) return;
  dataDir = join(mkdtempSync(join(tmpdir(), 'proofmail-upgrade-')), 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  database = await createEmptyDatabase();
  dns = await startDnsServer();
  sink = await startSmtpSink({});
  hooks = await startWebhookReceiver();
});
afterAll(async () => {
  for (const { program } of running) await program.kill();
  previous.remove();
  await hooks?.close();
  await sink?.close();
  await dns?.close();
  await database?.drop();
  if (dataDir) rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

async function start(tree?: string): Promise<Running> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: database.url,
    PM_DATA_DIR: dataDir,
    PM_BOOTSTRAP_KEY: platformKey,
    PORT: String(port),
    PM_SMTP_PORT: String(smtpPort),
    PM_DNS_SERVERS: dns.address,
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
    PM_INSECURE_TARGETS: 'on',
  };
  const release = { program: await startProgram(env, tree), url: `http://127.0.0.1:${port}`, smtpPort };
  running.add(release);
  return release;
}

async function stop(release: Running): Promise<void> {
  await release.program.stop();
  running.delete(release);
}

async function call(at: Running, method: string, path: string, body?: Json, key?: string): Promise<Json> {
  const answer = await fetch(at.url + path, {
    method,
    headers: {
      authorization: `Bearer ${platformKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const rows = async (text: string): Promise<Json[]> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

type Mailbox = { id: string; tenant_id: string; primary_address: string };

async function makeMailbox(at: Running): Promise<Mailbox> {
  const policy = { quarantine: { on_auth_fail: false } };
  const tenant = await call(at, 'POST', '/v1/tenants', { slug: 'upgrade', name: 'U', mode: 'live', policy });
  await call(at, 'POST', `/v1/tenants/${tenant.id}/webhooks`, {
    url: `${hooks.url}/hook`,
    events: ['message.received'],
  });
  return call(at, 'POST', `/v1/tenants/${tenant.id}/identities`, {
    username: 'agent',
    owner: { name: 'Ada', email: 'ada@example.com' },
  });
}

const sent: string[] = [];
const received: string[] = [];

/** Uses one release over HTTP and SMTP: a send, its repetition, and a received message. */
async function drive(at: Running, mailbox: Mailbox, name: string): Promise<void> {
  const out = `Out ${name}`;
  const path = `/v1/identities/${mailbox.id}/messages`;
  const body = { to: ['friend@outside.example'], subject: out, text: `Text of ${out}.` };
  const { id } = await call(at, 'POST', path, body, out);
  // Either release answers the repetition with the first response.
  for (const other of running) expect((await call(other, 'POST', path, body, out)).id).toBe(id);
  sent.push(out);
  const into = `In ${name}`;
  const transport = createTransport({ host: '127.0.0.1', port: at.smtpPort, ignoreTLS: true });
  await transport.sendMail({
    envelope: { from: 'grace@sender.example', to: mailbox.primary_address },
    raw: `From: grace@sender.example\r\nTo: ${mailbox.primary_address}\r\nSubject: ${into}\r\nMessage-ID: <${into.replaceAll(' ', '-')}@sender.example>\r\n\r\nkeyword${name.replaceAll(' ', '')} arrives.\r\n${'A long letter, line by line.\r\n'.repeat(40)}`,
  });
  received.push(into);
}

async function list(at: Running, mailbox: Mailbox): Promise<string[]> {
  const subjects: string[] = [];
  let cursor = '';
  do {
    const page = await call(at, 'GET', `/v1/identities/${mailbox.id}/threads?limit=100${cursor}`);
    subjects.push(...page.data.map(({ subject }: Json) => subject));
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
  } while (cursor !== '');
  return subjects.sort();
}

/** Checks that each release can read everything that either has accepted. */
async function readEverywhere(mailbox: Mailbox): Promise<void> {
  const all = [...sent, ...received].sort();
  for (const at of running) {
    await eventually(
      () => list(at, mailbox),
      (subjects) => subjects.length >= all.length,
    );
    expect(await list(at, mailbox)).toEqual(all);
    const query = `keyword${received.at(-1)!.slice('In '.length).replaceAll(' ', '')}`;
    const found = await eventually(
      () => call(at, 'POST', `/v1/identities/${mailbox.id}/search`, { q: query, mode: 'keyword' }),
      ({ hits }) => hits.length > 0,
    );
    expect(found.hits).toHaveLength(1);
  }
}

/** The storage format that is written if no process that cannot read the next one was seen for an hour. */
async function formatAfterAnHour(): Promise<number> {
  await rows(`update storage_format set behind_at = now() - interval '1 hour'`);
  const db = openDatabase(database.url, { max: 1 });
  try {
    return await raiseFormat(db, { alone: false });
  } finally {
    await db.close();
  }
}

/** The newest storage format that a release reads. */
async function newestFormatOf(tree: string): Promise<number> {
  const { NEWEST_FORMAT: newest } = await import(join(tree, 'src/kernel/data/program-name.ts'));
  return newest;
}

const outgoing = () =>
  sink.messages.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))![1]!).sort();

it.skipIf(reason !== null)(
  'two neighbouring releases work on one database, and nothing is lost or doubled',
  {
    timeout: 300_000,
  },
  async () => {
    const before = await start(previous.tree!);
    const mailbox = await makeMailbox(before);
    await drive(before, mailbox, 'before');
    const now = await start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await drive(before, mailbox, `old ${round}`);
      await drive(now, mailbox, `new ${round}`);
    }
    await readEverywhere(mailbox);
    // It writes the newest format that both can read.
    expect(await formatAfterAnHour()).toBe(await newestFormatOf(previous.tree!));
    await stop(before);
    await eventually(formatAfterAnHour, (format) => format === NEWEST_FORMAT);
    await drive(now, mailbox, 'after');
    // A process checks the format at its start and every half minute.
    await stop(now);
    const raised = await start();
    await drive(raised, mailbox, 'raised');
    await readEverywhere(mailbox);
    const [{ packed }] = await rows(
      `select bool_or(substring(packed from 1 for 1) = '\\x02') as packed from messages where subject = 'In raised'`,
    );
    expect(packed).toBe(true);

    await eventually(
      async () => outgoing().length,
      (many) => many >= sent.length,
    );
    await eventually(
      async () => new Set(hooks.received.map(({ event }) => event.id)).size,
      (many) => many >= received.length,
    );
    // Waits until no message and no event is pending.
    await eventually(
      () =>
        rows(`select (select count(*) from webhook_deliveries where queue is not null)::int
                 + (select count(*) from graphile_worker._private_jobs where run_at <= now())::int
                 + (select count(*) from inbound_receipts)::int as open`),
      ([{ open }]) => open === 0,
    );
    expect(outgoing()).toEqual([...sent].sort());
    expect(hooks.received.filter(({ event }) => event.type === 'message.received')).toHaveLength(
      received.length,
    );
    expect(await rows(`select job, error from dead_letters`)).toEqual([]);
    await stop(raised);
  },
);
