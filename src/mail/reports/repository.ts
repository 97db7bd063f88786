import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { ReportCount, ReportKind } from './schema.ts';

/**
 * The maximum number of reports per day that are counted for one reporter and domain. No honest reporter sends more.
 */
const MOST_A_DAY = 50;

export type NewReport = Narrow<
  Row<'domain_reports', 'domain_id' | 'tenant_id' | 'kind' | 'reporter' | 'report_id'>,
  { kind: ReportKind }
> & { day: string; counts: readonly ReportCount[] };

/**
 * Counts reports that were not counted before. All transactions write the rows in the same order, so there are no
 * deadlocks.
 */
export async function countReports(tx: Queryable, reports: readonly NewReport[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  await tx.run({
    name: 'reports.count',
    text: `with given as (
             select distinct on (domain_id, kind, reporter, report_id) *
             from jsonb_to_recordset($1::jsonb) as r (domain_id text, tenant_id text, kind text, reporter text,
               report_id text, day date, counts jsonb)),
           fresh as (
             insert into domain_reports (domain_id, kind, reporter, report_id, tenant_id, received_at)
             select g.domain_id, g.kind, g.reporter, g.report_id, g.tenant_id, $2 from given g
             where (select count(*) from domain_reports d
                    where d.domain_id = g.domain_id and d.kind = g.kind and d.reporter = g.reporter
                      and d.received_at > $2::timestamptz - interval '1 day') < $3
             on conflict do nothing
             returning domain_id, kind, reporter, report_id)
           insert into domain_report_days as x (domain_id, kind, day, reporter, source, result, disposition, tenant_id,
                                                messages)
           select g.domain_id, g.kind, g.day, g.reporter, c.source, c.result, c.disposition, min(g.tenant_id),
                  sum(c.messages)
           from given g join fresh using (domain_id, kind, reporter, report_id)
           cross join lateral jsonb_to_recordset(g.counts) as c (source text, result text, disposition text, messages bigint)
           group by 1, 2, 3, 4, 5, 6, 7
           order by 1, 2, 3, 4, 5, 6, 7
           on conflict (domain_id, kind, day, reporter, source, result, disposition)
             do update set messages = x.messages + excluded.messages`,
    values: [JSON.stringify(reports), now, MOST_A_DAY],
  });
}

export type ReportRow = Narrow<
  Row<'domain_report_days', 'kind' | 'day' | 'reporter' | 'source' | 'result' | 'disposition' | 'messages'>,
  { kind: ReportKind }
>;

export type ReportFilter = { kind: ReportKind | undefined; from: string | undefined; to: string | undefined };

/** The position of a row in the list: newest day first, then in the order of the other columns. */
export type ReportPosition = [day: string, rest: string];

/** A text that orders the rows of a day. */
const rest = `kind || ' ' || reporter || ' ' || source || ' ' || result || ' ' || disposition`;

export const listReportDays = (
  db: Queryable,
  domainId: string,
  { kind, from, to }: ReportFilter,
  page: { beyond: ReportPosition | null; take: number },
): Promise<ReportRow[]> =>
  db.rows<ReportRow>({
    name: 'reports.list',
    text: `select kind, day, reporter, source, result, disposition, messages from domain_report_days
           where domain_id = $1 and ($2::text is null or kind = $2)
             and ($3::date is null or day >= $3) and ($4::date is null or day <= $4)
             and ($5::date is null or day < $5 or (day = $5 and ${rest} > $6))
           order by day desc, ${rest} limit $7`,
    values: [
      domainId,
      kind ?? null,
      from ?? null,
      to ?? null,
      page.beyond?.[0] ?? null,
      page.beyond?.[1] ?? null,
      page.take,
    ],
  });

type Days = { from: string; to: string };

/** Sums by day and result, oldest first. */
export const sumReportDays = (
  db: Queryable,
  domainId: string,
  kind: ReportKind,
  { from, to }: Days,
): Promise<Pick<ReportRow, 'day' | 'result' | 'messages'>[]> =>
  db.rows({
    name: 'reports.sum_days',
    text: `select day, result, sum(messages)::bigint as messages from domain_report_days
           where domain_id = $1 and kind = $2 and day between $3 and $4
           group by day, result order by day, result`,
    values: [domainId, kind, from, to],
  });

export type SourceSums = {
  source: string;
  passed: number;
  failed: number;
  refused: number;
  reporters: number;
  last_day: string;
};

/** The sources, those with the most messages first. For TLS: the hosts to which senders connected. */
export const sumReportSources = (
  db: Queryable,
  domainId: string,
  kind: ReportKind,
  { from, to, most }: Days & { most: number },
): Promise<SourceSums[]> =>
  db.rows<SourceSums>({
    name: 'reports.sum_sources',
    text: `select source,
             coalesce(sum(messages) filter (where result = 'success' or (kind = 'dmarc' and result <> 'none')), 0)::bigint
               as passed,
             coalesce(sum(messages) filter (where result <> 'success' and (kind <> 'dmarc' or result = 'none')), 0)::bigint
               as failed,
             coalesce(sum(messages) filter (where disposition in ('quarantine', 'reject')), 0)::bigint as refused,
             count(distinct reporter)::int as reporters, max(day) as last_day
           from domain_report_days
           where domain_id = $1 and kind = $2 and day between $3 and $4
           group by source order by sum(messages) desc, source limit $5`,
    values: [domainId, kind, from, to, most],
  });

export const positionOf = (row: ReportRow): ReportPosition => [
  row.day,
  [row.kind, row.reporter, row.source, row.result, row.disposition].join(' '),
];

/** @returns the number of deleted rows */
export const forgetReports = (db: Queryable, daysBefore: string, receivedBefore: Date): Promise<number> =>
  db.run({
    name: 'reports.forget',
    text: `with r as (delete from domain_reports where received_at < $2)
           delete from domain_report_days where day < $1`,
    values: [daysBefore, receivedBefore],
  });
