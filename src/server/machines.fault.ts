import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { startDnsServer } from '#testing/dns-server.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { previousRelease } from '#testing/previous-release.ts';
import { consoleIsBuilt, freePort, type Program, startProgram } from '#testing/program.ts';
import { startS3Server } from '#testing/s3-server.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';

// Two web, two smtp and three worker processes on one database with blobs in a bucket, killed at random under load while a
// rolling upgrade is in progress (issue 23, what it must show): nothing is lost or doubled. One process of a role is down
// at a time at most, and clients use the other one. PM_TEST_MACHINES is in minutes.

const MINUTES = Number(process.env.PM_TEST_MACHINES ?? 3);
const SENDERS = 3;
const WRITERS = 2;
const MAILBOXES = 10;
/** One mail in this many is too large for its row. */
const LARGE = 8;
const LARGE_BYTES = 400_000;
/** Milliseconds. A request that takes longer is reported with each of its tries. */
const LONG = 2_000;
/** Milliseconds to wait for remaining work: a delivery whose process died is retried only after its lease. */
const PATIENCE = 300_000;

const previous = previousRelease();
const reason = previous.missing ?? (consoleIsBuilt ? null : 'The console is not built, so there is no HTTP.');
if (reason !== null) console.log(`The machines were not tried: ${reason}`);

const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

type Role = 'web' | 'smtp' | 'worker';
/** A place where a process runs; `tree` is the release that it runs, undefined for this one. */
type Machine = { role: Role; port: number; tree: string | undefined; program: Program | null };
// biome-ignore lint/suspicious/noExplicitAny: answers of two releases
type Json = any;
type Mailbox = { id: string; tenant_id: string; primary_address: string };

const platformKey = `pmk_live_${randomBytes(32).toString('hex')}`;

/** The resources that all machines share. */
async function openGround() {
  const base = mkdtempSync(join(tmpdir(), 'proofmail-machines-'));
  closers.defer(() => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  closers.defer(() => previous.remove());
  const dataDir = join(base, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: ['max_connections=400'] });
  closers.defer(postgres.stop);
  const [dns, sink, hooks, s3] = await Promise.all([
    startDnsServer(),
    startSmtpSink({}),
    startWebhookReceiver(),
    startS3Server(),
  ]);
  for (const server of [dns, sink, hooks, s3]) closers.defer(() => server.close());
  const db = openDatabase(postgres.url, { max: 3 });
  closers.defer(() => db.close());
  const env = {
    ...s3.env,
    DATABASE_URL: postgres.url,
    PM_DATA_DIR: dataDir,
    PM_BOOTSTRAP_KEY: platformKey,
    PM_DNS_SERVERS: dns.address,
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
    PM_INSECURE_TARGETS: 'on',
    PM_DRAIN_SECONDS: '1',
  };
  return { db, env, sink, hooks, s3 };
}

type Ground = Awaited<ReturnType<typeof openGround>>;

class Machines {
  readonly #env: Ground['env'];
  readonly all: Machine[] = [];

  constructor({ env }: Ground) {
    this.#env = env;
    closers.defer(async () => {
      await Promise.all(this.all.map(({ program }) => program?.kill()));
    });
  }

  async open(role: Role, tree: string | undefined): Promise<void> {
    const machine: Machine = { role, port: await freePort(), tree, program: null };
    this.all.push(machine);
    await this.start(machine);
  }

  of = (role: Role): Machine[] => this.all.filter((machine) => machine.role === role);

  async start(machine: Machine): Promise<void> {
    const { role, port, tree } = machine;
    const port_ = role === 'web' ? { PORT: String(port) } : { PM_SMTP_PORT: String(port) };
    machine.program = await startProgram({ ...this.#env, ...port_, PM_ROLES: role }, tree);
  }

  async kill(machine: Machine): Promise<void> {
    await machine.program!.kill();
    machine.program = null;
  }

  async stop(machine: Machine): Promise<void> {
    await machine.program!.stop();
    machine.program = null;
  }
}

/** Reports the progress of a run of 20 minutes. */
const tell = (what: string): void => void process.stdout.write(`${new Date().toISOString()} ${what}\n`);

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** Records how often clients had to retry, and the longest time for which a request was refused. */
class Patience {
  retries = 0;
  longest = 0;

  /** Tries machines in turn until one takes the work. */
  async until<T>(machines: readonly Machine[], work: (port: number) => Promise<T>): Promise<T> {
    const begun = performance.now();
    const tries: string[] = [];
    for (let turn = Math.floor(Math.random() * machines.length); ; turn += 1) {
      const [{ port }, tried] = [machines[turn % machines.length]!, performance.now()];
      let outcome = 'taken';
      try {
        return await work(port);
      } catch (error) {
        if (error instanceof Refused) throw error;
        outcome = String((error as Error).cause ?? error).slice(0, 80);
        this.retries += 1;
        await delay(50);
      } finally {
        const took = performance.now() - begun;
        this.longest = Math.max(this.longest, took);
        tries.push(`${port} ${Math.round(performance.now() - tried)} ms: ${outcome}`);
        if (outcome === 'taken' && took > LONG)
          tell(`${Math.round(took)} ms for one request: ${tries.join('; ')}`);
      }
    }
  }
}

async function call(port: number, method: string, path: string, body?: Json, key?: string): Promise<Json> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    signal: AbortSignal.timeout(10_000),
    headers: {
      authorization: `Bearer ${platformKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer.json();
  const text = `${method} ${path}: ${answer.status} ${await answer.text()}`;
  throw answer.status < 500 && !AGAIN.includes(answer.status) ? new Refused(text) : new Error(text);
}

/** Statuses after which to retry: another request with the same key is in progress, or there were too many requests. */
const AGAIN = [409, 429];
class Refused extends Error {}

async function makeMailboxes(machines: Machines, hooks: Ground['hooks']): Promise<Mailbox[]> {
  const { port } = machines.of('web')[0]!;
  const policy = {
    quarantine: { on_auth_fail: false },
    inbound: { per_sender_per_hour: 1_000_000 },
    identity_daily_send_cap: 1_000_000,
    tenant_daily_send_cap: 1_000_000,
  };
  const tenant = await call(port, 'POST', '/v1/tenants', { slug: 'many', name: 'M', mode: 'live', policy });
  await call(port, 'POST', `/v1/tenants/${tenant.id}/webhooks`, {
    url: `${hooks.url}/hook`,
    events: ['message.received'],
  });
  const made: Mailbox[] = [];
  for (let n = 0; n < MAILBOXES; n += 1)
    made.push(
      await call(port, 'POST', `/v1/tenants/${tenant.id}/identities`, {
        username: `agent${n}`,
        owner: { name: 'Ada', email: 'ada@example.com' },
      }),
    );
  return made;
}

/** Kills and restarts processes until the end; after a third of the time it also upgrades them. @returns the counts */
async function rage(machines: Machines, end: number): Promise<{ kills: number; upgraded: number }> {
  const began = performance.now();
  const upgradeAt = began + (end - began) / 3;
  const done = { kills: 0, upgraded: 0 };
  const isOld = ({ tree }: Machine) => tree !== undefined;
  // The first process of the new release migrates. A job of a long queue waits for a worker of that release.
  const next = () => machines.of('worker').find(isOld) ?? machines.all.find(isOld);
  let isMigrated = false;
  while (performance.now() < end || next()) {
    await delay(500 + Math.random() * 3_000);
    const old = performance.now() > upgradeAt ? next() : undefined;
    const machine = old && (!isMigrated || Math.random() < 0.6) ? old : any(machines.all);
    if (machine === old) await machines.stop(machine);
    else {
      await machines.kill(machine);
      done.kills += 1;
      await delay(Math.random() * 500);
    }
    // An older release refuses a newer database when it starts.
    if (isOld(machine) && (machine === old || isMigrated)) {
      machine.tree = undefined;
      isMigrated = true;
      done.upgraded += 1;
      tell(`${done.upgraded} of ${machines.all.length} run this release`);
    }
    await machines.start(machine);
  }
  return done;
}

it.skipIf(reason !== null)(
  `loses and doubles nothing in ${MINUTES} minutes of kills with an upgrade`,
  { timeout: (MINUTES + 15) * 60_000 },
  async () => {
    const ground = await openGround();
    const { db, sink, hooks, s3 } = ground;
    const machines = new Machines(ground);
    const tree = previous.tree!;
    for (const role of ['web', 'web', 'smtp', 'smtp', 'worker', 'worker', 'worker'] as const)
      await machines.open(role, tree);
    const mailboxes = await makeMailboxes(machines, hooks);
    tell('seven processes of the release before run');
    const [http, smtp] = [new Patience(), new Patience()];
    const sent = new Map<string, string>();
    const received: string[] = [];
    let isRunning = true;

    const send = async (name: number): Promise<void> => {
      for (let n = 0; isRunning; n += 1) {
        const subject = `Out ${name} ${n}`;
        const path = `/v1/identities/${any(mailboxes).id}/messages`;
        const body = { to: ['friend@outside.example'], subject, text: randomBytes(200).toString('base64') };
        const { id } = await http.until(machines.of('web'), (port) =>
          call(port, 'POST', path, body, subject),
        );
        sent.set(subject, id);
        await delay(300);
      }
    };
    const write = async (name: number): Promise<void> => {
      for (let n = 0; isRunning; n += 1) {
        const subject = `In ${name} ${n}`;
        const to = any(mailboxes).primary_address;
        const text =
          n % LARGE === 0
            ? randomBytes(LARGE_BYTES / 2)
                .toString('hex')
                .replace(/.{76}/g, '$&\r\n')
            : 'Hello.';
        const raw = `From: grace@sender.example\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '-')}@sender.example>\r\n\r\n${text}\r\n`;
        await smtp.until(machines.of('smtp'), async (port) => {
          const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, socketTimeout: 10_000 });
          await client.sendMail({ envelope: { from: 'grace@sender.example', to }, raw });
        });
        received.push(subject);
        await delay(300);
      }
    };
    const load = Promise.all([
      ...Array.from({ length: SENDERS }, (_, name) => send(name)),
      ...Array.from({ length: WRITERS }, (_, name) => write(name)),
    ]);
    const raging = rage(machines, performance.now() + MINUTES * 60_000);
    // Clients work until they are told to end, or fail.
    await Promise.race([raging, load]);
    const { kills, upgraded } = await raging;
    isRunning = false;
    await load;
    tell(`${kills} kills, ${sent.size} sent, ${received.length} received: now it comes to rest`);
    expect(upgraded).toBe(machines.all.length);
    await atRest(db);

    const uncertain = await checkSent(db, sent, sink.messages);
    await checkReceived(db, received);
    const large = received.filter((subject) => Number(subject.split(' ')[2]) % LARGE === 0);
    await checkLarge(machines, db, large);
    expect(s3.objects.size).toBeGreaterThanOrEqual(large.length);
    const told = new Set(hooks.received.map(({ event }) => event.data.message.subject));
    expect(received.filter((subject) => !told.has(subject))).toEqual([]);
    expect(await db.rows(sql`select job, error from dead_letters`)).toEqual([]);
    reportFaults({
      fault: 'kills of seven processes during a rolling upgrade',
      rounds: kills,
      counts: {
        sent: sent.size,
        uncertain,
        received: received.length,
        large: large.length,
        'HTTP tried again': http.retries,
        'longest ms': Math.round(http.longest),
        'SMTP tried again': smtp.retries,
        'longest SMTP ms': Math.round(smtp.longest),
      },
    });
  },
);

/** Waits until nothing is left: no due job, no received mail, no delivery. */
async function atRest(db: Database): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await delay(500)) {
    const row = await db.first<{ open: number }>(sql`
      select (select count(*) from webhook_deliveries where queue is not null)::int
           + (select count(*) from graphile_worker._private_jobs where run_at <= now() or locked_at is not null)::int
           + (select count(*) from inbound_receipts)::int as open`);
    if (row!.open === 0) return;
    if (performance.now() > end) throw new Error(`${row!.open} pieces of work still wait.`);
  }
}

type Arrived = Ground['sink']['messages'];

/** Checks that each send was sent once, or is `uncertain` because a process died while sending. @returns the number */
async function checkSent(db: Database, sent: ReadonlyMap<string, string>, arrived: Arrived): Promise<number> {
  const counts = new Map<string, number>();
  for (const { raw } of arrived) {
    const subject = /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))![1]!;
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  expect([...counts.keys()].filter((subject) => !sent.has(subject))).toEqual([]);
  const rows = await db.rows<{ id: string; status: string }>(
    sql`select id, status from messages where direction = 'outbound'`,
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  expect(statuses.size).toBe(sent.size);
  for (const [subject, id] of sent)
    expect([subject, statuses.get(id)]).toEqual([
      subject,
      counts.has(subject) ? expect.stringMatching(/^(submitted|uncertain)$/) : 'uncertain',
    ]);
  return rows.filter(({ status }) => status === 'uncertain').length;
}

async function checkReceived(db: Database, received: readonly string[]): Promise<void> {
  const rows = await db.rows<{ subject: string }>(
    sql`select subject from messages where direction = 'inbound'`,
  );
  expect(rows.map(({ subject }) => subject).sort()).toEqual([...received].sort());
}

/** Checks that all large messages are complete in the bucket. */
async function checkLarge(machines: Machines, db: Database, subjects: readonly string[]): Promise<void> {
  const rows = await db.rows<{ id: string; identity_id: string }>(
    sql`select id, identity_id from messages where subject = any(${[...subjects]}::text[])`,
  );
  for (const { id, identity_id } of rows) {
    const path = `/v1/identities/${identity_id}/messages/${id}/raw`;
    const answer = await readPatiently(`http://127.0.0.1:${machines.of('web')[0]!.port}${path}`);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > LARGE_BYTES]).toEqual([200, true]);
  }
}

/** Waits where the key has read too often: there are more messages than it may read in a minute. */
async function readPatiently(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${platformKey}` } });
    if (answer.status !== 429) return answer;
    await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}
