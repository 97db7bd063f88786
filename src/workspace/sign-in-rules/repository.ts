import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type RowOf } from '#kernel/data/row.ts';

const columns = columnsOf(
  'sign_in_rules',
  'tenant_id',
  'session_hours',
  'methods',
  'sso_provider',
  'updated_at',
);
export type RuleRow = RowOf<typeof columns>;

export const findRules = (db: Queryable, tenantId: string): Promise<RuleRow | null> =>
  db.first<RuleRow>(sql`select ${columns.sql} from sign_in_rules where tenant_id = ${tenantId}`);

export const putRules = async (
  db: Queryable,
  rules: Omit<RuleRow, 'updated_at'> & { updated_at: Date },
): Promise<RuleRow> =>
  (await db.first<RuleRow>(sql`
    insert into sign_in_rules (tenant_id, session_hours, methods, sso_provider, updated_at)
    values (${rules.tenant_id}, ${rules.session_hours}, ${rules.methods}, ${rules.sso_provider}, ${rules.updated_at})
    on conflict (tenant_id) do update
    set session_hours = excluded.session_hours, methods = excluded.methods,
        sso_provider = excluded.sso_provider, updated_at = excluded.updated_at
    returning ${columns.sql}`))!;

export const deleteRules = (db: Queryable, tenantId: string): Promise<number> =>
  db.run(sql`delete from sign_in_rules where tenant_id = ${tenantId}`);

/** The address of a person, to which rules for a domain apply. */
export const emailOf = async (db: Queryable, userId: string): Promise<string | null> =>
  (await db.first<{ email: string }>(sql`select email from users where id = ${userId}`))?.email ?? null;

/** Ends sessions of the members at the latest this many hours after they began. */
export const shortenSessions = (db: Queryable, tenantId: string, hours: number): Promise<number> =>
  db.run(sql`
    update sessions s set expires_at = least(s.expires_at, s.created_at + make_interval(hours => ${hours}::int))
    from members m where m.tenant_id = ${tenantId} and m.user_id = s.user_id
      and s.expires_at > s.created_at + make_interval(hours => ${hours}::int)`);
