import type { Queryable } from '#kernel/data/database.ts';
import { columnsOf, type Row, type RowOf } from '#kernel/data/row.ts';
import { PLATFORM } from './kinds.ts';

const columns = columnsOf(
  'notifications',
  'id',
  'tenant_id',
  'kind',
  'subject',
  'summary',
  'path',
  'read_at',
  'created_at',
);

export type ListedNotice = RowOf<typeof columns>;

/** A person in a workspace. Operators see the deployment's notices together with those of the workspace. */
export type ReaderScope = { userId: string; tenantId: string };

const own = `n.user_id = $1 and n.is_listed and (n.tenant_id = $2 or (n.tenant_id = '${PLATFORM}'
  and exists (select from users u where u.id = $1 and u.is_operator)))`;

/** Notices, newest first; `beyond` is the id of the last row of the previous page. */
export const listNotices = (
  db: Queryable,
  { userId, tenantId }: ReaderScope,
  { unread, beyond, take }: { unread: boolean; beyond: string | null; take: number },
): Promise<ListedNotice[]> =>
  db.rows<ListedNotice>({
    name: 'notifications.list',
    text: `select ${columns.of('n').names} from notifications n
           where ${own} and (not $3::boolean or n.read_at is null) and ($4::text is null or n.id < $4)
           order by n.id desc limit $5`,
    values: [userId, tenantId, unread, beyond, take],
  });

/** The number of unread notices, counted up to `most`. */
export const countUnread = async (
  db: Queryable,
  { userId, tenantId }: ReaderScope,
  most: number,
): Promise<number> => {
  const row = await db.first<{ many: number }>({
    name: 'notifications.count_unread',
    text: `select count(*)::int as many from (
             select from notifications n where ${own} and n.read_at is null limit $3) u`,
    values: [userId, tenantId, most],
  });
  return row!.many;
};

/** Marks these notices as read, or all up to the newest that the reader has seen. @returns how many were unread */
export const markRead = (
  tx: Queryable,
  { userId, tenantId }: ReaderScope,
  which: { ids: readonly string[] } | { upTo: string },
  now: Date,
): Promise<number> =>
  tx.run({
    name: 'notifications.mark_read',
    text: `update notifications n set read_at = $3
           where ${own} and n.read_at is null and (n.id = any($4::text[]) or n.id <= $5)`,
    values: [userId, tenantId, now, 'ids' in which ? which.ids : [], 'upTo' in which ? which.upTo : ''],
  });

export type ChoiceRow = Row<'notice_choices', 'kind' | 'by_mail' | 'in_console'>;

export const listChoices = (db: Queryable, userId: string, tenantId: string): Promise<ChoiceRow[]> =>
  db.rows<ChoiceRow>({
    name: 'notifications.list_choices',
    text: 'select kind, by_mail, in_console from notice_choices where user_id = $1 and tenant_id = $2',
    values: [userId, tenantId],
  });

export const putChoice = (
  tx: Queryable,
  { userId, tenantId }: ReaderScope,
  { kind, by_mail, in_console }: ChoiceRow,
): Promise<number> =>
  tx.run({
    name: 'notifications.put_choice',
    text: `insert into notice_choices (user_id, tenant_id, kind, by_mail, in_console) values ($1, $2, $3, $4, $5)
           on conflict (user_id, tenant_id, kind) do update set by_mail = excluded.by_mail, in_console = excluded.in_console`,
    values: [userId, tenantId, kind, by_mail, in_console],
  });

/** The workspace's time zone, in which digests are scheduled, and whether this person is an operator. */
export const readReader = async (
  db: Queryable,
  { userId, tenantId }: ReaderScope,
): Promise<Row<'users', 'is_operator'> & { timezone: string }> =>
  (await db.first<Row<'users', 'is_operator'> & { timezone: string }>({
    name: 'notifications.reader',
    text: `select coalesce((select is_operator from users where id = $1), false) as is_operator,
             coalesce((select timezone from tenants where id = $2), 'UTC') as timezone`,
    values: [userId, tenantId],
  }))!;
