import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { type Database, sql } from '#kernel/data/database.ts';
import type { startSmtpSink } from '#testing/smtp-sink.ts';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import type { Product } from './product.ts';
import { newText } from './texts.ts';

// The work that is measured in each deployment, whatever its size.

/** The number of messages in the mailbox. */
export const OWN = 1_000;
const READS = 200;
const SEARCHES = 100;
const MAILS = 100;
/** The number of senders, because one may send 120 times a minute. */
const SENDERS = 10;
const SENDS = 100;
/** Many for each tenant, because the nightly run asks each tenant, which is not the cost of an event. */
const OLD_EVENTS = 50_000;
/** One in this many messages changes before the vacuum. */
const CHANGED = 100;
/** The minimum number of changes. Fewer would take too little CPU to compare. */
const CHANGES = 2_000;

export type Sink = Awaited<ReturnType<typeof startSmtpSink>>;

export type Stage = {
  product: Product;
  db: Database;
  mailbox: Identity;
  keys: readonly string[];
  senders: readonly Identity[];
  sendersKeys: readonly string[];
  sink: Sink;
};

/**
 * Each round has a different name. `before` prepares a round and is not measured. `run` returns the number of pieces
 * that it did.
 */
export type Work = {
  name: string;
  before?: (round: string) => Promise<void>;
  run: (round: string) => Promise<number>;
  /** Whether it leaves work behind that would affect other measurements. */
  isLast?: boolean;
};

/** The mailbox and the senders. */
export async function stageOf(product: Product, db: Database, sink: Sink): Promise<Stage> {
  const [mailbox] = (await makeIdentities(product, 'scale', 1)) as [Identity];
  const keys = await makeKeys(product, mailbox.tenant_id, ['messages:read', 'search:read'], 25);
  const senders = await makeIdentities(product, 'senders', SENDERS);
  const sendersKeys = await makeKeys(product, senders[0]!.tenant_id, ['messages:send'], 10);
  return { product, db, mailbox, keys, senders, sendersKeys, sink };
}

export function worksOf(stage: Stage): Work[] {
  const { product, db, mailbox, keys, senders, sendersKeys, sink } = stage;
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
  const send = (round: string) => (n: number) => {
    const subject = `Out ${round} ${n}`;
    const body = { to: ['friend@outside.example'], subject, text: newText() };
    const headers = { ...withKey(n, sendersKeys), 'idempotency-key': subject };
    return call(product, 'POST', `/v1/identities/${senders[n % SENDERS]!.id}/messages`, body, headers);
  };
  return [
    { name: 'list 50 threads', run: () => times(READS, (n) => get('/threads?limit=50', n)) },
    { name: 'read a message', run: () => times(READS, (n) => get(`/messages/${message(n * 7)}`, n)) },
    { name: 'search two words', run: () => times(SEARCHES, search) },
    { name: 'receive', run: (round) => receive(stage, round, MAILS) },
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
    {
      name: 'forget an event',
      before: (round) => makeOldEvents(stage, round),
      run: () => forgetEvents(stage),
    },
    {
      name: 'vacuum after a change',
      run: (round) => vacuum(stage, round === 'warm' ? 1 : CHANGES),
      isLast: true,
    },
  ];
}

export async function receive(
  { product, db, mailbox }: Pick<Stage, 'product' | 'db' | 'mailbox'>,
  round: string,
  many: number,
): Promise<number> {
  const to = mailbox.primary_address;
  const client = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true, pool: true });
  const send = (n: number) =>
    client.sendMail({
      envelope: { from: 'friend@outside.example', to },
      raw: `From: friend@outside.example\r\nTo: ${to}\r\nSubject: Receive ${round} ${n}\r\nMessage-ID: <${round}-${n}@outside.example>\r\n\r\n${'It is here. '.repeat(20)}\r\n`,
    });
  await Promise.all(Array.from({ length: many }, (_, n) => send(n)));
  client.close();
  const stored = () =>
    db.first<{ n: number }>(sql`
      select count(*)::int as n from messages
      where identity_id = ${mailbox.id} and created_at > now() - interval '10 minutes' and subject like ${`Receive ${round} %`}`);
  while ((await stored())!.n < many) await delay(20);
  await untilIndexed(db);
  return many;
}

export async function untilIndexed(db: Database): Promise<void> {
  while ((await db.first(sql`select from search_pending limit 1`)) !== null) await delay(50);
}

/** Expired events among current ones. Their positions come before all others, in the order of time. */
async function makeOldEvents({ db, mailbox: of }: Stage, round: string): Promise<void> {
  await db.run(sql`
    insert into events (id, position, type, tenant_id, identity_id, data, occurred_at)
    select 'evt_00OLD' || ${round}::text || '-' || n, -n, 'message.canceled', ${of.tenant_id}, ${of.id}, '{}', now() - interval '40 days'
    from generate_series(1, ${OLD_EVENTS}::int) n`);
  // What earlier rounds left is no work of this one, and would be done while it is measured.
  await db.run(sql`vacuum (analyze) events`);
}

async function forgetEvents({ product, db }: Stage): Promise<number> {
  await call(product, 'POST', '/v1/platform/jobs', { name: 'retention' });
  const old = () => db.first(sql`select from events where position < 0 limit 1`);
  while ((await old()) !== null) await delay(50);
  return OLD_EVENTS;
}

async function vacuum({ product, db }: Stage, least: number): Promise<number> {
  // A connection without the time limits of the product's.
  const admin = new Client({ connectionString: product.databaseUrl });
  await admin.connect();
  let changed = 0;
  for (let turn = 0; changed < least; turn += 1) {
    const { rowCount } = await admin.query(
      'update messages set is_read = not is_read where abs(hashtext(id)::bigint) % $1::int = $2',
      [CHANGED, turn % CHANGED],
    );
    changed += rowCount!;
    await admin.query('vacuum messages');
    // Changed messages are reindexed in the meantime. All of that is counted, not only the part that was done in time.
    await untilIndexed(db);
  }
  await admin.end();
  return changed;
}
