import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';

/** The time for a run to report back, and the longest time between two submissions of the same job. Milliseconds. */
const PATIENCE = MINUTE;
const LONGEST_PATIENCE = 60 * MINUTE;

export type Handover = Row<'job_handovers', 'ref' | 'job' | 'work'>;
export type NewHandover = Handover & Row<'job_handovers', 'tenant_id'>;

/** Records jobs that are about to be submitted. */
export const rememberHandovers = (db: Queryable, handovers: readonly NewHandover[]): Promise<number> =>
  db.run({
    name: 'job_handovers.remember',
    text: `insert into job_handovers (ref, job, tenant_id, work, handed_at, due_at)
           select ref, job, tenant_id, work, now(), now() + make_interval(secs => $2::float8)
           from json_to_recordset($1::json) as h (ref text, job text, tenant_id text, work json)
           on conflict (ref) do update set handed_at = excluded.handed_at, due_at = excluded.due_at`,
    values: [JSON.stringify(handovers), PATIENCE / SECOND],
  });

/** Jobs whose runs did not report back in time. Each further submission has twice the time of the previous one. */
export const takeDueHandovers = (db: Queryable, take: number): Promise<Handover[]> =>
  db.rows<Handover>({
    name: 'job_handovers.take_due',
    text: `with due as (
             select ref from job_handovers where due_at <= now() order by due_at limit $1 for update skip locked)
           update job_handovers h
           set times = times + 1, handed_at = now(),
               due_at = now() + make_interval(secs => least($3::float8, $2::float8 * 2 ^ least(times + 1, 30)))
           from due where h.ref = due.ref returning h.ref, h.job, h.work`,
    values: [take, PATIENCE / SECOND, LONGEST_PATIENCE / SECOND],
  });

/** Schedules failed submissions again, without counting them. */
export const retryHandovers = (db: Queryable, refs: readonly string[], wait: number): Promise<number> =>
  db.run({
    name: 'job_handovers.retry',
    text: `update job_handovers
           set times = greatest(0, times - 1), due_at = now() + make_interval(secs => $2::float8)
           where ref = any($1::text[])`,
    values: [refs, wait / SECOND],
  });

/** Notes that a run reported back and will continue after this many milliseconds. */
export const expectReport = (db: Queryable, ref: string, wait: number): Promise<number> =>
  db.run({
    name: 'job_handovers.expect_report',
    text: `update job_handovers set times = 0, due_at = now() + make_interval(secs => $2::float8) where ref = $1`,
    values: [ref, (Math.max(0, wait) + PATIENCE) / SECOND],
  });

/** Deletes a job whose run has reported its end. */
export const forgetHandover = (db: Queryable, ref: string): Promise<number> =>
  db.run({
    name: 'job_handovers.forget',
    text: 'delete from job_handovers where ref = $1',
    values: [ref],
  });

export type HandoversState = {
  open: number;
  /** The number of these that were submitted more than once since they last reported. */
  repeated: number;
  oldest_at: Column<'job_handovers', 'handed_at'> | null;
};

export const measureHandovers = async (db: Queryable): Promise<HandoversState> =>
  (await db.first<HandoversState>(sql`
    select count(*)::int as open, count(*) filter (where times > 0)::int as repeated, min(handed_at) as oldest_at
    from job_handovers`))!;

/** Takes back jobs that Inngest did not run, for the embedded engine. */
export const takeBackHandovers = (db: Queryable, take: number): Promise<Handover[]> =>
  db.rows<Handover>({
    name: 'job_handovers.take_back',
    text: `delete from job_handovers where ref in (select ref from job_handovers limit $1 for update skip locked)
           returning ref, job, work`,
    values: [take],
  });

export const deleteHandoversOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    delete from job_handovers
    where ref in (select ref from job_handovers where tenant_id = ${tenantId} order by ref limit ${take})`);
