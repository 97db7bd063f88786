import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { type MixedMail, zone } from './mixed-mail.ts';
import { makeNaturalMail } from './natural-mail.ts';
import { timed, treeMemory } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import { median } from './report.ts';
import { runBench } from './run.ts';

// The cost of one signed message of 15 KB from its `250` until it is readable, searchable and announced: CPU,
// statements and their WAL, bytes on disk by table and index, memory, and the latency on an idle system.
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 2_000);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 300);
const ALONE = Number(process.env.BENCH_ALONE ?? 60);
const BYTES = 15_000;
const CONNECTIONS = 4;
const IDENTITIES = 10;
/** The number of keys, because a key may call 600 times a minute and each message is first polled every millisecond. */
const KEYS = 60;
const LOOKED_FOR_CLOSELY = 200;
const LONGEST_ALONE = 60_000;
const PATIENCE = 300_000;
const SHOWN = 24;
const IDLE = Number(process.env.BENCH_IDLE ?? 10_000);

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers, {
    zone,
    postgres: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all'],
  });
  const database = new Client({ connectionString: product.databaseUrl });
  await database.connect();
  closers.defer(() => database.end());
  await database.query('create extension pg_stat_statements');
  await delay(IDLE);
  await printMemory('idle', product);
  // The texts are natural. Some look like spam or contain a code, and quarantined mail would never be listed.
  const quarantine = { on_auth_fail: false, unsolicited_otp: false, spam_threshold: 1 };
  const identities = await makeIdentities(product, 'cost', IDENTITIES, { quarantine });
  await handOver(product, await makeSet(identities, 0, WARM_UP));
  await untilDone(database);
  const mails = await makeSet(identities, WARM_UP, MESSAGES);
  await database.query('vacuum full');
  await database.query('select pg_stat_statements_reset()');
  const before = await sizes(database);
  const round = await timed(
    product.pid,
    async () => {
      await handOver(product, mails);
      await untilDone(database);
      return { pieces: MESSAGES };
    },
    product.postgresPid,
  );
  console.log(
    `\n${MESSAGES} signed messages of 15 KB until indexed: ${round.rate.toFixed(0)}/s, ` +
      `CPU ${round.cpuMs?.toFixed(2)} ms each, ${round.postgresMs?.toFixed(2)} ms of Postgres`,
  );
  await printMemory('at the end of the load', product);
  await printStatements(database);
  await printSizes(database, before);
  await delay(IDLE * 3);
  await printMemory('40 s after the load', product);
  await measureAlone(product, identities[0]!);
}

const makeSet = (identities: readonly Identity[], from: number, count: number): Promise<MixedMail[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeNaturalMail(identities[index % identities.length]!.primary_address, from + index, BYTES),
    ),
  );

async function handOver({ smtpPort }: Product, mails: readonly MixedMail[]): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  await Promise.all(mails.map((mail) => transport.sendMail(mail)));
  transport.close();
}

async function untilDone(database: Client): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { rows } = await database.query(
      'select not exists (select 1 from inbound_receipts) and not exists (select 1 from search_pending) as done',
    );
    if (rows[0].done) return;
    if (performance.now() > end) throw new Error('Not all messages were processed in time.');
    await delay(50);
  }
}

async function printStatements(database: Client): Promise<void> {
  const { rows } = await database.query(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as statement, calls, round(total_exec_time::numeric / $1, 3) as ms,
            round(wal_bytes / $1) as wal, round((shared_blks_hit + shared_blks_read)::numeric / $1, 1) as pages
     from pg_stat_statements where toplevel order by total_exec_time desc`,
    [MESSAGES],
  );
  const sum = (field: string) => rows.reduce((total, row) => total + Number(row[field]), 0);
  console.log(
    `Statements of each message: ${(sum('calls') / MESSAGES).toFixed(2)}, ${sum('ms').toFixed(2)} ms in them, ` +
      `${(sum('wal') / 1000).toFixed(1)} KB of WAL, ${sum('pages').toFixed(0)} pages`,
  );
  console.table(
    rows.slice(0, SHOWN).map(({ statement, calls, ms, wal, pages }) => ({
      statement,
      calls: Number(calls),
      ms: Number(ms),
      'WAL bytes': Number(wal),
      pages: Number(pages),
    })),
  );
}

type Sizes = Map<string, number>;

async function sizes(database: Client): Promise<Sizes> {
  const { rows } = await database.query(
    `select case when n.nspname = 'pg_toast' then 'toast of ' || coalesce(o.relname, p.relname)
              when n.nspname <> 'public' then n.nspname || '.' || c.relname else c.relname end
            || case when c.relkind = 'i' then ' (index)' else '' end as name, pg_relation_size(c.oid) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_class o on o.reltoastrelid = c.oid
     left join pg_index i on i.indexrelid = c.oid left join pg_class p on p.reltoastrelid = i.indrelid
     where c.relkind in ('r', 't', 'i', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function printSizes(database: Client, before: Sizes): Promise<void> {
  await database.query('vacuum analyze');
  const after = await sizes(database);
  const grown = [...after]
    .map(([name, bytes]) => ({ name, bytes: Math.round((bytes - (before.get(name) ?? 0)) / MESSAGES) }))
    .filter(({ bytes }) => bytes !== 0)
    .sort((a, b) => b.bytes - a.bytes);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`On disk for each message: ${(total / 1000).toFixed(1)} KB`);
  console.table(grown.slice(0, SHOWN * 2));
  for (const table of ['messages', 'search_documents', 'blobs', 'events'])
    await printColumns(database, table);
}

/** The stored bytes of each column in a row, as compressed by Postgres. */
async function printColumns(database: Client, table: string): Promise<void> {
  const { rows } = await database.query(
    `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  const sizes = rows.map(({ name }) => `'${name}', round(avg(coalesce(pg_column_size("${name}"), 0)))`);
  const found = await database.query(`select json_build_object(${sizes.join(', ')}) as sizes from ${table}`);
  const columns = Object.entries<number>(found.rows[0].sizes).sort((a, b) => b[1] - a[1]);
  console.log(`${table}: ${columns.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}`);
}

async function printMemory(when: string, { pid, postgresPid }: Product): Promise<void> {
  const [own, postgres] = await Promise.all([treeMemory(pid), treeMemory(postgresPid)]);
  if (own === null || postgres === null) return;
  console.log(`memory ${when} (PSS): ${own.toFixed(0)} MB + Postgres ${postgres.toFixed(0)} MB`);
}

/**
 * One message after the other on an idle system: milliseconds until its `250`, and from then until the API lists it and the
 * stream reports it.
 */
async function measureAlone(product: Product, identity: Identity): Promise<void> {
  const keys = await makeKeys(product, identity.tenant_id, ['messages:read', 'webhooks:read'], KEYS);
  const headersOf = (call: number) => ({ authorization: `Bearer ${keys[call % KEYS]}` });
  const announced: number[] = [];
  const readable: number[] = [];
  const accepted: number[] = [];
  const stream = await fetch(`${product.url}/v1/identities/${identity.id}/events`, {
    headers: { ...headersOf(0), accept: 'text/event-stream' },
  });
  if (!stream.ok) throw new Error(await stream.text());
  const reader = stream.body!.getReader();
  const told: (() => void)[] = [];
  void (async () => {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (decoder.decode(value).includes('message.received')) told.shift()?.();
    }
  })().catch(() => undefined);
  const transport = createTransport({
    host: '127.0.0.1',
    port: product.smtpPort,
    pool: true,
    maxConnections: 1,
    ignoreTLS: true,
  });
  let calls = 0;
  const list = () => {
    calls += 1;
    const path = `/v1/identities/${identity.id}/messages?limit=1`;
    return call<{ data: { id: string }[] }>(product, 'GET', path, undefined, headersOf(calls));
  };
  for (let index = 0; index < ALONE; index += 1) {
    const mail = await makeNaturalMail(identity.primary_address, 100_000 + index, BYTES);
    const last = (await list()).data[0]?.id;
    const heard = new Promise<number>((resolve) => told.push(() => resolve(performance.now())));
    await delay(300);
    const handedOver = performance.now();
    await transport.sendMail(mail);
    const begin = performance.now();
    accepted.push(begin - handedOver);
    for (let taken = 0; (await list()).data[0]?.id === last; taken = performance.now() - begin) {
      if (taken > LONGEST_ALONE) throw new Error(`Message ${index} could not be read after ${taken} ms.`);
      await delay(taken < LOOKED_FOR_CLOSELY ? 1 : 20);
    }
    readable.push(performance.now() - begin);
    announced.push((await heard) - begin);
  }
  transport.close();
  await reader.cancel();
  const tell = (times: number[]): string => {
    const sorted = times.toSorted((a, b) => a - b);
    return `p50 ${median(sorted).toFixed(1)}, p90 ${sorted[Math.floor(sorted.length * 0.9)]!.toFixed(1)}`;
  };
  console.log(
    `one message on an idle system, ms: accepted ${tell(accepted)}; after its 250: readable ${tell(readable)}; ` +
      `announced ${tell(announced)}`,
  );
}

await runBench(main);
