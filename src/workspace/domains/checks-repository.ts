import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { DomainIssue, DomainStatus, RecordPurpose, RecordStatus } from './schema.ts';

const columns = columnsOf(
  'domain_checks',
  'id',
  'domain_id',
  'trigger',
  'status',
  'records',
  'issues',
  'ms',
  'created_at',
);

export type CheckTrigger = 'schedule' | 'request' | 'maintenance';

export type CheckRow = Narrow<
  RowOf<typeof columns>,
  {
    trigger: CheckTrigger;
    status: DomainStatus;
    records: { purpose: RecordPurpose; name: string; status: RecordStatus }[];
    issues: DomainIssue[];
  }
>;

/** Adds a check to the history of its domain and drops what is beyond the newest `keep`. */
export async function insertCheck(tx: Queryable, row: CheckRow, keep: number): Promise<void> {
  await tx.run(sql`
    insert into domain_checks (id, domain_id, trigger, status, records, issues, ms, created_at)
    values (${row.id}, ${row.domain_id}, ${row.trigger}, ${row.status}, ${JSON.stringify(row.records)},
            ${JSON.stringify(row.issues)}, ${row.ms}, ${row.created_at})`);
  await tx.run(sql`
    delete from domain_checks where domain_id = ${row.domain_id} and id <= (
      select id from domain_checks where domain_id = ${row.domain_id} order by id desc offset ${keep} limit 1)`);
}

/** The newest checks of a domain. */
export const listChecks = (db: Queryable, domainId: string, take: number): Promise<CheckRow[]> =>
  db.rows<CheckRow>({
    name: 'domains.list_checks',
    text: `select ${columns.names} from domain_checks where domain_id = $1 order by id desc limit $2`,
    values: [domainId, take],
  });
