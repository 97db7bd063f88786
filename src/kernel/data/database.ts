import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import type { Sql } from 'sql-template-tag';

export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';

/** A statement: built with the `sql` tag, or fixed text with a name, which Postgres then plans once per connection. */
export type Statement = Sql | { name: string; text: string; values: unknown[] };

/**
 * Runs statements: the pool itself, or one transaction. Timestamps come back as RFC 3339 strings, days as
 * `2026-11-21`. Statements of a
 * transaction that do not need each other's answers are best asked for together (`Promise.all`): they run in that
 * order and cost one round trip.
 */
export type Queryable = {
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or null. */
  first<Row>(statement: Statement): Promise<Row | null>;
  /** Number of rows touched. */
  run(statement: Statement): Promise<number>;
};

export type Transaction = Queryable & {
  /** Runs with the commit, in the same round trip: what nobody needs the answer of. Where it fails, all is undone. */
  last(statement: Statement): void;
  /** Called once after the commit, never after a rollback; for wake-ups, not for work that must happen. */
  afterCommit(callback: () => void): void;
};

export type Database = Queryable & {
  /** For reads that are asked for at once (`Promise.all`): on one connection they leave in one write. No transaction. */
  together<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  pool: Pool;
  close(): Promise<void>;
};

const parsers = {
  [types.builtins.TIMESTAMPTZ]: (text: string) => new Date(text).toISOString(),
  [types.builtins.DATE]: (text: string) => text,
  [types.builtins.INT8]: Number,
};
const getTypeParser: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  parsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/** Opens the pool that all of the program shares. `max` connections; statements have a server-side deadline. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 24,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
    types: { getTypeParser },
    application_name: 'proofmail',
    // A database that is full or gone is told as `unavailable`, not waited for.
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle connection that the server closed is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    ...queryable((statement) => pool.query(toConfig(statement))),
    pool,
    together: (work) => onOneConnection(pool, work),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

type Query = (statement: Statement) => Promise<QueryResult>;

function queryable(run: Query): Queryable {
  return {
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[],
    first: async <Row>(statement: Statement) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

async function onOneConnection<T>(pool: Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(
      queryable((statement) => {
        holdWrites(client);
        return client.query(toConfig(statement));
      }),
    );
  } finally {
    client.release();
  }
}

const TRIES = 4;

/** Postgres asks for these to be run again: serialization_failure, deadlock_detected. */
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, work);
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
    }
  }
}

async function tryTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const callbacks: (() => void)[] = [];
  const atTheEnd: Statement[] = [];
  let ended = false;
  let broken: Error | undefined;
  const query = async (config: QueryConfig): Promise<QueryResult> => {
    // What a failed sibling leaves running must not write outside the transaction.
    if (ended) throw new Error('The transaction has ended.');
    holdWrites(client);
    return client.query(config);
  };
  try {
    // Goes out with the first statement of the work.
    const begun = query({ text: 'begin' });
    begun.catch(() => {});
    const tx = queryable((statement) => query(toConfig(statement)));
    const result = await work({
      ...tx,
      last: (statement) => atTheEnd.push(statement),
      afterCommit: (callback) => callbacks.push(callback),
    });
    await begun;
    const lasts = atTheEnd.map((statement) => query(toConfig(statement)));
    ended = true;
    // After a statement that failed, Postgres takes this for a rollback.
    await Promise.all([...lasts, client.query('commit')]);
    for (const callback of callbacks) callback();
    return result;
  } catch (error) {
    ended = true;
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Statements of one tick leave in one write: a write to a socket costs more than most statements do. */
function holdWrites({ connection }: PoolClient): void {
  connection.stream.cork();
  process.nextTick(() => connection.stream.uncork());
}

const toConfig = (statement: Statement): QueryConfig => statement as QueryConfig;

/** The SQLSTATE of a Postgres error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The unique constraint or index that an insert ran into, or undefined when it was another error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  sqlState(error) === '23505' ? (error as { constraint?: string }).constraint : undefined;

/** Whether the database answers now. */
export const answers = (db: Queryable): Promise<boolean> =>
  db.first({ name: 'database.answers', text: 'select 1', values: [] }).then(
    () => true,
    () => false,
  );
