import { Client } from 'pg';
import { type Database, raw, sql } from '#kernel/data/database.ts';
import type { Identity } from './client.ts';

// A large deployment made in SQL: rows that the product wrote itself for one mailbox are copied under new ids, skewed
// as real mailboxes are, with short texts of words that are skewed as real ones are. Nothing here is measured.

/** Rows of one statement. */
const AT_ONCE = 20_000;
const PER_TENANT = 100;
const VOCABULARY = 20_000;
const WORDS = 25;
const DAYS = 30;

const padded = (prefix: string, n: string, digits = 26): string =>
  `'${prefix}' || lpad((${n})::text, ${digits}, '0')`;
const tenantOf = (identity: string): string => padded('ten_', `(${identity}) / ${PER_TENANT}`);

/**
 * Runs what adds many rows. The index of words is made anew afterwards, which takes a tenth of the time that its single
 * entries would, and nothing is vacuumed meanwhile.
 */
export async function bulk(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  // A connection without the time limits of the product's.
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'search_documents' and indexdef like '% USING gin %'`,
  );
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  for (const { name } of rows) await admin.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await admin.query(definition);
  await admin.query('alter system reset autovacuum');
  await admin.query('select pg_reload_conf()');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
  await admin.end();
}

/** The names of a table's columns, without those that the database makes. */
async function columnsOf(db: Database, table: string): Promise<string[]> {
  const rows = await db.rows<{ column_name: string }>(sql`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  return rows.map(({ column_name }) => column_name);
}

type Copies = {
  table: string;
  /** The row to copy: a condition on `t`. */
  of: string;
  from: number;
  to: number;
  /** New values, in terms of `g.n` and `t`. */
  changes: Record<string, string>;
  /** Joined behind `g`. */
  beside?: string;
  triggers: boolean;
};

async function copy(
  db: Database,
  { table, of, from, to, changes, beside = '', triggers }: Copies,
): Promise<void> {
  const columns = await columnsOf(db, table);
  const values = columns.map((name) => changes[name] ?? `t."${name}"`);
  for (let begin = from; begin < to; begin += AT_ONCE) {
    const end = Math.min(to, begin + AT_ONCE) - 1;
    await db.transaction(async (tx) => {
      await tx.run(sql`set local synchronous_commit = off`);
      // The database's own work on each row is the product's cost of mail, and would take hours here.
      if (!triggers) await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        insert into ${raw(table)} (${raw(columns.map((name) => `"${name}"`).join(', '))})
        select ${raw(values.join(', '))}
        from (select * from ${raw(table)} t where ${raw(of)} limit 1) t
        cross join generate_series(${begin}::int, ${end}::int) as g (n) ${raw(beside)}`);
    });
  }
}

/** Tenants and identities from `have` to `want`, each with an address. */
export async function fillIdentities(db: Database, of: Identity, have: number, want: number): Promise<void> {
  const known = { triggers: false };
  await copy(db, {
    ...known,
    table: 'tenants',
    of: `t.id = '${of.tenant_id}'`,
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
    of: `t.id = '${of.id}'`,
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
    of: `t.identity_id = '${of.id}'`,
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

/** Some mailboxes have much mail, most have little. */
const skewed = (many: number): string => `floor(${many} * power(random(), 3))::int`;

const text = `cross join lateral (
  select string_agg('word' || floor(${VOCABULARY} * power(random(), 3))::int, ' ') as words
  from generate_series(1, ${WORDS}) w where g.n is not null) body`;

type Mail = {
  /** The mailbox that has a message to copy. */
  of: Identity;
  from: number;
  to: number;
  /** How many mailboxes share it; null for all in the one that it is copied of. */
  identities: number | null;
};

/** Messages with threads, events and documents of the index. Those of the one mailbox are indexed by the product. */
export async function fillMail(db: Database, { of, from, to, identities }: Mail): Promise<void> {
  const own = identities === null;
  const prefix = own ? '00' : '01';
  const message = padded(`msg_${prefix}`, 'g.n', 24);
  const thread = padded(`thr_${prefix}`, 'g.n', 24);
  const at = `now() - make_interval(secs => (1 - (g.n - ${from})::float8 / ${to - from}) * ${DAYS * 86_400})`;
  // The same for all rows of a message: made of its number, not by chance.
  const identity = own ? `'${of.id}'` : padded('idn_', `w.who`);
  const tenant = own ? `'${of.tenant_id}'` : tenantOf('w.who');
  const who = own
    ? ''
    : `cross join lateral (select ${skewed(identities).replace('random()', `(hashint4(g.n)::bigint + 2147483648) / 4294967296.0`)} as who) w`;
  const common = { from, to, triggers: own };
  const owner = { identity_id: identity, tenant_id: tenant };
  const threads = () =>
    copy(db, {
      ...common,
      table: 'threads',
      of: `t.identity_id = '${of.id}'`,
      beside: who,
      changes: {
        id: thread,
        ...owner,
        subject: `'Mail ' || g.n`,
        last_at: at,
        last_any_at: at,
        created_at: at,
      },
    });
  const messages = () =>
    copy(db, {
      ...common,
      table: 'messages',
      of: `t.identity_id = '${of.id}'`,
      beside: `${who} ${text}`,
      changes: {
        id: message,
        ...owner,
        thread_id: thread,
        subject: `'Mail ' || g.n`,
        extracted_text: 'body.words',
        text: 'null',
        rfc_message_id: `'<scale-${prefix}-' || g.n || '@bench.example>'`,
        raw_id: 'null',
        content_hash: 'null',
        created_at: at,
        received_at: at,
      },
    });
  const events = () =>
    copy(db, {
      ...common,
      table: 'events',
      of: `t.identity_id = '${of.id}'`,
      beside: who,
      changes: {
        id: padded(`evt_${prefix}`, 'g.n', 24),
        ...owner,
        position: `nextval(pg_get_serial_sequence('events', 'position'))`,
        sequence: 'g.n',
        occurred_at: at,
      },
    });
  if (own) {
    // Triggers ask for the thread of a message.
    await threads();
    await messages();
    await events();
    return;
  }
  const documents = () =>
    copy(db, {
      ...common,
      table: 'search_documents',
      of: `t.identity_id = '${of.id}'`,
      beside: `${who} cross join lateral (select extracted_text as words from messages where id = ${message}) m`,
      changes: {
        message_id: message,
        identity_id: identity,
        thread_id: thread,
        seq: 'g.n',
        date: at,
        arrived_at: at,
        scope: `array[${identity}, ${identity} || '#0']`,
        words: `setweight(to_tsvector('simple', m.words), 'D')`,
      },
    });
  await Promise.all([threads(), events(), messages().then(documents)]);
}
