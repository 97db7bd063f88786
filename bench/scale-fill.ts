import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Database, raw, sql } from '#kernel/data/database.ts';
import type { Identity } from './client.ts';
import type { Product } from './product.ts';

// A large deployment made in SQL: rows that the product wrote itself are copied under new ids, with the skew of real
// mailboxes and short texts whose words have the frequencies of real ones. Nothing here is measured.

/** The number of rows of one statement. */
const AT_ONCE = 50_000;
const PER_TENANT = 100;
const VOCABULARY = 20_000;
/** The number of words of the shortest text. Others have up to three more. */
const WORDS = 12;
/** The number of different texts with vectors. Words are as frequent as if each message had its own text. */
const TEXTS = 100_000;
/** The mail covers this many days, in conversations of a few messages. One of five messages was sent. */
const DAYS = 365;
const PER_THREAD = 3;
const SENT = 5;
/** Events are kept for the default period of the policy. */
const EVENT_DAYS = 30;
/**
 * The size of an empty index in bytes. Such indexes stay, because no copied row enters them and rebuilding reads the
 * whole table.
 */
const EMPTY_INDEX = 8_192;
const FILLED = ['messages', 'threads', 'search_documents', 'sends'];

const padded = (prefix: string, n: string, digits = 26): string =>
  `'${prefix}' || lpad((${n})::text, ${digits}, '0')`;
const tenantOf = (identity: string): string => padded('ten_', `(${identity}) / ${PER_TENANT}`);

/**
 * Runs work that adds many rows. Indexes that no constraint needs are rebuilt afterwards, which takes a tenth of the time
 * of single entries (wal_level=minimal: without log), and nothing is vacuumed during the work. The product is paused,
 * because its statements would read whole tables without these indexes.
 */
export async function bulk(
  { databaseUrl, pid }: Pick<Product, 'databaseUrl' | 'pid'>,
  work: () => Promise<void>,
): Promise<void> {
  // A connection without the product's time limits.
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes i where schemaname = 'public' and tablename = any ($1)
     and not exists (select from pg_constraint c where c.conindid = i.indexname::regclass)
     and not (indexdef like '% WHERE %' and pg_relation_size(i.indexname::regclass) <= ${EMPTY_INDEX})
     order by tablename, indexname`,
    [FILLED],
  );
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  await standStill(admin, pid);
  try {
    await admin.query(`create unlogged table scale_texts as
      select n, words, to_tsvector('simple', words) as vector from (
        select n, (select string_agg('word' || floor(${VOCABULARY} * power(random(), 3))::int, ' ')
          from generate_series(1, ${WORDS} + n % 4) w) as words
        from generate_series(0, ${TEXTS - 1}) n) t`);
    await admin.query('alter table scale_texts add primary key (n)');
    for (const { name } of rows) await admin.query(`drop index ${name}`);
    await work();
    await admin.query('drop table scale_texts');
    await admin.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of rows) await admin.query(definition);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await admin.query('alter system reset autovacuum');
  await admin.query('select pg_reload_conf()');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
  await admin.end();
}

/** Pauses the product's process while it has no open transaction, because it would keep the locks. */
async function standStill(admin: Client, pid: number): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP');
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return;
    process.kill(pid, 'SIGCONT');
    await delay(20);
  }
}

/** The names of a table's columns, without generated ones. */
async function columnsOf(db: Database, table: string): Promise<string[]> {
  const rows = await db.rows<{ column_name: string }>(sql`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  return rows.map(({ column_name }) => column_name);
}

type Copies = {
  table: string;
  /** The name of the row from `rowToCopy`. */
  row: string;
  from: number;
  to: number;
  /** New values, in terms of `g.n` and `t`. */
  changes: Record<string, string>;
  /** Joined after `g`. */
  beside?: string;
  /** A condition on the numbers to copy. */
  where?: string;
  triggers: boolean;
};

/**
 * Stores a row to copy in a separate table, because each search in a growing table without indexes would scan it.
 * @param of a condition on `t`
 */
async function rowToCopy(db: Database, table: string, of: string, name = ''): Promise<string> {
  const row = `scale_row_of_${table}${name}`;
  await db.run(sql`drop table if exists ${raw(row)}`);
  const found = await db.run(
    sql`create unlogged table ${raw(row)} as select * from ${raw(table)} t where ${raw(of)} limit 1`,
  );
  if (found !== 1) throw new Error(`There is no row of ${table} to copy.`);
  return row;
}

async function copy(
  db: Database,
  { table, row, from, to, changes, beside = '', where = 'true', triggers }: Copies,
): Promise<void> {
  const columns = await columnsOf(db, table);
  const values = columns.map((name) => changes[name] ?? `t."${name}"`);
  for (let begin = from; begin < to; begin += AT_ONCE) {
    const end = Math.min(to, begin + AT_ONCE) - 1;
    await db.transaction(async (tx) => {
      await tx.run(sql`set local synchronous_commit = off`);
      // Triggers on each row would take hours here.
      if (!triggers) await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        insert into ${raw(table)} (${raw(columns.map((name) => `"${name}"`).join(', '))})
        select ${raw(values.join(', '))}
        from ${raw(row)} t
        cross join generate_series(${begin}::int, ${end}::int) as g (n) ${raw(beside)} where ${raw(where)}`);
    });
  }
}

/** Tenants and identities from `have` to `want`, each with an address. */
export async function fillIdentities(db: Database, of: Identity, have: number, want: number): Promise<void> {
  const known = { triggers: false };
  await copy(db, {
    ...known,
    table: 'tenants',
    row: await rowToCopy(db, 'tenants', `t.id = '${of.tenant_id}'`),
    from: Math.ceil(have / PER_TENANT),
    to: Math.ceil(want / PER_TENANT),
    changes: {
      id: padded('ten_', 'g.n'),
      slug: `'scale' || g.n`,
      address_suffix: `'scale' || g.n || '.bench.example'`,
    },
  });
  const identity = padded('idn_', 'g.n');
  await copy(db, {
    ...known,
    table: 'identities',
    row: await rowToCopy(db, 'identities', `t.id = '${of.id}'`),
    from: have,
    to: want,
    changes: {
      id: identity,
      tenant_id: tenantOf('g.n'),
      username: `'scale' || g.n`,
      client_id: 'null',
      client_hash: 'null',
    },
  });
  await copy(db, {
    ...known,
    table: 'addresses',
    row: await rowToCopy(db, 'addresses', `t.identity_id = '${of.id}'`),
    from: have,
    to: want,
    changes: {
      id: padded('adr_', 'g.n'),
      identity_id: identity,
      tenant_id: tenantOf('g.n'),
      address: `'scale' || g.n || '@scale.bench.example'`,
      local_part: `'scale' || g.n`,
    },
  });
}

/** Few mailboxes have much mail, and most have little. */
const skewed = (many: number): string => `floor(${many} * power(random(), 3))::int`;

/** The mailbox of a number: not random, so that it is the same for all rows of a message. */
const mailboxOf = (many: number, n: string): string =>
  `cross join lateral (select ${skewed(many).replace('random()', `(hashint4(${n})::bigint + 2147483648) / 4294967296.0`)} as who) w`;

/** A new text for each message of the one mailbox. */
const ownText = `cross join lateral (
  select string_agg('word' || floor(${VOCABULARY} * power(random(), 3))::int, ' ') as words
  from generate_series(1, ${WORDS} + g.n % 4) w) body`;

/** The text for a number, from the prepared texts. */
const text = `join scale_texts body on body.n = abs(hashint4(g.n + 7)::bigint) % ${TEXTS}`;

/** The messages of the mailbox whose rows are copied, each in a thread, with events. The product indexes them. */
export async function fillOwn(db: Database, of: Identity, many: number): Promise<void> {
  const common = { from: 0, to: many, triggers: true };
  const row = (table: string) => rowToCopy(db, table, `t.identity_id = '${of.id}'`);
  const at = timeOf('g.n', many);
  const thread = padded('thr_00', 'g.n', 24);
  // The thread comes first, because triggers look up the thread of a message.
  await copy(db, {
    ...common,
    table: 'threads',
    row: await row('threads'),
    changes: { id: thread, ...threadAt(at) },
  });
  await copy(db, {
    ...common,
    table: 'messages',
    row: await row('messages'),
    beside: ownText,
    changes: {
      id: padded('msg_00', 'g.n', 24),
      thread_id: thread,
      ...messageAt(at, 'scale-00'),
      received_at: at,
    },
  });
  await copy(db, {
    ...common,
    table: 'events',
    row: await row('events'),
    changes: { id: padded('evt_00', 'g.n', 24), ...eventAt(at) },
  });
}

/** Messages with all related rows, in this many mailboxes. Call it within `bulk`. */
export async function fillMail(db: Database, of: Identity, many: number, identities: number): Promise<void> {
  const common = { from: 0, to: many, triggers: false };
  const threadNumber = `g.n / ${PER_THREAD}`;
  const message = padded('msg_01', 'g.n', 24);
  const thread = padded('thr_01', threadNumber, 24);
  const at = timeOf('g.n', many);
  const owner = { identity_id: padded('idn_', 'w.who'), tenant_id: tenantOf('w.who') };
  const who = mailboxOf(identities, threadNumber);
  const isSent = `g.n % ${SENT} = 0`;
  const received = { ...common, beside: `${who} ${text}`, where: `not (${isSent})` };
  const sent = { ...common, beside: `${who} ${text}`, where: isSent };
  const own = `t.identity_id = '${of.id}'`;
  const out = `t.direction = 'outbound' and t.status = 'submitted'`;
  const ofSent = `exists (select from messages m where m.id = t.message_id and ${out.replaceAll('t.', 'm.')})`;
  // All rows are read before the tables are large.
  const rows = {
    threads: await rowToCopy(db, 'threads', own),
    received: await rowToCopy(db, 'messages', own),
    sent: await rowToCopy(db, 'messages', out, '_sent'),
    documents: await rowToCopy(db, 'search_documents', own),
    sentDocuments: await rowToCopy(db, 'search_documents', ofSent, '_sent'),
    sends: await rowToCopy(db, 'sends', ofSent),
    deliveries: await rowToCopy(db, 'deliveries', ofSent),
    events: await rowToCopy(db, 'events', own),
  };
  const texts = { id: message, ...owner, thread_id: thread, ...messageAt(at, 'scale-01') };
  const document = {
    ...owner,
    message_id: message,
    thread_id: thread,
    seq: 'g.n',
    date: at,
    arrived_at: at,
    scope: `array[${owner.identity_id}, ${owner.identity_id} || '#0']`,
    words: `setweight(body.vector, 'D')`,
  };
  const threads = () =>
    copy(db, {
      ...common,
      table: 'threads',
      row: rows.threads,
      to: Math.ceil(many / PER_THREAD),
      beside: mailboxOf(identities, 'g.n'),
      changes: {
        id: padded('thr_01', 'g.n', 24),
        ...owner,
        message_count: `${PER_THREAD}`,
        ...threadAt(timeOf(`g.n * ${PER_THREAD}`, many)),
      },
    });
  const messagesIn = () =>
    copy(db, {
      ...received,
      table: 'messages',
      row: rows.received,
      changes: { ...texts, received_at: at },
    });
  const messagesOut = () =>
    copy(db, { ...sent, table: 'messages', row: rows.sent, changes: { ...texts, sent_at: at } });
  const documents = async () => {
    const common = { table: 'search_documents', changes: document };
    await copy(db, { ...received, ...common, row: rows.documents });
    await copy(db, { ...sent, ...common, row: rows.sentDocuments });
  };
  const attempts = async () => {
    const { sends, deliveries } = rows;
    const once = { ...common, beside: who, where: isSent };
    const of = { message_id: message };
    await copy(db, {
      ...once,
      table: 'sends',
      row: sends,
      changes: { ...of, ...owner, created_at: at },
    });
    await copy(db, { ...once, table: 'deliveries', row: deliveries, changes: { ...of, updated_at: at } });
  };
  const events = () =>
    copy(db, {
      ...common,
      table: 'events',
      row: rows.events,
      from: Math.floor(many * (1 - EVENT_DAYS / DAYS)),
      beside: who,
      changes: { id: padded('evt_01', 'g.n', 24), ...owner, ...eventAt(at) },
    });
  await Promise.all([messagesIn(), documents(), messagesOut().then(attempts).then(threads).then(events)]);
  for (const row of Object.values(rows)) await db.run(sql`drop table ${raw(row)}`);
}

/** The time of a message; the last of `many` messages arrives now. */
const timeOf = (n: string, many: number): string =>
  `now() - make_interval(secs => (1 - (${n})::float8 / ${many}) * ${DAYS * 86_400})`;

const threadAt = (at: string) => ({
  subject: `'Mail ' || g.n`,
  last_at: at,
  last_any_at: at,
  created_at: at,
});

const messageAt = (at: string, name: string) => ({
  subject: `'Mail ' || g.n`,
  extracted_text: 'body.words',
  text: 'null',
  packed: 'null',
  triage: `case when t.triage ? 'summary' then jsonb_set(t.triage, '{summary}', to_jsonb(body.words)) else t.triage end`,
  rfc_message_id: `'<${name}-' || g.n || '@bench.example>'`,
  raw_id: 'null',
  content_hash: 'null',
  created_at: at,
});

const eventAt = (at: string) => ({
  position: `nextval(pg_get_serial_sequence('events', 'position'))`,
  sequence: 'g.n',
  occurred_at: at,
});
