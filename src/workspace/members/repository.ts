import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

/**
 * The id of the person with this email address, who is created if new. An existing person keeps their name, because it
 * belongs to them and not to the workspace.
 */
export async function findOrInsertUser(
  db: Queryable,
  user: Row<'users', 'id' | 'email' | 'name'>,
): Promise<string> {
  const row = await db.first<Row<'users', 'id'>>(sql`
    insert into users (id, email, name) values (${user.id}, ${user.email}, ${user.name})
    on conflict (email) do update set email = excluded.email
    returning id`);
  return row!.id;
}

/** Changes the given fields of a person. If the zone is null, it follows their device. */
export async function changeUser(
  db: Queryable,
  userId: string,
  { name, timezone }: { name: string | undefined; timezone: string | null | undefined },
): Promise<Row<'users', 'name' | 'timezone'>> {
  const row = await db.first<Row<'users', 'name' | 'timezone'>>(sql`
    update users set name = coalesce(${name ?? null}, name),
      timezone = case when ${timezone !== undefined} then ${timezone ?? null} else timezone end
    where id = ${userId} returning name, timezone`);
  return row!;
}

export async function insertMember(
  db: Queryable,
  member: Narrow<
    Row<'members', 'tenant_id' | 'user_id' | 'role'>,
    { role: 'owner' | 'admin' | 'member' | 'viewer' }
  >,
): Promise<void> {
  await db.run(sql`
    insert into members (tenant_id, user_id, role) values (${member.tenant_id}, ${member.user_id}, ${member.role})`);
}

export async function insertSignInToken(
  db: Queryable,
  token: Row<'sign_in_tokens', 'token_hash' | 'user_id' | 'request_id' | 'kid'> & {
    expires_at: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into sign_in_tokens (token_hash, user_id, request_id, kid, expires_at)
    values (${token.token_hash}, ${token.user_id}, ${token.request_id}, ${token.kid}, ${token.expires_at})`);
}

/** Deletes expired sign-in tokens. */
export const deleteExpiredTokens = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from sign_in_tokens where expires_at <= ${now}`);
