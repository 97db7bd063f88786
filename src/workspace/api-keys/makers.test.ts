import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '#api/rest/handler.ts';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { openBrowsers } from '#testing/console.ts';
import { auditRows, createKey, createTenant } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';

// Keys record their creator, end with the creator, and work only from their networks.

let api: TestApi;
let tenant: ApiAnswer['body'];
let full: string;
beforeAll(async () => {
  api = await openTestApi();
  tenant = await createTenant(api, { owner: { email: 'ada@example.com', name: 'Ada' } });
  full = await createKey(api, {
    level: 'tenant',
    tenant_id: tenant.id,
    permissions: ['keys:manage', 'messages:read'],
  });
});
afterAll(() => api.close());

const make = (key: string, more: object = {}) =>
  api.call('POST', '/v1/keys', {
    key,
    body: { name: 'child', level: 'tenant', permissions: ['messages:read'], ...more },
  });
const statusOf = async (key: string) => (await api.call('GET', '/v1/me', { key })).status;

describe('the maker', () => {
  it('is shown with the prefix of the secret', async () => {
    const me = (await api.call('GET', '/v1/me', { key: full })).body.key_id;
    const { body } = await make(full);
    expect(body).toMatchObject({
      prefix: body.secret.slice(0, 12),
      created_by: { type: 'key', id: me },
      allowed_cidrs: [],
    });
    const listed = await api.call('GET', `/v1/keys?created_by=${me}`);
    expect(listed.body.data.map(({ key_id }: { key_id: string }) => key_id)).toEqual([body.key_id]);
    const rotated = await api.call('POST', `/v1/keys/${body.key_id}/rotate`, { body: { overlap_hours: 0 } });
    expect(rotated.body.prefix).toBe(rotated.body.secret.slice(0, 12));
    const bootstrap = (await api.call('GET', '/v1/keys?level=platform')).body.data.at(-1);
    expect(bootstrap.created_by).toEqual({ type: 'bootstrap', id: null });
  });

  it('a revoked key takes its children with it when that is asked for', async () => {
    const parent = (await make(full, { permissions: ['keys:manage', 'messages:read'] })).body;
    const child = (await make(parent.secret, { permissions: ['keys:manage', 'messages:read'] })).body;
    const grandchild = (await make(child.secret)).body;
    const spared = (await make(full)).body;
    expect((await api.call('DELETE', `/v1/keys/${parent.key_id}?children=true`)).status).toBe(204);
    for (const { secret } of [parent, child, grandchild]) expect(await statusOf(secret)).toBe(401);
    expect(await statusOf(spared.secret)).toBe(200);
    expect((await auditRows(api, grandchild.key_id)).map(({ action }) => action)).toEqual([
      'key.create',
      'key.revoke',
    ]);
  });

  it('without it they go on, and the list shows whose they are', async () => {
    const parent = (await make(full, { permissions: ['keys:manage', 'messages:read'] })).body;
    const child = (await make(parent.secret)).body;
    expect((await api.call('DELETE', `/v1/keys/${parent.key_id}`)).status).toBe(204);
    expect(await statusOf(child.secret)).toBe(200);
    expect((await api.call('GET', `/v1/keys?created_by=${parent.key_id}`)).body.data).toHaveLength(1);
  });

  it('a member who is removed takes the keys and the invitations that they made along', async () => {
    const { db } = api.services;
    await db.run(sql`insert into users (id, email, name) values ('usr_bob', 'bob@example.com', 'Bob')`);
    await db.run(
      sql`insert into members (tenant_id, user_id, role) values (${tenant.id}, 'usr_bob', 'admin')`,
    );
    const browser = openBrowsers(api.services)();
    browser.cookies.set(
      'pm_session_3000',
      await beginSession(db, api.services, 'usr_bob', { userAgent: '', address: '' }),
    );
    const permissions = ['keys:manage', 'messages:read'];
    const made = await browser.call('POST', '/api/session/v1/keys', {
      name: 'of Bob',
      level: 'tenant',
      permissions,
    });
    expect(made.body.created_by).toEqual({ type: 'user', id: 'usr_bob' });
    const child = (await make(made.body.secret)).body;
    const invited = await browser.call('POST', `/api/session/v1/tenants/${tenant.id}/invitations`, {
      email: 'eve@example.com',
      role: 'admin',
    });
    expect(invited.status).toBe(201);
    expect((await api.call('DELETE', `/v1/tenants/${tenant.id}/members/usr_bob`)).status).toBe(204);
    for (const secret of [made.body.secret, child.secret]) expect(await statusOf(secret)).toBe(401);
    const people = await api.call('GET', `/v1/tenants/${tenant.id}/members`);
    expect(people.body.invitations).toEqual([]);
  });
});

describe('limits', () => {
  it('a key that expires makes none that outlives it', async () => {
    const expires_at = '2098-01-01T00:00:00.000Z';
    const parent = (await make(full, { permissions: ['keys:manage', 'messages:read'], expires_at })).body
      .secret;
    for (const later of [null, '2098-01-01T00:00:01Z']) {
      const { status, body } = await make(parent, { expires_at: later });
      expect([status, body.error.code, body.error.details.field]).toEqual([
        403,
        'key_scope_exceeded',
        'expires_at',
      ]);
    }
    expect((await make(parent)).body.expires_at).toBe(expires_at);
    const forever = (await make(full)).body.key_id;
    const rotated = await api.call('POST', `/v1/keys/${forever}/rotate`, { key: parent, body: {} });
    expect([rotated.status, rotated.body.error.details.field]).toEqual([403, 'expires_at']);
  });

  it('allowed_cidrs: other addresses are refused, and children stay within them', async () => {
    const allowed_cidrs = ['192.0.2.0/24', '2001:db8::/32'];
    const { secret } = (await make(full, { permissions: ['keys:manage', 'messages:read'], allowed_cidrs }))
      .body;
    const rest = createApi(api.services);
    const from = async (
      remoteAddress: string | undefined,
      method = 'GET',
      target = '/v1/me',
      body: object | null = null,
    ) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
      };
      const answer = await rest({
        ...{ method, target, remoteAddress },
        header: (name) => headers[name] ?? null,
        body: body && new Blob([JSON.stringify(body)]).stream(),
        signal: () => new AbortController().signal,
      });
      return [answer.status, JSON.parse(String(answer.body))] as const;
    };
    for (const inside of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:5::1'])
      expect((await from(inside))[0]).toBe(200);
    for (const outside of ['192.0.3.1', '2001:db9::1', '::1', undefined]) {
      const [status, body] = await from(outside);
      expect([status, body.error.code]).toEqual([403, 'key_source_denied']);
    }
    const child = (more: object) =>
      from('192.0.2.9', 'POST', '/v1/keys', {
        name: 'c',
        level: 'tenant',
        permissions: ['messages:read'],
        ...more,
      });
    expect((await child({}))[1].allowed_cidrs).toEqual(allowed_cidrs);
    expect((await child({ allowed_cidrs: ['192.0.2.128/25'] }))[0]).toBe(201);
    for (const wider of [[], ['192.0.0.0/16'], ['0.0.0.0/0'], ['192.0.2.1', '198.51.100.1']])
      expect((await child({ allowed_cidrs: wider }))[1].error?.details.field).toBe('allowed_cidrs');
  });

  it.each([['nowhere'], ['192.0.2.0/33'], ['192.0.2.256'], ['::/129'], ['fe80::1%eth0']])(
    '%s is no network',
    async (cidr) => {
      const { status, body } = await make(full, { allowed_cidrs: [cidr] });
      expect([status, body.error.details.errors[0].path]).toEqual([400, 'allowed_cidrs.0']);
    },
  );

  it('at most 20 networks', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`);
    expect((await make(full, { allowed_cidrs: many })).status).toBe(400);
    expect((await make(full, { allowed_cidrs: many.slice(1) })).status).toBe(201);
  });
});

describe('all keys of a tenant together', () => {
  it('meet one limit of requests, however many keys there are', async () => {
    const { id } = await createTenant(api, { policy: { limits: { requests_per_minute: 5 } } });
    const fresh = () => createKey(api, { level: 'tenant', tenant_id: id, permissions: ['messages:read'] });
    const keys = [await fresh(), await fresh(), await fresh()];
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await api.call('GET', '/v1/me', { key: keys[n % 3]! }));
    // The rate limit's minute may end between two calls.
    const refused =
      answers.find(({ status }) => status === 429) ?? (await api.call('GET', '/v1/me', { key: keys[0]! }));
    expect(refused.body.error).toMatchObject({
      code: 'rate_limited',
      details: { scope: 'tenant', limit: 5 },
    });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const none = { policy: { limits: { requests_per_minute: null } } };
    const lifted = await api.call('PATCH', `/v1/tenants/${id}`, { body: none });
    expect(lifted.body.policy.limits.requests_per_minute).toBeNull();
    expect((await api.call('GET', '/v1/me', { key: keys[0]! })).status).toBe(200);
    const reset = await api.call('PATCH', `/v1/tenants/${id}`, { body: { policy: { limits: null } } });
    expect(reset.body.policy.limits.requests_per_minute).toBe(60_000);
  });
});
