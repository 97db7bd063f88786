import { createHash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { newUlid } from '#kernel/catalogue/ids.ts';

// The minimum cost of accepting a message: one transaction that inserts the rows of a message that the product
// accepted, under new ids, and a job. Args: the product's database, which is read once; the one to write to.
const [productUrl, ownUrl] = process.argv.slice(2);

/** The tables of an accepted message, and how its rows are found by its id. */
const TABLES = {
  blobs: 'id = (select raw_id from messages where id = $1)',
  messages: 'id = $1',
  threads: 'id = (select thread_id from messages where id = $1)',
  thread_tokens: 'thread_id = (select thread_id from messages where id = $1)',
  sends: 'message_id = $1',
  deliveries: 'message_id = $1',
  idempotency_records: 'message_id = $1',
  contacts: 'last_thread_id = (select thread_id from messages where id = $1)',
  // Inserts a new row, while the product increments a row that others wait for, so this does less.
  send_counters: 'owner_id in (select unnest(array[identity_id, tenant_id]) from messages where id = $1)',
};
/** Columns with the id of the message, or of something that is created with it. */
const IDS = [
  'id',
  'message_id',
  'thread_id',
  'last_thread_id',
  'raw_id',
  'token',
  'key',
  'rfc_message_id',
  'address',
  'owner_id',
];

type Insert = { name: string; text: string; columns: string[]; values: (string | null)[] };

// Every value as the text that Postgres returns and accepts.
const asText = { getTypeParser: () => (text: string) => text };

async function readInserts(): Promise<Insert[]> {
  const pool = new Pool({ connectionString: productUrl, max: 1, types: asText });
  const found = await pool.query(`select id from messages where direction = 'outbound' limit 1`);
  const inserts: Insert[] = [];
  for (const [table, where] of Object.entries(TABLES)) {
    const { rows } = await pool.query(`select * from ${table} where ${where}`, [found.rows[0].id]);
    if (rows.length === 0) throw new Error(`The accepted message has no row in ${table}.`);
    inserts.push(...rows.map((row) => toInsert(table, row)));
  }
  await pool.end();
  return inserts;
}

function toInsert(table: string, row: Record<string, string | null>): Insert {
  const columns = Object.keys(row);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  return {
    name: table,
    text: `insert into ${table} (${names}) values (${places})`,
    columns,
    values: Object.values(row),
  };
}

async function acceptOne(client: PoolClient, inserts: readonly Insert[]): Promise<void> {
  const suffix = newUlid();
  const renewed = new Map<string, string>();
  const renew = (value: string): string => {
    const known = renewed.get(value) ?? `${createPrefix(value)}${suffix}`;
    renewed.set(value, known);
    return known;
  };
  await client.query('begin');
  for (const { name, text, columns, values } of inserts) {
    const fresh = values.map((value, index) =>
      value !== null && IDS.includes(columns[index]!) ? renew(value) : value,
    );
    await client.query({ name, text, values: fresh });
  }
  await client.query({
    name: 'add_job',
    text: `select graphile_worker.add_job('bench.nothing', payload := $1::json, max_attempts := 25)`,
    values: [JSON.stringify({ message_id: suffix })],
  });
  await client.query('commit');
}

/** Makes ids of different kinds differ even if their ends are equal. */
const createPrefix = (value: string): string => createHash('md5').update(value).digest('hex').slice(0, 4);

/** @returns the total seconds, and the milliseconds of each transaction */
async function run(count: number, connections: number): Promise<{ seconds: number; took: number[] }> {
  let left = count;
  const took: number[] = [];
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect();
      while (left-- > 0) {
        const started = performance.now();
        await acceptOne(client, inserts);
        took.push(performance.now() - started);
      }
      client.release();
    }),
  );
  return { seconds: (performance.now() - begin) / 1000, took };
}

const inserts = await readInserts();
const pool = new Pool({ connectionString: ownUrl, max: 100 });
process.on('message', ({ count, connections }: { count: number; connections: number }) => {
  void run(count, connections).then((done) => process.send!(done));
});
process.on('disconnect', () => process.exit(0));
process.send!(0);
