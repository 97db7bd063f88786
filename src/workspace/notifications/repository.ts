import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type NotificationRow = Row<'notifications'>;

export const insertNotifications = (tx: Queryable, rows: readonly NotificationRow[]): Promise<number> =>
  tx.run({
    name: 'notifications.insert',
    text: `insert into notifications
           select * from jsonb_populate_recordset(null::notifications, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  });

export type Mailed = { of_tenant: number; of_users: Record<string, number> };

/** How many notifications were mailed since then: of a workspace, and to each of these people from any workspace. */
export const countMailed = async (
  tx: Queryable,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
  since: Date,
): Promise<Mailed> =>
  (await tx.first<Mailed>({
    name: 'notifications.count_mailed',
    text: `select (select count(*) from notifications where tenant_id = $1 and created_at >= $3 and not is_held) as of_tenant,
             (select coalesce(jsonb_object_agg(user_id, many), '{}') from (
                select user_id, count(*) as many from notifications
                where user_id = any($2::text[]) and created_at >= $3 and not is_held group by user_id) u) as of_users`,
    values: [tenantId, userIds, since],
  }))!;

/** People with notifications held since then or longer, ordered by id. */
export const findHolders = async (
  db: Queryable,
  until: Date,
  { beyond, take }: { beyond: string; take: number },
): Promise<string[]> => {
  const rows = await db.rows<Row<'notifications', 'user_id'>>({
    name: 'notifications.find_holders',
    text: `select distinct user_id from notifications
           where is_held and user_id > $1 and created_at <= $3 order by user_id limit $2`,
    values: [beyond, take, until],
  });
  return rows.map(({ user_id }) => user_id);
};

/**
 * Takes the notifications that have been held for a person since then or longer.
 * @returns the subjects, oldest first, of workspaces to which the person still belongs
 */
export const takeHeld = (
  tx: Queryable,
  userId: string,
  until: Date,
): Promise<(Row<'users', 'email'> & Row<'notifications', 'subject'>)[]> =>
  tx.rows({
    name: 'notifications.take_held',
    text: `with taken as (
             delete from notifications where is_held and user_id = $1 and created_at <= $2
             returning id, tenant_id, subject)
           select u.email, t.subject
           from taken t
           join members m on m.tenant_id = t.tenant_id and m.user_id = $1
           join users u on u.id = $1
           order by t.id`,
    values: [userId, until],
  });

/** Deletes the counts of past days. */
export const deleteMailedBefore = (db: Queryable, time: Date): Promise<number> =>
  db.run({
    name: 'notifications.delete_mailed_before',
    text: 'delete from notifications where not is_held and created_at < $1',
    values: [time],
  });

export const deleteOfTenant = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'notifications.delete_of_tenant',
    text: `delete from notifications where id in (
             select id from notifications where tenant_id = $1 limit $2)`,
    values: [tenantId, take],
  });
