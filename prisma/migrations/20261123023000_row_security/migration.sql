-- A second wall behind each `where` (PM_RLS; docs/operations.md). A policy binds the role proofmail_tenant only: the owner of the
-- tables, as which everything else runs, does not pay for it.
create function proofmail_tenants() returns text[] language sql stable parallel safe
return string_to_array(current_setting('proofmail.tenants', true), ',');

do $$
declare t text;
begin
  -- Rows that name their tenant. Where a row may name none it is the deployment's: nobody but the deployment sees it,
  -- though a tenant's request may add one. A session and a request for consent are a person's, who may be a member of several
  -- workspaces; a secret names them.
  for t in
    select table_name from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'tenant_id'
      and table_name not in ('sessions', 'oauth_requests')
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (tenant_id = any (proofmail_tenants()))
                      with check (tenant_id is null or tenant_id = any (proofmail_tenants()))', t);
  end loop;
  -- Rows that name their mailbox only. The index of search is left out: each hit is joined with its message, and
  -- Postgres uses no text index behind a policy.
  for t in
    select table_name from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'identity_id'
      and table_name not like 'search\_%'
      and not exists (select from information_schema.columns d where d.table_schema = c.table_schema
                      and d.table_name = c.table_name and d.column_name = 'tenant_id')
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (exists (select from identities i where i.id = identity_id))', t);
  end loop;
end $$;

-- Notices of the deployment reach its operators within their workspace; each row names its reader too.
do $$
declare t text;
begin
  foreach t in array array['notifications', 'notice_choices'] loop
    execute format('create policy deployment on %I using (tenant_id = %L)', t, 'platform');
  end loop;
end $$;

alter table tenants enable row level security;
create policy tenant on tenants using (id = any (proofmail_tenants()));
