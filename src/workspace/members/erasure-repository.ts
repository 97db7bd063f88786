import { type Queryable, sql } from '#kernel/data/database.ts';

/** Deletes memberships of a workspace, and the people who belong to no other. @returns the number of memberships */
export const deleteMembers = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    with chosen as (
      select tenant_id, user_id from members where tenant_id = ${tenantId} order by user_id limit ${take}),
    alone as (
      select c.user_id from chosen c
      where not exists (select from members m where m.user_id = c.user_id and m.tenant_id <> ${tenantId})),
    tokens as (delete from sign_in_tokens t using alone where t.user_id = alone.user_id),
    requests as (delete from sign_in_requests r using alone where r.user_id = alone.user_id),
    signed_in as (delete from sessions s using alone where s.user_id = alone.user_id),
    steps as (delete from sign_in_steps s using alone where s.user_id = alone.user_id),
    accounts as (delete from provider_accounts a using alone where a.user_id = alone.user_id),
    keys as (delete from passkeys p using alone where p.user_id = alone.user_id),
    factors as (delete from second_factors f using alone where f.user_id = alone.user_id),
    codes as (delete from recovery_codes c using alone where c.user_id = alone.user_id),
    people as (delete from users u using alone where u.id = alone.user_id)
    delete from members m using chosen c where m.tenant_id = c.tenant_id and m.user_id = c.user_id`);
