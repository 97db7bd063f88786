import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type LogRow = Row<'request_logs'>;

/** Inserts rows of any number of workspaces in one statement. */
export const insertLogs = (db: Queryable, rows: readonly LogRow[]): Promise<number> =>
  db.run({
    name: 'request_logs.insert',
    text: `insert into request_logs (id, tenant_id, slot, many, classes, codes, routes, key_ids, calls, created_at)
           select r.id, r.tenant_id, r.slot, r.many, r.classes, r.codes, r.routes, r.key_ids, decode(r.calls, 'base64'), $2
           from jsonb_to_recordset($1::jsonb) as r (id text, tenant_id text, slot bigint, many int, classes int[],
             codes text[], routes text[], key_ids text[], calls text)`,
    values: [
      JSON.stringify(rows.map((row) => ({ ...row, calls: row.calls.toString('base64') }))),
      rows[0]!.created_at,
    ],
  });

export type LogFilter = {
  /** Ids of keys or people. */
  callers?: readonly string[] | undefined;
  status_class?: number | undefined;
  code?: string | undefined;
  route?: string | undefined;
};

/** A range of slots, both ends included. */
export type Span = { from: number; to: number };

const holds = ({ callers = [], status_class, code, route }: LogFilter): Sql[] => [
  ...callers.map((caller) => sql`${caller} = any(key_ids)`),
  ...(status_class === undefined ? [] : [sql`${status_class} = any(classes)`]),
  ...(code === undefined ? [] : [sql`${code} = any(codes)`]),
  ...(route === undefined ? [] : [sql`${route} = any(routes)`]),
];

/** The rows of the latest `take` slots that contain matching calls. */
export const findSlots = (
  db: Queryable,
  tenantId: string,
  { from, to }: Span,
  filter: LogFilter,
  take: number,
): Promise<Row<'request_logs', 'slot' | 'calls'>[]> => {
  const where = join(
    [sql`tenant_id = ${tenantId}`, sql`slot >= ${from}`, sql`slot <= ${to}`, ...holds(filter)],
    ' and ',
  );
  return db.rows(sql`
    select slot, calls from request_logs
    where ${where} and slot in (
      select distinct slot from request_logs where ${where} order by slot desc limit ${take})
    order by slot desc`);
};

/** Deletes up to `take` rows from before this time. */
export const deleteLogsBefore = (db: Queryable, time: Date, take: number): Promise<number> =>
  db.run({
    name: 'request_logs.delete_before',
    text: `delete from request_logs where id in (
             select id from request_logs where created_at < $1 order by created_at limit $2)`,
    values: [time, take],
  });

export const deleteLogsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'request_logs.delete_of',
    text: `delete from request_logs where id in (
             select id from request_logs where tenant_id = $1 limit $2)`,
    values: [tenantId, take],
  });
