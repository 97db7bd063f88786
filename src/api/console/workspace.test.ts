import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { auditRows, createPartner, createTenant, partnerKey } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';
import { policyEntries } from '#workspace/tenants/policy/catalogue.ts';

// Issue 9, Workspace: operations for signed-in people. Spec 2.3 (policy), 4.12 (the owner).

let api: TestApi;
let open: (address?: string) => Browser;

beforeAll(async () => {
  api = await openTestApi();
  open = openBrowsers(api.services);
});
afterAll(() => api.close());

let people = 0;
/** A signed-in member who can call operations. */
async function person(tenantId: string, role: string) {
  const { db } = api.services;
  const id = `usr_${++people}`;
  await db.run(sql`insert into users (id, email, name) values (${id}, ${`${id}@example.com`}, ${id})`);
  await db.run(sql`insert into members (tenant_id, user_id, role) values (${tenantId}, ${id}, ${role})`);
  const browser = open();
  const token = await beginSession(db, api.services, id, { userAgent: '', address: '' });
  browser.cookies.set('pm_session_3000', token);
  const ask = async (name: string, input: object = {}) => {
    const query = encodeURIComponent(JSON.stringify(input));
    return resultOf(await browser.call('GET', `/api/trpc/${name}?input=${query}`));
  };
  const tell = async (name: string, input: object = {}) =>
    resultOf(await browser.call('POST', `/api/trpc/${name}`, input));
  return { id, browser, ask, tell };
}

const resultOf = ({ status, body }: Awaited<ReturnType<Browser['call']>>) => ({
  status,
  data: body.result?.data,
  error: body.error?.data.error,
});

const ruleOf = (data: { policy: { path: string }[] }, path: string) =>
  data.policy.find((rule) => rule.path === path);

describe('a profile', () => {
  it('has a name and a zone that its person changes, and no key has one', async () => {
    const { id: tenant_id } = await createTenant(api);
    const viewer = await person(tenant_id, 'viewer');
    const session = async () => (await viewer.browser.call('GET', '/api/auth/session')).body.user;
    expect(await session()).toMatchObject({ name: viewer.id, timezone: null });
    const changed = await viewer.tell('members.change_profile', { name: 'Vera', timezone: 'Asia/Kolkata' });
    expect(changed.data).toEqual({ name: 'Vera', timezone: 'Asia/Kolkata' });
    expect(await session()).toMatchObject({ name: 'Vera', timezone: 'Asia/Kolkata' });
    expect((await viewer.tell('members.change_profile', { timezone: null })).data).toEqual({
      name: 'Vera',
      timezone: null,
    });
    const refused = await viewer.tell('members.change_profile', { timezone: 'Mars/Olympus' });
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'timezone' }] },
    });
  });
});

describe('settings', () => {
  it('show every policy field with its limits to whoever is in the workspace, and change with admins alone', async () => {
    const { id: tenant_id } = await createTenant(api, { policy: { max_recipients: 20 } });
    const [admin, viewer] = [await person(tenant_id, 'admin'), await person(tenant_id, 'viewer')];
    const { data } = await viewer.ask('tenants.settings', { tenant_id });
    expect(data.policy.map(({ path }: { path: string }) => path)).toEqual(
      policyEntries.map(({ path }) => path),
    );
    expect(ruleOf(data, 'max_recipients')).toMatchObject({
      value: 20,
      default: 10,
      most: 20,
      is_set: true,
      is_locked: false,
      schema: { type: 'integer', minimum: 1, maximum: 49 },
    });
    expect(ruleOf(data, 'quarantine.on_auth_fail')).toMatchObject({ is_locked: true, is_set: false });
    expect(ruleOf(data, 'quarantine.key_release')).toMatchObject({ is_locked: true });
    expect(ruleOf(data, 'triage.enabled')).toMatchObject({ is_locked: false, most: null });
    const change = {
      tenant_id,
      name: 'New',
      timezone: 'Europe/Berlin',
      policy: { triage: { enabled: false } },
    };
    expect((await viewer.tell('tenants.change_settings', change)).error.code).toBe('permission_denied');
    const changed = await admin.tell('tenants.change_settings', change);
    expect(changed.data).toMatchObject({ name: 'New', timezone: 'Europe/Berlin' });
    expect(ruleOf(changed.data, 'triage.enabled')).toMatchObject({ value: false, is_set: true });
    expect((await auditRows(api, tenant_id)).at(-1)).toMatchObject({
      action: 'tenant.update',
      actor_user_id: admin.id,
      details: { policy: { 'triage.enabled': false } },
    });
  });

  it('keep to what the platform allowed, whatever was lowered in between (2.3)', async () => {
    const { id: tenant_id } = await createTenant(api, { policy: { max_recipients: 20 } });
    const admin = await person(tenant_id, 'admin');
    const set = (policy: object) => admin.tell('tenants.change_settings', { tenant_id, policy });
    expect((await set({ max_recipients: 21 })).error).toMatchObject({
      code: 'scope_denied',
      details: { field: 'policy.max_recipients' },
    });
    expect(ruleOf((await set({ max_recipients: 3 })).data, 'max_recipients')).toMatchObject({
      value: 3,
      most: 20,
    });
    expect((await set({ max_recipients: 20 })).status).toBe(200);
    expect((await set({ tenant_daily_send_cap: 5_001 })).error.code).toBe('scope_denied');
    expect((await set({ quarantine: { on_auth_fail: false } })).error.details).toEqual({
      field: 'policy.quarantine.on_auth_fail',
    });
    expect((await set({ quarantine: { key_release: true } })).error.code).toBe('scope_denied');
    expect((await set({ max_recipients: 0 })).error).toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'policy.max_recipients' }] },
    });
  });

  it("in a partner's workspace only lower what applies: it may be the partner who set it", async () => {
    const key = await partnerKey(api, (await createPartner(api)).id);
    const { id: tenant_id } = await createTenant(api, { key, policy: { max_recipients: 5 } });
    const admin = await person(tenant_id, 'admin');
    const set = (max_recipients: number | null) =>
      admin.tell('tenants.change_settings', { tenant_id, policy: { max_recipients } });
    for (const value of [6, null]) expect((await set(value)).error.code).toBe('scope_denied');
    expect(ruleOf((await set(4)).data, 'max_recipients')).toMatchObject({ value: 4, most: 4 });
    const raised = await api.call('PATCH', `/v1/tenants/${tenant_id}`, {
      key,
      body: { policy: { max_recipients: 9 } },
    });
    expect(raised.body.policy.max_recipients).toBe(9);
  });

  it('have no REST route: a tenant key still has none (4.3, rule 5)', async () => {
    const { id } = await createTenant(api);
    const admin = await person(id, 'admin');
    expect((await admin.browser.call('PATCH', `/api/session/v1/tenants/${id}`, { name: 'x' })).status).toBe(
      403,
    );
    expect((await api.call('GET', `/console/tenants/${id}/settings`)).status).toBe(404);
    expect((await admin.browser.call('GET', `/api/session/console/tenants/${id}/settings`)).status).toBe(404);
  });
});

describe('the owner (4.12)', () => {
  it('hands over to another member and becomes an admin; nobody else does', async () => {
    const { id: tenant_id } = await createTenant(api);
    const owner = await person(tenant_id, 'owner');
    const [admin, viewer] = [await person(tenant_id, 'admin'), await person(tenant_id, 'viewer')];
    const give = (from: typeof owner, user_id: string) =>
      from.tell('members.transfer_ownership', { tenant_id, user_id });
    expect((await give(admin, admin.id)).error.code).toBe('permission_denied');
    expect((await give(viewer, viewer.id)).error.code).toBe('permission_denied');
    expect((await give(owner, owner.id)).error.code).toBe('owner_required');
    expect((await give(owner, 'usr_nobody')).error.code).toBe('member_not_found');
    expect((await give(owner, viewer.id)).data).toMatchObject({ user_id: viewer.id, role: 'owner' });
    const { data } = await viewer.ask('members.list', { tenant_id });
    expect(data.data.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role])).toEqual([
      [viewer.id, 'owner'],
      [owner.id, 'admin'],
      [admin.id, 'admin'],
    ]);
    expect((await give(owner, admin.id)).error.code).toBe('permission_denied');
    expect((await auditRows(api, viewer.id)).at(-1)).toMatchObject({
      action: 'member.transfer_ownership',
      actor_user_id: owner.id,
      details: { from_user_id: owner.id, from: 'viewer' },
    });
    const events = await api.services.db.rows<{ data: object }>(
      sql`select data from events where tenant_id = ${tenant_id} and type = 'member.role_changed' order by id`,
    );
    expect(events.map((event) => event.data)).toEqual([
      { user_id: owner.id, from: 'owner', to: 'admin' },
      { user_id: viewer.id, from: 'viewer', to: 'owner' },
    ]);
  });

  it('of two who are named at once is one', async () => {
    const { id: tenant_id } = await createTenant(api);
    const owner = await person(tenant_id, 'owner');
    const others = [await person(tenant_id, 'admin'), await person(tenant_id, 'member')];
    const answers = await Promise.all(
      others.map(({ id: user_id }) => owner.tell('members.transfer_ownership', { tenant_id, user_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('is named by an admin where the workspace was made without one', async () => {
    const { id: tenant_id } = await createTenant(api);
    const admin = await person(tenant_id, 'admin');
    const answer = await admin.tell('members.transfer_ownership', { tenant_id, user_id: admin.id });
    expect(answer.data.role).toBe('owner');
  });

  it('cannot leave; everybody else can, and is out at once', async () => {
    const { id: tenant_id } = await createTenant(api);
    const [owner, viewer] = [await person(tenant_id, 'owner'), await person(tenant_id, 'viewer')];
    expect((await owner.tell('members.leave', { tenant_id })).error.code).toBe('owner_required');
    expect((await viewer.tell('members.leave', { tenant_id })).status).toBe(200);
    expect((await viewer.ask('members.list', { tenant_id })).status).toBe(401);
    expect((await auditRows(api, viewer.id)).at(-1)).toMatchObject({
      action: 'member.leave',
      actor_user_id: viewer.id,
    });
  });
});
