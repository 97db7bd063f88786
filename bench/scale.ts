import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import { runBench } from './run.ts';
import { bulk, fillIdentities, fillMail } from './scale-fill.ts';
import { countStatements, grownSince, type Statements, statementsSince } from './scale-statements.ts';
import { newText } from './texts.ts';

// What a deployment costs as its database grows (issue 23, point 2): the same work in the same mailbox of 1,000 messages, while
// all others grow to BENCH_SIZES messages, in up to 100,000 mailboxes. Ratios are to the first size.

const SIZES = (process.env.BENCH_SIZES ?? '10000,300000').split(',').map(Number);
const MOST_IDENTITIES = 100_000;
const OWN = 1_000;
/** The quickest of so many counts: others use the machine too. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const READS = 200;
const SEARCHES = 100;
const MAILS = 100;
/** One may send 120 times a minute. */
const SENDERS = 10;
const SENDS = 100;
const OLD_EVENTS = 5_000;
/** One of so many messages changes before the vacuum. */
const CHANGED = 100;

/** `pages` are those of the database that statements touched, in memory or not. */
type Cost = { ms: number; product: number; postgres: number; pages: number };
/** What it needs is made in `before`, which is not measured. */
type Work = { name: string; before?: () => Promise<void>; run: (round: number) => Promise<number> };
const FORGET = 'forget an event';
const VACUUM = 'vacuum after a change';
const ONCE: ReadonlySet<string> = new Set([FORGET, VACUUM]);

async function main(closers: AsyncDisposableStack): Promise<void> {
  const sink = await startSmtpSink({});
  closers.defer(() => sink.close());
  const product = await startProduct(closers, {
    env: { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url },
    postgres: [
      'shared_buffers=512MB',
      'max_wal_size=3GB',
      'maintenance_work_mem=512MB',
      'shared_preload_libraries=pg_stat_statements',
    ],
  });
  const db = openDatabase(product.databaseUrl);
  closers.defer(() => db.close());
  const [mailbox] = (await makeIdentities(product, 'scale', 1)) as [Identity];
  const keys = await makeKeys(product, mailbox.tenant_id, ['messages:read', 'search:read'], 25);
  await countStatements(db);
  await receive(product, db, mailbox, 'first', 1);
  await fillMail(db, { of: mailbox, from: 0, to: OWN, identities: null });
  await untilIndexed(db);

  // What is compiled at first is not what the work costs.
  const stage = { db, mailbox, keys, sink };
  for (const { before, run } of worksOf(product, { ...stage, ...(await sendersOf(product, 'warm')) })) {
    await before?.();
    await run(0);
  }
  const first = new Map<string, { cost: Cost; statements: Statements }>();
  console.log('| messages | work | ms | product CPU ms | Postgres CPU ms | CPU to the first size | pages |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  let [have, identities] = [0, 0];
  for (const size of SIZES) {
    const wanted = Math.min(MOST_IDENTITIES, Math.ceil(size / 10));
    const begin = performance.now();
    await bulk(product.databaseUrl, async () => {
      await fillIdentities(db, mailbox, identities, wanted);
      await fillMail(db, { of: mailbox, from: have, to: size, identities: wanted });
    });
    console.error(`filled to ${size} in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
    [have, identities] = [size, wanted];
    for (const work of worksOf(product, { ...stage, ...(await sendersOf(product, String(size))) })) {
      const { name } = work;
      const { cost, statements } = await quickest(product, db, work);
      if (!first.has(name)) first.set(name, { cost, statements });
      print(size, name, cost, first.get(name)!.cost);
      for (const line of grownSince(first.get(name)!.statements, statements)) console.error(`    ${line}`);
    }
    const [{ bytes } = { bytes: 0 }] = await db.rows<{ bytes: number }>(
      sql`select pg_database_size(current_database())::float8 as bytes`,
    );
    console.log(`\n${size} messages in ${wanted} mailboxes: ${(bytes / 1e9).toFixed(2)} GB\n`);
  }
  if (process.env.BENCH_HOLD) {
    console.log(`Holding until interrupted: ${product.databaseUrl}`);
    await new Promise(() => {});
  }
}

function print(size: number, name: string, { ms, product, postgres, pages }: Cost, first: Cost): void {
  const ratio = (product + postgres) / total(first);
  const cells = [ms, product, postgres, ratio].map((value) => value.toFixed(2));
  console.log(`| ${[size, name, ...cells, pages.toFixed(1)].join(' | ')} |`);
}

/** The cheapest of some rounds, and what each statement cost in it. What works off a stock of its own is done once. */
async function quickest(
  product: Product,
  db: Database,
  { name, before, run }: Work,
): Promise<{ cost: Cost; statements: Statements }> {
  const rounds = ONCE.has(name) ? 1 : ROUNDS;
  let best: { cost: Cost; statements: Statements } | null = null;
  for (let round = 0; round < rounds; round += 1) {
    await before?.();
    await countStatements(db);
    let pieces = 0;
    const { rate, cpuMs, postgresMs } = await timed(
      product.pid,
      async () => {
        pieces = await run(round);
        return { pieces };
      },
      product.postgresPid,
    );
    const statements = await statementsSince(db, pieces);
    const pages = [...statements.values()].reduce((sum, statement) => sum + statement.pages, 0);
    const cost = { ms: 1_000 / rate, product: cpuMs ?? 0, postgres: postgresMs ?? 0, pages };
    if (best === null || total(cost) < total(best.cost)) best = { cost, statements };
  }
  return best!;
}

const total = ({ product, postgres }: Cost): number => product + postgres;

type Stage = {
  db: Database;
  mailbox: Identity;
  keys: readonly string[];
  senders: readonly Identity[];
  sendersKeys: readonly string[];
  sink: Awaited<ReturnType<typeof startSmtpSink>>;
  name: string;
};

/** New ones for each size: the guard reads what they sent before. */
async function sendersOf(product: Product, name: string) {
  const senders = await makeIdentities(product, `senders-${name}`, SENDERS);
  const sendersKeys = await makeKeys(product, senders[0]!.tenant_id, ['messages:send'], 10);
  return { senders, sendersKeys, name };
}

/** Each does its work and says how many pieces that were. */
function worksOf(product: Product, { db, mailbox, keys, senders, sendersKeys, sink, name }: Stage): Work[] {
  const base = `/v1/identities/${mailbox.id}`;
  const withKey = (n: number, of = keys) => ({ authorization: `Bearer ${of[n % of.length]}` });
  const message = (n: number) => `msg_00${String(n % OWN).padStart(24, '0')}`;
  const times = async (many: number, work: (n: number) => Promise<unknown>): Promise<number> => {
    for (let n = 0; n < many; n += 1) await work(n);
    return many;
  };
  const get = (path: string, n: number) => call(product, 'GET', `${base}${path}`, undefined, withKey(n));
  const search = (n: number) => {
    const body = { q: `word${n * 3} word${n}`, mode: 'keyword' };
    return call(product, 'POST', `${base}/search`, body, withKey(n));
  };
  const send = (round: number) => (n: number) => {
    const subject = `Out ${name} ${round} ${n}`;
    const body = { to: ['friend@outside.example'], subject, text: newText() };
    const headers = { ...withKey(n, sendersKeys), 'idempotency-key': subject };
    return call(product, 'POST', `/v1/identities/${senders[n % SENDERS]!.id}/messages`, body, headers);
  };
  return [
    { name: 'list 50 threads', run: () => times(READS, (n) => get('/threads?limit=50', n)) },
    { name: 'read a message', run: () => times(READS, (n) => get(`/messages/${message(n * 7)}`, n)) },
    { name: 'search two words', run: () => times(SEARCHES, search) },
    { name: 'receive', run: (round) => receive(product, db, mailbox, `in ${name} ${round}`, MAILS) },
    {
      name: 'send',
      run: async (round) => {
        sink.messages.length = 0;
        await times(SENDS, send(round));
        await sink.waitFor(SENDS, 120_000);
        await untilIndexed(db);
        return SENDS;
      },
    },
    { name: FORGET, before: () => makeOldEvents(db, mailbox, name), run: () => forgetEvents(product, db) },
    { name: VACUUM, run: () => vacuum(db) },
  ];
}

async function receive(
  product: Product,
  db: Database,
  to: Identity,
  name: string,
  many: number,
): Promise<number> {
  const client = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true, pool: true });
  const send = (n: number) =>
    client.sendMail({
      envelope: { from: 'friend@outside.example', to: to.primary_address },
      raw: `From: friend@outside.example\r\nTo: ${to.primary_address}\r\nSubject: Receive ${name} ${n}\r\nMessage-ID: <${name.replaceAll(' ', '-')}-${n}@outside.example>\r\n\r\n${'It is here. '.repeat(20)}\r\n`,
    });
  await Promise.all(Array.from({ length: many }, (_, n) => send(n)));
  client.close();
  const stored = () =>
    db.first<{ n: number }>(sql`
      select count(*)::int as n from messages
      where identity_id = ${to.id} and created_at > now() - interval '10 minutes' and subject like ${`Receive ${name} %`}`);
  while ((await stored())!.n < many) await delay(20);
  await untilIndexed(db);
  return many;
}

async function untilIndexed(db: Database): Promise<void> {
  while ((await db.first(sql`select from search_pending limit 1`)) !== null) await delay(50);
}

/** Events that are past their time, among all that are not. Their positions are before those of all others, as in time. */
async function makeOldEvents(db: Database, of: Identity, name: string): Promise<void> {
  await db.run(sql`
    insert into events (id, position, type, tenant_id, identity_id, data, occurred_at)
    select 'evt_00OLD' || ${name}::text || '-' || n, -n, 'message.canceled', ${of.tenant_id}, ${of.id}, '{}', now() - interval '40 days'
    from generate_series(1, ${OLD_EVENTS}::int) n`);
}

async function forgetEvents(product: Product, db: Database): Promise<number> {
  await call(product, 'POST', '/v1/platform/jobs', { name: 'retention' });
  const old = () => db.first(sql`select from events where position < 0 limit 1`);
  while ((await old()) !== null) await delay(50);
  return OLD_EVENTS;
}

async function vacuum(db: Database): Promise<number> {
  const changed = await db.run(
    sql`update messages set is_read = not is_read where hashtext(id) % ${CHANGED}::int = 0`,
  );
  await db.run(sql`vacuum messages`);
  return changed;
}

await runBench(main);
