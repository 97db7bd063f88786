import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { after, DAY } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { openBrowsers } from '#testing/console.ts';
import { auditRows, createKey, createTenant } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';
import { auditRetention } from './retention.ts';

// The audit log records who acted and from where, and shows whether rows were removed.

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

describe('retention', () => {
  const WEEK = 7 * DAY;
  /** A Monday for which no part exists yet. Rows from before this time are in the first part. */
  const monday = new Date(Math.ceil(Date.now() / WEEK) * WEEK + 4 * DAY + 10 * WEEK);
  const at = (days: number) => after(monday, days * DAY);
  const tidy = (now: Date, auditDays: number | null) =>
    auditRetention.run({
      services: { ...api.services, clock: { now: () => now }, config: { ...api.services.config, auditDays } },
      signal: new AbortController().signal,
    });
  const record = (tenantId: string, ...times: Date[]) =>
    api.services.db.transaction(async (tx) => {
      for (const time of times)
        await tx.run(sql`insert into audit_events (id, tenant_id, action, target_type, target_id)
          values (${`aud_${ulid(time.getTime())}`}, ${tenantId}, 'tenant.update', 'tenant', ${tenantId})`);
    });
  const positions = async (tenantId: string) =>
    (
      await api.services.db.rows<{ position: number }>(sql`
        select chain_position as position from audit_events where tenant_id = ${tenantId} order by 1`)
    ).map(({ position }) => position);

  it('drops weeks, and the chains of what is left can be verified', async () => {
    const [tenant, quiet, held] = [await chainOf(2), await chainOf(2), await chainOf(1)];
    await tidy(monday, 10_000);
    await record(tenant.id, at(1), at(2));
    const [noted] = (await verify(`tenant_id=${tenant.id}`)).heads;
    await record(tenant.id, at(8));
    // At the turn of the week, this row came first but was committed last.
    await record(tenant.id, at(6.9));
    await record(tenant.id, at(9), at(16));
    expect(await positions(tenant.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await tidy(at(41), 30)).toBeGreaterThan(6);
    // The rest of the first week, one row of which follows a row of the next week in the chain.
    expect(await positions(tenant.id)).toEqual([5, 7, 8]);
    expect(await positions(quiet.id)).toEqual([]);
    for (const { id } of [tenant, quiet]) expect((await verify(`tenant_id=${id}`)).faults).toEqual([]);
    expect((await verify(`tenant_id=${tenant.id}&position=4&hash=${noted.hash}`)).intact).toBe(true);
    expect((await verify(`tenant_id=${tenant.id}&position=4&hash=${'0'.repeat(64)}`)).intact).toBe(false);
    expect((await verify(`tenant_id=${tenant.id}&position=2&hash=${'0'.repeat(64)}`)).intact).toBe(true);
    // The chains continue.
    await rename(quiet.id, 'Again');
    expect([await positions(quiet.id), (await verify(`tenant_id=${quiet.id}`)).faults]).toEqual([[3], []]);

    await api.services.db.run(sql`
      insert into legal_holds (id, tenant_id, scope, reason, created_at) values ('hld_a', ${held.id}, '{}', '', now())`);
    await record(held.id, at(10));
    expect(await tidy(at(60), 30)).toBe(0);
    await api.services.db.run(sql`update legal_holds set released_at = now() where tenant_id = ${held.id}`);
    expect(await tidy(at(60), 30)).toBeGreaterThan(0);
    expect(await tidy(at(60), 30)).toBe(0);
    expect(await positions(tenant.id)).toEqual([]);
    for (const { id } of [tenant, quiet, held]) expect((await verify(`tenant_id=${id}`)).faults).toEqual([]);
    const anchors = sql`select count(*)::int as count from audit_anchors where chain = ${tenant.id}`;
    expect(await api.services.db.first(anchors)).toEqual({ count: 1 });
  });

  it('keeps a log of which nothing is dropped by the month, and one of which something is by the week', async () => {
    const partOf = async (time: Date) => {
      const id = `aud_${ulid(time.getTime())}`;
      await api.services.db.run(sql`insert into audit_events (id, action, target_type, target_id)
        values (${id}, 'tenant.update', 'tenant', 'x')`);
      return (await api.services.db.first<{ part: string }>(
        sql`select tableoid::regclass::text as part from audit_events where id = ${id}`,
      ))!.part.replace('proofmail_parts.audit_events_', '');
    };
    const [year, weeks] = [monday.getUTCFullYear() + 2, monday.getUTCFullYear() + 3];
    const on = (month: number, day: number, of = year) => new Date(Date.UTC(of, month - 1, day));
    await tidy(on(3, 10), null);
    expect([await partOf(on(3, 1)), await partOf(on(4, 30)), await partOf(on(5, 31))]).toEqual([
      `${year}03`,
      `${year}04`,
      `${year}05`,
    ]);
    // Rows without a part of their own go into the default part, and move later.
    expect(await partOf(on(6, 1))).toBe('rest');
    await tidy(on(5, 20), 10_000);
    expect(await partOf(on(5, 31))).toBe(`${year}05`);
    expect(await partOf(on(6, 1))).toMatch(/^[0-9]{8}$/);
    expect(await partOf(on(6, 15))).toMatch(/^[0-9]{8}$/);
    await tidy(on(6, 10), null);
    // A monthly part covers the days of its month that no weekly part covers.
    expect(await partOf(on(6, 15))).toMatch(/^[0-9]{8}$/);
    expect([await partOf(on(6, 30)), await partOf(on(7, 1)), await partOf(on(8, 31))]).toEqual([
      `${year}06`,
      `${year}07`,
      `${year}08`,
    ]);
    expect(await partOf(on(1, 1, weeks))).toBe('rest');
    const faults: ApiAnswer['body'][] = (await verify('')).faults;
    expect(faults.filter(({ tenant_id }) => tenant_id === null)).toEqual([]);
  });

  it('adds rows to their chains however far apart their ids are, beside many other parts', async () => {
    const tenant = await chainOf(1);
    const { db } = api.services;
    await db.run(sql`select make_monthly_id_parts('audit_events', 'aud', ${at(2_000)}, 24)`);
    await record(tenant.id, at(2_001), at(4), at(2_700), at(4_000), at(3));
    expect(await positions(tenant.id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await verify(`tenant_id=${tenant.id}`)).faults).toEqual([]);
  });

  it.each([
    [
      'removed',
      'missing',
      (id: string) => sql`delete from audit_events where tenant_id = ${id} and chain_position = 3`,
    ],
    [
      'changed',
      'changed',
      (id: string) =>
        sql`update audit_events set action = 'x' where tenant_id = ${id} and chain_position = 3`,
    ],
  ])('the first row after what was dropped shows when it is %s', async (_, fault, tamper) => {
    const tenant = await chainOf(2);
    await api.services.db.run(sql`
      insert into audit_anchors (chain, position, hash)
      select tenant_id, chain_position, chain_hash from audit_events where tenant_id = ${tenant.id} and chain_position = 2`);
    await api.services.db.run(sql`delete from audit_events where tenant_id = ${tenant.id}`);
    for (const name of ['One', 'Two']) await rename(tenant.id, name);
    expect((await verify(`tenant_id=${tenant.id}`)).faults).toEqual([]);
    await api.services.db.run(tamper(tenant.id));
    const { faults } = await verify(`tenant_id=${tenant.id}`);
    expect(faults).toEqual([{ tenant_id: tenant.id, position: 3, fault }]);
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
