import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#kernel/data/database.ts';
import { acrossTenants, withinTenants } from '#kernel/data/tenant-scope.ts';
import { perform } from '#kernel/operation/pipeline.ts';
import { offline, openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, type World } from '#testing/world.ts';

// Row-level security (PM_RLS): even statements without their `where` stay within the tenant of the request.

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi({ PM_RLS: 'on', ...offline });
  world = await createWorld(api.services.db);
});
afterAll(() => api.close());

const everyMessage = sql`select distinct identity_id as id from messages`;

/**
 * Tables without a policy. Ids from the search index are joined with messages, which have one; the others belong to
 * people.
 */
const WITHOUT = [
  ...['oauth_requests', 'sessions'],
  ...['search_codes', 'search_documents', 'search_mailboxes', 'search_mirror_pending', 'search_pending'],
];

it('has a policy on every table whose rows name a tenant or a mailbox', async () => {
  const rows = await api.services.db.rows<{ name: string }>(sql`
    select distinct table_name as name from information_schema.columns c
      join pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name
    where table_schema = 'public' and column_name in ('tenant_id', 'identity_id')
      and not (t.rowsecurity and exists (select from pg_policies p where p.tablename = t.tablename))`);
  expect(rows.map(({ name }) => name).sort()).toEqual([...WITHOUT].sort());
});

describe('a tenant’s request whose statement has lost its where', () => {
  const own = () => world.owners.own;
  const foreign = () => world.owners.foreign;

  const actor = () => ({
    key_id: 'key_1',
    user_id: null,
    name: 'test',
    level: 'tenant' as const,
    mode: 'live' as const,
    partner_id: null,
    tenant_id: own().tenantId,
    identity_id: null,
    permissions: new Set(['*']),
    expires_at: null,
  });

  it('reads its own rows only', async () => {
    const operation = {
      name: 'test.forgotten_where',
      method: 'GET',
      input: z.object({}),
      responses: { 200: z.object({ ids: z.array(z.string()) }) },
      target: { tenantOf: () => null },
      run: async ({ db }: { db: typeof api.services.db }) => {
        const rows = await db.rows<{ id: string }>(everyMessage);
        return { status: 200, body: { ids: rows.map(({ id }) => id) } };
      },
    };
    const { body } = await perform({
      // biome-ignore lint/suspicious/noExplicitAny: an operation that no catalogue has
      operation: operation as any,
      services: api.services,
      actor: actor(),
      requestId: 'req_1',
      target: null,
      rawInput: {},
      idempotencyKey: null,
      header: () => null,
    });
    const { ids } = body as { ids: string[] };
    expect(ids).toContain(own().identityId);
    expect(ids).not.toContain(foreign().identityId);
    const everybody = await api.services.db.rows<{ id: string }>(everyMessage);
    expect(everybody.map(({ id }) => id)).toContain(foreign().identityId);
  });

  it('changes and adds its own rows only', async () => {
    const { db } = api.services;
    await withinTenants([own().tenantId], async () => {
      await db.transaction(async (tx) => {
        expect(
          await tx.rows(
            sql`update identities set display_name = 'X' where id = ${foreign().identityId} returning id`,
          ),
        ).toEqual([]);
        expect(await tx.run(sql`delete from messages where identity_id = ${foreign().identityId}`)).toBe(0);
      });
      await expect(
        db.run(sql`update identities set tenant_id = ${foreign().tenantId} where id = ${own().identityId}`),
      ).rejects.toThrow('row-level security');
      // Pipelined reads, and work of the deployment within the request.
      const [first] = await db.pipelined((on) =>
        Promise.all([on.rows<{ id: string }>(everyMessage), on.rows(everyMessage)]),
      );
      expect(first.map(({ id }) => id)).not.toContain(foreign().identityId);
      const all = await acrossTenants(() => db.rows<{ id: string }>(everyMessage));
      expect(all.map(({ id }) => id)).toContain(foreign().identityId);
    });
  });
});

it('says what is missing when the user of the database may not create the role', async () => {
  const { url } = { url: api.services.db.pool.options.connectionString! };
  const { db } = api.services;
  await db.run(
    sql`do $$ begin if not exists (select from pg_roles where rolname = 'plain') then create role plain login password 'plain'; end if; end $$`,
  );
  await db.run({ name: '', text: 'grant all on all tables in schema public to plain', values: [] });
  const plain = new URL(url);
  plain.username = 'plain';
  plain.password = 'plain';
  await expect(openTestApi({ PM_RLS: 'on', DATABASE_URL: plain.href, ...offline })).rejects.toThrow(
    'PM_RLS is on, but',
  );
});
