import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

/** Reasons of suppressions (spec 2.13). `complaint` outranks the others, so no other reason replaces it. */
export const reasons = ['manual', 'unsubscribe', 'hard_bounce', 'provider', 'complaint'] as const;
export type Reason = (typeof reasons)[number];

const columns = columnsOf('suppressions', 'id', 'address', 'reason', 'note', 'created_at', 'expires_at');

export type SuppressionRow = Narrow<RowOf<typeof columns>, { reason: Reason }>;

export type NewSuppression = Narrow<Row<'suppressions'>, { reason: Reason }>;

/**
 * Writes suppressions, one per address and tenant. An existing one stays unless it has expired or the new one is a
 * complaint.
 * @returns the ids that were written
 */
export async function insertSuppressions(
  tx: Queryable,
  suppressions: readonly NewSuppression[],
): Promise<Set<string>> {
  const rows = await tx.rows<Row<'suppressions', 'id'>>({
    name: 'suppressions.insert',
    text: `insert into suppressions as s
           select * from jsonb_populate_recordset(null::suppressions, $1::jsonb)
           on conflict (tenant_id, address) do update
             set id = excluded.id, reason = excluded.reason, note = excluded.note,
                 source_message_id = excluded.source_message_id, created_at = excluded.created_at,
                 expires_at = excluded.expires_at
             where s.expires_at <= excluded.created_at or (s.reason <> 'complaint' and excluded.reason = 'complaint')
           returning id`,
    values: [JSON.stringify(suppressions)],
  });
  return new Set(rows.map(({ id }) => id));
}

const inForce = (now: Date) => sql`(expires_at is null or expires_at > ${now})`;

export const findSuppression = (
  db: Queryable,
  tenantId: string,
  forms: readonly string[],
  now: Date,
): Promise<SuppressionRow | null> =>
  db.first<SuppressionRow>(sql`
    select ${columns.sql} from suppressions
    where tenant_id = ${tenantId} and address = any(${forms}::text[]) and ${inForce(now)}`);

/** The same, locked for its removal. */
export const lockSuppression = (
  tx: Queryable,
  tenantId: string,
  forms: readonly string[],
  now: Date,
): Promise<SuppressionRow | null> =>
  tx.first<SuppressionRow>(sql`
    select ${columns.sql} from suppressions
    where tenant_id = ${tenantId} and address = any(${forms}::text[]) and ${inForce(now)}
    for update`);

export const deleteSuppression = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`delete from suppressions where id = ${id}`);

type SuppressionFilter = {
  /** The two forms of one address; undefined for all addresses. */
  forms: readonly string[] | undefined;
  reason: Reason | undefined;
  now: Date;
};

/** Suppressions, newest first; `beyond` is `created_at` and id of the last row of the previous page. */
export const listSuppressions = (
  db: Queryable,
  tenantId: string,
  { forms, reason, now }: SuppressionFilter,
  page: { beyond: [string, string] | null; take: number },
): Promise<SuppressionRow[]> =>
  db.rows<SuppressionRow>(sql`
    select ${columns.sql} from suppressions
    where tenant_id = ${tenantId} and ${inForce(now)}
      ${forms === undefined ? empty : sql`and address = any(${forms}::text[])`}
      ${reason === undefined ? empty : sql`and reason = ${reason}`}
      ${page.beyond ? sql`and (created_at, id) < (${page.beyond[0]}::timestamptz, ${page.beyond[1]})` : empty}
    order by created_at desc, id desc limit ${page.take}`);

export const directions = ['receive', 'send'] as const;
export type Direction = (typeof directions)[number];
export const listKinds = ['allow', 'block'] as const;
export type ListKind = (typeof listKinds)[number];
export type ListOf = { tenantId: string; direction: Direction; kind: ListKind };
export type ListEntryRow = Narrow<
  Row<'list_entries', 'entry' | 'direction' | 'kind' | 'created_at'>,
  { direction: Direction; kind: ListKind }
>;

const inList = ({ tenantId, direction, kind }: ListOf) =>
  sql`tenant_id = ${tenantId} and direction = ${direction} and kind = ${kind}`;

/** Entries of a list in alphabetical order, after the given one. */
export const listEntries = (
  db: Queryable,
  list: ListOf,
  page: { beyond: string | null; take: number },
): Promise<ListEntryRow[]> =>
  db.rows<ListEntryRow>(sql`
    select entry, direction, kind, created_at from list_entries
    where ${inList(list)} ${page.beyond === null ? empty : sql`and entry > ${page.beyond}`}
    order by entry limit ${page.take}`);

export const findEntry = (
  db: Queryable,
  list: ListOf,
  forms: readonly string[],
): Promise<ListEntryRow | null> =>
  db.first<ListEntryRow>(sql`
    select entry, direction, kind, created_at from list_entries
    where ${inList(list)} and entry = any(${forms}::text[])`);

/** Adds an entry; an existing one stays unchanged. @returns the row */
export const putEntry = (tx: Queryable, list: ListOf, entry: string, now: Date): Promise<ListEntryRow> =>
  tx
    .first<ListEntryRow>(sql`
      insert into list_entries (tenant_id, direction, kind, entry, created_at)
      values (${list.tenantId}, ${list.direction}, ${list.kind}, ${entry}, ${now})
      on conflict (tenant_id, direction, kind, entry) do update set entry = excluded.entry
      returning entry, direction, kind, created_at`)
    .then((row) => row!);

export const deleteEntry = (tx: Queryable, list: ListOf, forms: readonly string[]): Promise<number> =>
  tx.run(sql`delete from list_entries where ${inList(list)} and entry = any(${forms}::text[])`);

/** The hashes of suppressed people among these pairs of tenant and hash. A hash belongs to one tenant. */
export async function erasedAmong(
  tx: Queryable,
  pairs: { tenantIds: readonly string[]; hashes: readonly string[] },
): Promise<Set<string>> {
  const rows = await tx.rows<Row<'suppressions', 'address'>>({
    name: 'suppressions.erased_among',
    text: `select s.address from unnest($1::text[], $2::text[]) as wanted (tenant_id, address)
           join suppressions s using (tenant_id, address)`,
    values: [pairs.tenantIds, pairs.hashes],
  });
  return new Set(rows.map(({ address }) => address));
}

/** The suppressions in force among these addresses of one tenant. */
export const suppressionsAmong = (
  db: Queryable,
  tenantId: string,
  addresses: readonly string[],
  now: Date,
): Promise<Narrow<Row<'suppressions', 'address' | 'reason'>, { reason: Reason }>[]> =>
  db.rows({
    name: 'suppressions.among',
    text: `select address, reason from suppressions
           where tenant_id = $1 and address = any($2::text[]) and (expires_at is null or expires_at > $3)`,
    values: [tenantId, addresses, now],
  });

/** The entries of both lists of a direction among these pairs of tenant and entry. */
export const entriesAmong = (
  db: Queryable,
  direction: Direction,
  pairs: { tenantIds: readonly string[]; entries: readonly string[] },
): Promise<Narrow<Row<'list_entries', 'tenant_id' | 'kind' | 'entry'>, { kind: ListKind }>[]> =>
  db.rows({
    name: 'suppressions.entries_among',
    text: `select l.tenant_id, l.kind, l.entry
           from unnest($2::text[], $3::text[]) as wanted (tenant_id, entry)
           join list_entries l using (tenant_id, entry)
           where l.direction = $1`,
    values: [direction, pairs.tenantIds, pairs.entries],
  });
