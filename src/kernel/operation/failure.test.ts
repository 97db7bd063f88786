import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createLogger } from '../base/log.ts';
import { type Database, openDatabase, sql } from '../data/database.ts';
import { asKnown } from './failure.ts';

// Errors that no room threw on purpose (spec 7.2): the response to the caller, and the log line.

let database: TestDatabase;
let db: Database;
const lines: string[] = [];
const out = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk));
    done();
  },
});
const log = createLogger('info', out);

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('a real violation is internal_error; the log has the constraint and the request, not the row', async () => {
  const insert = sql`insert into users (id, email, name) values ('usr_1', 'jane.secret@example.com', 'Jane')`;
  await db.run(insert);
  const error = await failureOf(
    db.run(sql`insert into users (id, email, name) values ('usr_2', 'jane.secret@example.com', 'J')`),
  );
  expect(asKnown(error, 'req_1', log).code).toBe('internal_error');
  const line = lines.at(-1)!;
  expect(line).toContain('users_email_key');
  expect(line).toContain('"request_id":"req_1"');
  expect(line).not.toContain('jane.secret');
});

it('a real deadline is timeout', async () => {
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 20`);
      await tx.run(sql`select pg_sleep(5)`);
    }),
  );
  expect(asKnown(error, 'req_2', log).code).toBe('timeout');
});

it('a database that is not there is unavailable', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
  const error = await failureOf(gone.rows(sql`select 1`));
  await gone.close();
  expect(asKnown(error, 'req_3', log).code).toBe('unavailable');
});

it('a connection that is ended under a transaction is unavailable, and the pool goes on', async () => {
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`);
      await tx.rows(sql`select 1`);
    }),
  );
  expect(asKnown(error, 'req_4', log).code).toBe('unavailable');
  expect(await db.first(sql`select 1 as one`)).toEqual({ one: 1 });
});

it('so is one that is ended while nothing is asked of it', async () => {
  const error = await failureOf(
    db.transaction(async (tx) => {
      const own = await tx.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.run(sql`select pg_terminate_backend(${own!.pid}, 5000)`);
      await new Promise((resolve) => setImmediate(resolve));
      await tx.rows(sql`select 1`);
    }),
  );
  expect(asKnown(error, 'req_5', log).code).toBe('unavailable');
  expect(await db.first(sql`select 1 as one`)).toEqual({ one: 1 });
});

it('a secret in a log line is hidden', () => {
  log.info({ secret: 'pmk_live_abc', headers: { authorization: 'Bearer pmk_live_abc' } }, 'oops');
  expect(lines.at(-1)).toContain('[hidden]');
  expect(lines.at(-1)).not.toContain('pmk_live_abc');
});
