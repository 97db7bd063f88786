import type { Queryable } from '#kernel/data/database.ts';
import type { Rule } from '#workspace/sign-in-rules/index.ts';

/**
 * SQL: the provider that a workspace's rule `r` requires of the user `u`, or null. `tenant` is the column with the
 * workspace's id.
 */
export const requiredProvider = (tenant: string): string => `
  case when r.sso_provider is not null and exists (
    select from domains d where d.tenant_id = ${tenant} and d.proven_at is not null
      and d.status <> 'suspended' and d.removing_at is null and d.domain = split_part(u.email, '@', 2)) then r.sso_provider end`;

/** The rule of each workspace of this person; an empty rule if a workspace has none. */
export async function rulesFor(
  db: Queryable,
  userId: string,
): Promise<{ is_operator: boolean; rules: Rule[] }> {
  const rows = await db.rows<Rule & { is_operator: boolean; tenant_id: string | null }>({
    name: 'sign-in.rules',
    text: `
      select u.is_operator, m.tenant_id, r.session_hours, coalesce(r.methods, '{}') as methods,
             ${requiredProvider('m.tenant_id')} as sso_provider
      from users u
      left join members m on m.user_id = u.id
      left join sign_in_rules r on r.tenant_id = m.tenant_id
      where u.id = $1`,
    values: [userId],
  });
  return {
    is_operator: rows[0]?.is_operator ?? false,
    rules: rows.filter(({ tenant_id }) => tenant_id !== null),
  };
}
