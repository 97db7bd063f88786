import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { openBrowsers } from '#testing/console.ts';
import { auditRows, createKey, createTenant } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';

// The audit log records who acted and from where, and reveals removed rows (issue 16, point 19).

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const rename = async (id: string, name: string) => api.call('PATCH', `/v1/tenants/${id}`, { body: { name } });
const verify = async (query: string, key?: string) =>
  (await api.call('GET', `/v1/audit-events/verify?${query}`, key ? { key } : {})).body;

async function chainOf(rows: number): Promise<ApiAnswer['body']> {
  const tenant = await createTenant(api);
  for (let n = 1; n < rows; n += 1) await rename(tenant.id, `Name ${n}`);
  return tenant;
}

describe('the chain', () => {
  it('is whole, with rows of many transactions at once', async () => {
    const tenant = await chainOf(2);
    await Promise.all(Array.from({ length: 12 }, (_, n) => rename(tenant.id, `Many ${n}`)));
    const { intact, heads, faults } = await verify(`tenant_id=${tenant.id}`);
    expect([intact, faults, heads]).toEqual([
      true,
      [],
      [{ tenant_id: tenant.id, position: 14, hash: expect.stringMatching(/^[0-9a-f]{64}$/), rows: 14 }],
    ]);
    const { body } = await api.call('GET', `/v1/audit-events?tenant_id=${tenant.id}`);
    const chains = body.data.map(({ chain }: { chain: object }) => chain);
    expect(chains).toContainEqual({ position: 14, hash: heads[0].hash });
    const all = await verify('');
    expect(all.intact).toBe(true);
  });

  it.each([
    ['removed in the middle', 3, 'missing', (id: string) => sql`delete from audit_events where id = ${id}`],
    ['removed at the end', 5, 'missing', (id: string) => sql`delete from audit_events where id = ${id}`],
    [
      'removed at the beginning',
      1,
      'missing',
      (id: string) => sql`delete from audit_events where id = ${id}`,
    ],
    [
      'changed',
      2,
      'changed',
      (id: string) => sql`update audit_events set details = '{"x": 1}' where id = ${id}`,
    ],
    [
      'moved to somebody else',
      4,
      'changed',
      (id: string) => sql`update audit_events set actor_key_id = 'key_x' where id = ${id}`,
    ],
  ])('a row that was %s shows', async (_, position, fault, tamper) => {
    const tenant = await chainOf(5);
    const rows = await auditRows(api, tenant.id);
    await api.services.db.run(tamper(rows[position - 1]!.id));
    const { intact, faults } = await verify(`tenant_id=${tenant.id}`);
    expect([intact, faults]).toEqual([false, [{ tenant_id: tenant.id, position, fault }]]);
  });

  it('a chain that was rewritten as a whole shows to whoever noted a head', async () => {
    const tenant = await chainOf(3);
    const [head] = (await verify(`tenant_id=${tenant.id}`)).heads;
    const noted = `tenant_id=${tenant.id}&position=${head.position}&hash=${head.hash}`;
    expect((await verify(noted)).intact).toBe(true);
    const { db } = api.services;
    await db.transaction(async (tx) => {
      await tx.run(sql`delete from audit_chains where chain = ${tenant.id}`);
      await tx.run(sql`create temp table kept on commit drop as
        select * from audit_events where tenant_id = ${tenant.id} order by id limit 2`);
      await tx.run(sql`delete from audit_events where tenant_id = ${tenant.id}`);
      await tx.run(sql`update kept set chain_position = null, chain_hash = null`);
      await tx.run(sql`insert into audit_events select * from kept`);
    });
    expect((await verify(`tenant_id=${tenant.id}`)).intact).toBe(true);
    expect((await verify(noted)).faults).toMatchObject([{ position: 3, fault: 'not_the_noted_row' }]);
  });

  it('a tenant verifies its own chain only', async () => {
    const [own, other] = [await chainOf(2), await chainOf(2)];
    const key = await createKey(api, { level: 'tenant', tenant_id: own.id, permissions: ['audit:read'] });
    expect((await verify('', key)).heads.map(({ tenant_id }: { tenant_id: string }) => tenant_id)).toEqual([
      own.id,
    ]);
    expect((await verify(`tenant_id=${other.id}`, key)).error.code).toBe('tenant_not_found');
  });
});

describe('export', () => {
  it('streams every row of the tenant as NDJSON, oldest first', async () => {
    const tenant = await chainOf(4);
    const key = await createKey(api, { level: 'tenant', tenant_id: tenant.id, permissions: ['audit:read'] });
    const answer = await api.call('GET', '/v1/audit-events/export', { key });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = String(answer.body.text)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ action }) => action)).toEqual([
      ...['tenant.create', 'tenant.update', 'tenant.update', 'tenant.update', 'key.create', 'audit.export'],
    ]);
    expect(lines.map(({ chain }) => chain.position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('an endpoint that names audit.recorded hears of each row; others do not', async () => {
    const tenant = await chainOf(1);
    const { db } = api.services;
    const count = async () =>
      (await db.first<{ count: number }>(sql`
        select count(*)::int as count from events where tenant_id = ${tenant.id} and type = 'audit.recorded'`))!
        .count;
    const insert = (id: string, events: string[]) =>
      db.run(sql`
        insert into webhook_endpoints (id, owner_id, tenant_id, url, events, identity_ids, description, secret, created_at, updated_at)
        values (${id}, ${tenant.id}, ${tenant.id}, 'https://192.0.2.1/', ${events}, '{}', '', '', now(), now())`);
    await insert('whk_all', ['*']);
    await rename(tenant.id, 'Unheard');
    expect(await count()).toBe(0);
    await insert('whk_audit', ['audit.recorded']);
    await rename(tenant.id, 'Heard');
    expect(await count()).toBe(1);
    const delivery = await db.first(sql`
      select event_type from webhook_deliveries where webhook_id = 'whk_audit'`);
    expect(delivery).toEqual({ event_type: 'audit.recorded' });
    const event = await db.first<{ data: ApiAnswer['body'] }>(sql`
      select data from events where tenant_id = ${tenant.id} and type = 'audit.recorded'`);
    expect(event!.data.audit_event).toMatchObject({ action: 'tenant.update', target_id: tenant.id });
  });
});

describe('what is written down', () => {
  it('lists, suppressions, identities, their addresses and raw reads', async () => {
    const tenant = await createTenant(api);
    const path = `/v1/tenants/${tenant.id}`;
    const made = await api.call('POST', `${path}/identities`, { body: { username: 'agent' } });
    const identity = `/v1/identities/${made.body.id}`;
    await api.call('PUT', `${path}/lists/send/block/${encodeURIComponent('spam@example.com')}`);
    await api.call('DELETE', `${path}/lists/send/block/${encodeURIComponent('spam@example.com')}`);
    await api.call('POST', `${path}/suppressions`, { body: { address: 'gone@example.com' } });
    await api.call('PATCH', identity, {
      body: { owner: { name: 'Ada', email: 'ada@example.com' }, send_policy: { daily_cap: 10 } },
    });
    const alias = await api.call('POST', `${identity}/addresses`, { body: { local_part: 'invoices' } });
    await api.call('POST', `${identity}/addresses/${alias.body.id}/promote`, {
      body: { retire_previous_after_days: 0 },
    });
    const { body } = await api.call('GET', `/v1/audit-events?tenant_id=${tenant.id}`);
    const rows = body.data.toReversed() as { action: string; details: object }[];
    expect(rows.map(({ action }) => action)).toEqual([
      ...[
        'tenant.create',
        'identity.create',
        'list.add',
        'list.remove',
        'suppression.create',
        'identity.update',
      ],
      ...['address.add', 'address.promote'],
    ]);
    expect(rows[5]!.details).toEqual({ fields: ['owner', 'send_policy'], send_policy: { daily_cap: 10 } });
    expect(JSON.stringify(rows)).not.toMatch(/spam@|gone@|ada@/);
  });

  it('sign-in, failed sign-in, sign-out and ended sessions, with the address of the client', async () => {
    const tenant = await createTenant(api, { owner: { email: 'ada@example.com', name: 'Ada' } });
    const { db, services } = { db: api.services.db, services: api.services };
    const user = await db.first<{ id: string }>(sql`select id from users where email = 'ada@example.com'`);
    const browser = openBrowsers(services)('203.0.113.9');
    const begin = () => beginSession(db, services, user!.id, { userAgent: 'A test', address: '203.0.113.9' });
    await begin();
    browser.cookies.set('pm_session_3000', await begin());
    await browser.call('POST', '/api/auth/sessions/revoke-others', {});
    await browser.call('POST', '/api/auth/sign-out', {});
    await browser.call('POST', '/api/auth/link', { token: 'x'.repeat(43) });
    const { body } = await api.call(
      'GET',
      `/v1/audit-events?tenant_id=${tenant.id}&actor_user_id=${user!.id}`,
    );
    const seen = body.data.map(({ action, source_address }: Record<string, string>) => [
      action,
      source_address,
    ]);
    expect(seen.toReversed()).toEqual([
      ['session.begin', '203.0.113.9'],
      ['session.begin', '203.0.113.9'],
      ['session.revoke', '203.0.113.9'],
      ['session.end', '203.0.113.9'],
    ]);
    const failed = (await api.call('GET', '/v1/audit-events?action=session.refuse')).body.data[0];
    expect(failed).toMatchObject({
      tenant_id: null,
      source_address: '203.0.113.9',
      details: { way: 'link' },
    });
  });
});
