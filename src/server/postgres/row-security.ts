import { type Database, sql } from '#kernel/data/database.ts';
import { TENANT_ROLE } from '#kernel/data/tenant-scope.ts';
import { StartError } from '../start-error.ts';

/** An arbitrary lock number. Processes that start together take turns, because the role exists once per server. */
const LOCK = 72_707_370;

/**
 * Lets the role of tenants' requests use the tables, as the policies allow (the migration `row_security` has them). The
 * user of `DATABASE_URL` needs the right to create roles, once. A second run changes nothing.
 * @throws StartError if that right is missing
 */
export async function allowTenantRole(db: Database): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
      await tx.run(statement(CREATE_ROLE));
      for (const text of GRANTS) await tx.run(statement(text));
      const tables = await tx.rows<{ name: string }>(sql`
        select format('%I.%I', schemaname, tablename) as name from pg_tables t
        where schemaname = 'graphile_worker' and rowsecurity and not exists (
          select from pg_policies p where p.schemaname = t.schemaname and p.tablename = t.tablename
                                      and p.policyname = ${TENANT_ROLE})`);
      for (const { name } of tables) await tx.run(statement(JOBS_POLICY(name)));
    });
  } catch (error) {
    throw new StartError(
      `PM_RLS is on, but the role ${TENANT_ROLE} cannot be set up: ${(error as Error).message}. Give the user of ` +
        'DATABASE_URL the right to create roles (ALTER ROLE … CREATEROLE), or leave PM_RLS off.',
    );
  }
}

const statement = (text: string) => ({ name: '', text, values: [] });

const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${TENANT_ROLE}') then
    begin
      create role ${TENANT_ROLE} nologin;
    exception when duplicate_object or unique_violation then null; -- another database of this server was first
    end;
  end if;
  if not pg_has_role(current_user, '${TENANT_ROLE}', 'member') then
    execute format('grant ${TENANT_ROLE} to %I', current_user);
  end if;
end $$`;

const GRANTS = ['public', 'graphile_worker'].flatMap((schema) => [
  `grant usage on schema ${schema} to ${TENANT_ROLE}`,
  `grant select, insert, update, delete on all tables in schema ${schema} to ${TENANT_ROLE}`,
  `grant usage, select, update on all sequences in schema ${schema} to ${TENANT_ROLE}`,
  `grant execute on all functions in schema ${schema} to ${TENANT_ROLE}`,
]);

/** Jobs contain only ids, and their handlers look up each one again. */
const JOBS_POLICY = (table: string): string =>
  `create policy ${TENANT_ROLE} on ${table} to ${TENANT_ROLE} using (true) with check (true)`;
