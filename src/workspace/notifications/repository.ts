import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { NoticeKind } from './kinds.ts';

export type NotificationRow = Row<'notifications'>;

/** Inserts notices. @returns the ids of those that their readers did not have yet */
export const insertNotifications = async (
  tx: Queryable,
  rows: readonly NotificationRow[],
): Promise<string[]> => {
  const inserted = await tx.rows<Row<'notifications', 'id'>>({
    name: 'notifications.insert',
    text: `insert into notifications
             (id, tenant_id, user_id, subject, is_held, created_at, kind, summary, path, is_mailed, is_listed, read_at, once)
           select id, tenant_id, user_id, subject, is_held, created_at, kind, summary, path, is_mailed, is_listed, read_at, once
           from jsonb_populate_recordset(null::notifications, $1::jsonb)
           on conflict (user_id, tenant_id, once) do nothing returning id`,
    values: [JSON.stringify(rows)],
  });
  return inserted.map(({ id }) => id);
};

/** The facts about the people that a notice is for. */
export type ReaderStatus = {
  workspace: string | null;
  /** The number of mails so far on this day of the workspace. */
  of_tenant: number;
  of_users: Record<string, { mailed: number; by_mail: boolean; in_console: boolean }>;
};

/**
 * SQL for the time zone of a workspace. For operators, it is that of the tenant without a suffix, which is the operator's
 * own workspace.
 */
const zone = `coalesce((select timezone from tenants where id = $1),
                       (select timezone from tenants where address_suffix = ''), 'UTC')`;

/** Reads how much was mailed on the current day of the workspace's time zone, and which kinds these people turned off. */
export const readReaderStatus = async (
  tx: Queryable,
  { tenantId, userIds, kind }: { tenantId: string; userIds: readonly string[]; kind: NoticeKind },
  now: Date,
): Promise<ReaderStatus> =>
  (await tx.first<ReaderStatus>({
    name: 'notifications.standing',
    text: `with begun as (
             select date_trunc('day', $4::timestamptz at time zone ${zone}) at time zone ${zone} as at)
           select (select name from tenants where id = $1) as workspace,
             (select count(*) from notifications n, begun
              where n.tenant_id = $1 and n.created_at >= begun.at
                and not n.is_held and n.is_mailed is distinct from false) as of_tenant,
             (select coalesce(jsonb_object_agg(u.id, jsonb_build_object(
                'mailed', (select count(*) from notifications n, begun
                           where n.user_id = u.id and n.created_at >= begun.at
                             and not n.is_held and n.is_mailed is distinct from false),
                'by_mail', coalesce(c.by_mail, true), 'in_console', coalesce(c.in_console, true))), '{}')
              from unnest($2::text[]) u (id)
              left join notice_choices c on c.user_id = u.id and c.tenant_id = $1 and c.kind = $3) as of_users`,
    values: [tenantId, userIds, kind, now],
  }))!;

export type Operator = { user_id: string; email: string };

/** The operators of the deployment. */
export const findOperators = (db: Queryable): Promise<Operator[]> =>
  db.rows<Operator>({
    name: 'notifications.operators',
    text: 'select id as user_id, email from users where is_operator order by id',
    values: [],
  });

/** Deletes notices that the console no longer lists. */
export const deleteOlderThan = (db: Queryable, time: Date): Promise<number> =>
  db.run({
    name: 'notifications.delete_older_than',
    text: 'delete from notifications where not is_held and created_at < $1',
    values: [time],
  });

export const deleteOfTenant = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'notifications.delete_of_tenant',
    text: `with notices as (
             delete from notifications where id in (
               select id from notifications where tenant_id = $1 limit $2) returning 1),
           choices as (
             delete from notice_choices where (user_id, kind) in (
               select user_id, kind from notice_choices where tenant_id = $1 limit $2) and tenant_id = $1 returning 1)
           select 1 from notices union all select 1 from choices`,
    values: [tenantId, take],
  });
