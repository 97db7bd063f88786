import { type ClientBase, Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import type { Sql } from 'sql-template-tag';
import { type DatabaseFinding, DatabaseHealth } from './database-health.ts';
import { PROGRAM } from './program-name.ts';
import { acrossTenants, currentScope, TENANT_ROLE, type TenantScope } from './tenant-scope.ts';

export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';

/** A statement: built with the `sql` tag, or fixed text with a name, which Postgres then plans once per connection. */
export type Statement = Sql | { name: string; text: string; values: unknown[] };

/**
 * Runs statements: the pool itself, or one transaction. Timestamps come back as RFC 3339 strings, days as `2026-11-21`.
 * Start statements that do not need each other's results together (`Promise.all`): within a transaction they run in that
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
  /**
   * Runs in the same round trip as the commit, for statements whose result nobody needs. If it fails, all is rolled back.
   */
  onCommitStatement(statement: Statement): void;
  /** Called once after the commit, never after a rollback. For wake-ups only: work that must happen could be lost. */
  afterCommit(callback: () => void): void;
};

export type Database = Queryable & {
  /**
   * Sends reads that start together (`Promise.all`) in one write on one connection, without a transaction.
   */
  pipelined<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** For reads that take less than a millisecond: all reads of one turn of the event loop leave in one write (`quickly`). */
  quick: Queryable;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  pool: Pool;
  /** Whether the database works. Resolves within two seconds even if the database does not answer. */
  check(): Promise<DatabaseFinding>;
  close(): Promise<void>;
};

const parsers = {
  [types.builtins.TIMESTAMPTZ]: (text: string) => new Date(text).toISOString(),
  [types.builtins.DATE]: (text: string) => text,
  [types.builtins.INT8]: Number,
};
const getTypeParser: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  parsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser;

const defaultPoolSize = 24;
/** Milliseconds after which the server cancels a statement, and after which the client stops waiting for the server. */
const STATEMENT_TIMEOUT = 30_000;
const ANSWER_TIMEOUT = 40_000;

type PoolOptions = {
  max: number;
  pipeline: boolean;
  /** Prepares a new connection before it is used. */
  onConnect?: (client: ClientBase) => Promise<void>;
};

/** A pool with our settings. `pipeline` sends statements without waiting for the results of those before them. */
export function openPool(url: string, options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    ...options,
    types: { getTypeParser },
    application_name: PROGRAM,
    keepAlive: true,
    // When no connection is to be had, the caller gets `unavailable` instead of waiting.
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT,
    // If the server vanishes without closing the connection, nobody else would cancel the statement.
    query_timeout: ANSWER_TIMEOUT,
    idle_in_transaction_session_timeout: 60_000,
  });
  // The pool replaces an idle connection that the server closed. Without a listener, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Opens the pool that the whole program shares: `max` connections, and a server-side deadline for statements. With
 * `rowSecurity` Postgres itself keeps the statements of a tenant's request within that tenant (tenant-scope.ts).
 */
export function openDatabase(
  url: string,
  options: { max?: number; rowSecurity?: boolean; answered?: Answered } = {},
): Database {
  const pool = openPool(url, { max: options.max ?? defaultPoolSize, pipeline: true });
  if (options.answered) listeners.set(pool, options.answered);
  const health = new DatabaseHealth(openPool(url, { max: 1, pipeline: false }));
  const noting = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      health.note(sqlState(error));
      throw error;
    });
  const scopeNow = (): TenantScope => (options.rowSecurity ? currentScope() : null);
  const inCompany = companyOn(pool);
  const once: Query = (statement) => {
    const scope = scopeNow();
    if (scope === null) return pool.query(toConfig(statement));
    return inScope(pool, scope, statement);
  };
  return {
    ...queryable(pool, (statement) => noting(once(statement))),
    pool,
    quick: queryable(pool, (statement) =>
      noting(scopeNow() === null ? inCompany(statement) : once(statement)),
    ),
    pipelined: (work) => onOneConnection(pool, scopeNow(), work),
    transaction: (work) => noting(inTransaction(pool, scopeNow(), work)),
    check: () => health.check(),
    close: async () => {
      await Promise.all([pool.end(), health.close()]);
    },
  };
}

type Query = (statement: Statement) => Promise<QueryResult>;

/** Called with the seconds that each statement took; `name` is null if it has none. */
export type Answered = (name: string | null, seconds: number) => void;
const listeners = new WeakMap<Pool, Answered>();

function queryable(pool: Pool, run: Query): Queryable {
  const answered = listeners.get(pool);
  const ask = answered ? timed(run, answered) : run;
  return {
    rows: async <Row>(statement: Statement) => (await ask(statement)).rows as Row[],
    first: async <Row>(statement: Statement) => ((await ask(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await ask(statement)).rowCount ?? 0,
  };
}

const timed =
  (run: Query, answered: Answered): Query =>
  async (statement) => {
    const begun = performance.now();
    try {
      return await run(statement);
    } finally {
      answered('name' in statement ? statement.name : null, (performance.now() - begun) / 1_000);
    }
  };

async function onOneConnection<T>(
  pool: Pool,
  scope: TenantScope,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  // The role and the tenants are set per transaction, so reads in a scope need one.
  if (scope !== null) return tryTransaction(pool, scope, work);
  const client = await pool.connect();
  try {
    return await work(queryable(pool, (statement) => send(client, toConfig(statement))));
  } finally {
    client.release();
  }
}

/**
 * Sends small reads together, because waking a Postgres connection costs more than most of them take. In a transaction, or
 * where row-level security restricts requests to their tenants, they run like all other statements.
 */
export const quickly = (db: Queryable): Queryable => (db as Partial<Database>).quick ?? db;

type Waiting = {
  config: QueryConfig;
  resolve(result: QueryResult): void;
  reject(error: unknown): void;
};

/** Runs concurrently requested statements one after the other on one connection; each can fail on its own. */
function companyOn(pool: Pool): Query {
  let waiting: Waiting[] = [];
  const leave = async (): Promise<void> => {
    const together = waiting;
    waiting = [];
    try {
      const client = await pool.connect();
      await Promise.allSettled(
        together.map(({ config, resolve, reject }) => send(client, config).then(resolve, reject)),
      );
      client.release();
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };
  return (statement) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(leave);
      waiting.push({ config: toConfig(statement), resolve, reject });
    });
}

/** Runs one statement of a tenant's request. It leaves in one write with the transaction around it. */
async function inScope(pool: Pool, scope: readonly string[], statement: Statement): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    const texts = [{ text: 'begin' }, enter(scope), toConfig(statement), { text: 'commit' }];
    const answers = await Promise.allSettled(texts.map((text) => send(client, text)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return (answers[2] as PromiseFulfilledResult<QueryResult>).value;
  } finally {
    client.release();
  }
}

/**
 * Sets the role that row-level security applies to (`row-security.ts` of the server) and the tenants of this transaction.
 */
const enter = (tenantIds: readonly string[]): QueryConfig => ({
  name: 'kernel.enter_tenants',
  text: `select set_config('role', '${TENANT_ROLE}', true), set_config('proofmail.tenants', $1, true)`,
  values: [tenantIds.join(',')],
});

function send(client: PoolClient, config: QueryConfig): Promise<QueryResult> {
  holdWrites(client);
  return client.query(config);
}

const TRIES = 4;

/** Postgres requires these to be run again: serialization_failure, deadlock_detected. */
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

async function inTransaction<T>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, scope, work);
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
    }
  }
}

async function tryTransaction<T>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const callbacks: (() => void)[] = [];
  const atTheEnd: Statement[] = [];
  let ended = false;
  let broken: Error | undefined;
  const query = async (config: QueryConfig): Promise<QueryResult> => {
    // Statements that start after a sibling failed must not write outside the transaction.
    if (ended) throw new Error('The transaction has ended.');
    return send(client, config);
  };
  try {
    // `begin` leaves in one write with the first statement of the work.
    const begun = Promise.all([query({ text: 'begin' }), scope && query(enter(scope))]);
    begun.catch(() => {});
    const tx = queryable(pool, (statement) => query(toConfig(statement)));
    const result = await work({
      ...tx,
      onCommitStatement: (statement) => atTheEnd.push(statement),
      afterCommit: (callback) => callbacks.push(callback),
    });
    await begun;
    const lasts = atTheEnd.map((statement) => query(toConfig(statement)));
    ended = true;
    // After a failed statement, Postgres treats this commit as a rollback.
    await Promise.all([...lasts, client.query('commit')]);
    // The callbacks wake workers that serve all tenants, so they run outside the tenant's scope.
    acrossTenants(() => {
      for (const callback of callbacks) callback();
    });
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

/** Sends all statements of one tick in one write, because a write to a socket costs more than most statements do. */
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
