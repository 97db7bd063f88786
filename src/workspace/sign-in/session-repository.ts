import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Column, Narrow, Row } from '#kernel/data/row.ts';
import type { Role } from '#workspace/members/index.ts';
import type { Rule } from '#workspace/sign-in-rules/index.ts';
import { requestsPerMinute } from '#workspace/tenants/index.ts';
import { requiredProvider } from './rules-repository.ts';

export type Workspace = Narrow<
  Row<'tenants', 'id' | 'slug' | 'name' | 'mode' | 'status' | 'partner_id'>,
  { mode: 'live' | 'test'; status: 'active' | 'suspended' }
> &
  Narrow<Row<'members', 'role'>, { role: Role }> & {
    partner_status: Column<'partners', 'status'> | null;
    requests_per_minute: number | null;
  } & Rule;

export type SessionRow = Row<
  'sessions',
  | 'id'
  | 'user_id'
  | 'kid'
  | 'tenant_id'
  | 'way'
  | 'second_factor_at'
  | 'created_at'
  | 'seen_at'
  | 'expires_at'
> &
  Row<'users', 'email' | 'name' | 'is_operator' | 'timezone'> & {
    workspaces: Workspace[];
    /** Whether an operator could reach other people's mail, because there is another person or another workspace. */
    is_among_others: boolean;
  };

/**
 * More workspaces than anybody would look through. A person in more of them still reaches those that they joined first.
 */
const MOST_WORKSPACES = 500;

/**
 * The session of this cookie with its person and their workspaces, in one statement, because it is read with each
 * request.
 */
export const findSession = (db: Queryable, hash: Buffer, now: Date): Promise<SessionRow | null> =>
  db.first<SessionRow>({
    name: 'sign-in.session',
    text: `
      select s.id, s.user_id, u.email, u.name, u.is_operator, u.timezone, s.kid, s.tenant_id, s.way, s.second_factor_at,
             s.created_at, s.seen_at, s.expires_at,
             u.is_operator and (exists (select from users o where o.id <> u.id) or exists (
               select from tenants f where f.status in ('active', 'suspended')
                 and not exists (select from members i where i.tenant_id = f.id and i.user_id = u.id)
             )) as is_among_others,
             coalesce(w.list, '[]') as workspaces
      from sessions s
      join users u on u.id = s.user_id
      left join lateral (
        select json_agg(json_build_object(
                 'id', t.id, 'slug', t.slug, 'name', t.name, 'mode', t.mode, 'status', t.status,
                 'partner_id', t.partner_id, 'partner_status', p.status, 'role', m.role,
                 'session_hours', r.session_hours, 'methods', coalesce(r.methods, '{}'),
                 'sso_provider', ${requiredProvider('t.id')},
                 'requests_per_minute', ${requestsPerMinute('t')}) order by t.name, t.id) as list
        from (select * from members where user_id = u.id order by created_at limit ${MOST_WORKSPACES}) m
        join tenants t on t.id = m.tenant_id and t.status in ('active', 'suspended')
        left join partners p on p.id = t.partner_id
        left join sign_in_rules r on r.tenant_id = t.id
      ) w on true
      where s.token_hash = $1 and s.expires_at > $2`,
    values: [hash, now],
  });

export const insertSession = (
  db: Queryable,
  session: Row<
    'sessions',
    'id' | 'token_hash' | 'user_id' | 'kid' | 'tenant_id' | 'user_agent' | 'address' | 'way'
  > & {
    second_factor_at: Date | null;
    created_at: Date;
    expires_at: Date;
  },
): Promise<number> =>
  db.run(sql`
    insert into sessions (id, token_hash, user_id, kid, tenant_id, user_agent, address, way, second_factor_at,
                          created_at, seen_at, expires_at)
    values (${session.id}, ${session.token_hash}, ${session.user_id}, ${session.kid}, ${session.tenant_id},
            ${session.user_agent}, ${session.address}, ${session.way}, ${session.second_factor_at},
            ${session.created_at}, ${session.created_at}, ${session.expires_at})`);

export const touchSession = (db: Queryable, id: string, seenAt: Date, expiresAt: Date): Promise<number> =>
  db.run(sql`update sessions set seen_at = ${seenAt}, expires_at = ${expiresAt} where id = ${id}`);

/** Records that the session has confirmed a second factor. */
export const strengthenSession = (db: Queryable, id: string, at: Date): Promise<number> =>
  db.run(sql`update sessions set second_factor_at = ${at} where id = ${id}`);

/** Resets the second factor in all sessions of the person. */
export const weakenSessions = (db: Queryable, userId: string): Promise<number> =>
  db.run(
    sql`update sessions set second_factor_at = null where user_id = ${userId} and second_factor_at is not null`,
  );

export const setWorkspace = (db: Queryable, id: string, tenantId: string | null): Promise<number> =>
  db.run(sql`update sessions set tenant_id = ${tenantId} where id = ${id}`);

export type ListedSession = Pick<SessionRow, 'id' | 'created_at' | 'seen_at' | 'expires_at'> &
  Row<'sessions', 'user_agent' | 'address'>;

const MOST_LISTED = 100;

export const listSessions = (db: Queryable, userId: string, now: Date): Promise<ListedSession[]> =>
  db.rows<ListedSession>(sql`
    select id, user_agent, address, created_at, seen_at, expires_at from sessions
    where user_id = ${userId} and expires_at > ${now} order by seen_at desc limit ${MOST_LISTED}`);

/** Ends a session. @returns 0 if it does not exist or belongs to another person */
export const deleteSession = (db: Queryable, userId: string, id: string): Promise<number> =>
  db.run(sql`delete from sessions where id = ${id} and user_id = ${userId}`);

export const deleteOtherSessions = (db: Queryable, userId: string, keptId: string): Promise<number> =>
  db.run(sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`);

export const deleteExpiredSessions = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from sessions where expires_at <= ${now}`);

/** Records a sign-in. @returns the workspace that the person used last, or the first that they joined */
export async function arrive(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const row = await db.first<Row<'sessions', 'tenant_id'>>(sql`
    with came as (update members set last_login_at = ${now} where user_id = ${userId} returning tenant_id, created_at)
    select coalesce(
      (select s.tenant_id from sessions s join came c on c.tenant_id = s.tenant_id
       where s.user_id = ${userId} order by s.seen_at desc limit 1),
      (select tenant_id from came order by created_at limit 1)) as tenant_id`);
  return row?.tenant_id ?? null;
}
