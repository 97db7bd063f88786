import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canHold, levels, permissions } from '#kernel/catalogue/permissions.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, everyPermission, insertKey, type World } from '#testing/world.ts';

// POST /v1/keys (interface-spec 2.9, 4.10, 5).

let api: TestApi;
let world: World;
const secrets = { partner: '', tenant: '', identity: '' };

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
  for (const level of ['partner', 'tenant', 'identity'] as const) {
    secrets[level] = (await insertKey(api.services.db, { level, owner: world.owners.own })).secret;
  }
});

afterAll(() => api.close());

type Body = Record<string, unknown>;
const create = (body: Body, key?: string) => api.call('POST', '/v1/keys', { body, ...(key && { key }) });
const count = async () =>
  (await api.services.db.first<{ keys: number }>(sql`select count(*)::int as keys from api_keys`))!.keys;

const tenantKey = (more: Body = {}): Body => ({
  name: 'Agent',
  level: 'tenant',
  tenant_id: world.owners.own.tenantId,
  permissions: ['messages:read'],
  ...more,
});

describe('what it makes', () => {
  it('a tenant key that works at once, with its secret shown this once (2.9)', async () => {
    const expires_at = '2098-01-01T00:00:00.000Z';
    const made = await create(
      tenantKey({ permissions: ['messages:send', 'messages:read', 'messages:read'], expires_at }),
    );
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Agent',
      level: 'tenant',
      mode: 'live',
      partner_id: world.partners.own,
      tenant_id: world.owners.own.tenantId,
      identity_id: null,
      permissions: ['messages:read', 'messages:send'],
      expires_at,
      last_used_at: null,
    });
    expect(made.body.secret).toMatch(/^pmk_live_[0-9a-f]{64}$/);
    const me = await api.call('GET', '/v1/me', { key: made.body.secret });
    expect(me.body).toMatchObject({ key_id: made.body.key_id, level: 'tenant', expires_at });
    const read = await api.call('GET', `/v1/keys/${made.body.key_id}`);
    expect(read.body).toMatchObject({ key_id: made.body.key_id, name: 'Agent' });
    expect(JSON.stringify(read.body)).not.toContain(made.body.secret);
  });

  it('an identity key takes tenant and partner from its identity', async () => {
    const { identityId, tenantId } = world.owners.sibling;
    const made = await create({
      name: 'x',
      level: 'identity',
      identity_id: identityId,
      permissions: ['search:read'],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      identity_id: identityId,
      tenant_id: tenantId,
      partner_id: world.partners.own,
    });
  });

  it('the mode of a tenant key is its tenant’s (4.10)', async () => {
    await api.services.db.run(
      sql`update tenants set mode = 'test' where id = ${world.owners.alone.tenantId}`,
    );
    const made = await create(tenantKey({ tenant_id: world.owners.alone.tenantId }));
    expect(made.body).toMatchObject({ mode: 'test' });
    expect(made.body.secret).toMatch(/^pmk_test_/);
    expect((await api.call('GET', '/v1/me', { key: made.body.secret })).body.mode).toBe('test');
  });

  it('platform and partner keys, by a platform key', async () => {
    const platform = await create({ name: 'ops', level: 'platform', permissions: ['platform:ops'] });
    expect(platform.body).toMatchObject({ level: 'platform', partner_id: null, tenant_id: null });
    const partner = await create({
      name: 'p',
      level: 'partner',
      partner_id: world.partners.foreign,
      permissions: ['tenants:manage'],
    });
    expect(partner.body).toMatchObject({
      level: 'partner',
      partner_id: world.partners.foreign,
      tenant_id: null,
    });
  });

  it('a tenant or identity key need not name itself', async () => {
    const forTenant = await create(
      { name: 'x', level: 'tenant', permissions: ['messages:read'] },
      secrets.tenant,
    );
    expect(forTenant.body.tenant_id).toBe(world.owners.own.tenantId);
    const forIdentity = await create(
      { name: 'x', level: 'identity', permissions: ['messages:read'] },
      secrets.identity,
    );
    expect(forIdentity.body.identity_id).toBe(world.owners.own.identityId);
  });

  it('an audit row in the same transaction (2.13)', async () => {
    const made = await create(tenantKey());
    const row = await api.services.db.first(
      sql`select action, target_type, tenant_id, request_id, details from audit_events where target_id = ${made.body.key_id}`,
    );
    expect(row).toMatchObject({
      action: 'key.create',
      target_type: 'key',
      tenant_id: world.owners.own.tenantId,
      request_id: made.headers.get('request-id'),
      details: { level: 'tenant', permissions: ['messages:read'] },
    });
    expect(JSON.stringify(row)).not.toContain(made.body.secret);
  });

  it('is replayed without the secret for the same Idempotency-Key (4.1, rule 6)', async () => {
    const headers = { 'idempotency-key': 'one-key-please' };
    const first = await api.call('POST', '/v1/keys', { body: tenantKey(), headers });
    const again = await api.call('POST', '/v1/keys', { body: tenantKey(), headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { secret, ...shown } = first.body;
    expect(secret).toMatch(/^pmk_/);
    expect(again.body).toEqual({ ...shown, secret_replayed: false });
    const stored = await api.services.db.rows(sql`select response::text from idempotency_records`);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

describe('permissions by level (5)', () => {
  const owned = () => ({
    platform: {},
    partner: { partner_id: world.partners.own },
    tenant: { tenant_id: world.owners.own.tenantId },
    identity: { identity_id: world.owners.own.identityId },
  });

  it.each(levels)('a %s key holds exactly what the table says', async (level) => {
    for (const permission of permissions) {
      const made = await create({ name: 'x', level, ...owned()[level], permissions: [permission] });
      const expected = canHold(level, permission) ? 201 : 400;
      expect([permission, made.status]).toEqual([permission, expected]);
      if (expected === 201) continue;
      expect(made.body.error.details).toMatchObject({
        reason: 'permission_not_allowed_for_level',
        errors: [{ path: 'permissions.0' }],
      });
    }
  });

  it('is checked before scope', async () => {
    const made = await create(
      { name: 'x', level: 'tenant', tenant_id: world.owners.foreign.tenantId, permissions: ['platform:ops'] },
      secrets.tenant,
    );
    expect(made.body.error).toMatchObject({
      code: 'invalid_request',
      details: { reason: 'permission_not_allowed_for_level' },
    });
  });
});

describe('scope (4.10)', () => {
  const refused = async (body: Body, key: string) => {
    const before = await count();
    const { status, body: answer } = await create(body, key);
    expect(await count()).toBe(before);
    return [status, answer.error.code, answer.error.details?.field];
  };
  const exceeded = (field: string) => [403, 'key_scope_exceeded', field];

  it('the level must lie within the caller’s own', async () => {
    const permission = { name: 'x', permissions: ['messages:read'] };
    expect(await refused({ ...permission, level: 'platform' }, secrets.partner)).toEqual(exceeded('level'));
    expect(await refused({ ...permission, level: 'partner' }, secrets.partner)).toEqual(exceeded('level'));
    expect(await refused({ ...permission, level: 'partner' }, secrets.tenant)).toEqual(exceeded('level'));
    expect(await refused(tenantKey(), secrets.identity)).toEqual(exceeded('level'));
  });

  it.each(['foreign', 'alone', 'dormant'] as const)(
    'a tenant (%s) out of a partner’s reach answers as a missing one',
    async (name) => {
      const answers = [];
      for (const tenant_id of [world.owners[name].tenantId, 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE']) {
        const { status, body } = await create(tenantKey({ tenant_id }), secrets.partner);
        delete body.error.request_id;
        answers.push({ status, body });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({ status: 403, body: { error: { code: 'key_scope_exceeded' } } });
    },
  );

  it('a tenant key reaches its own tenant and its identities only', async () => {
    const { own, sibling, colleague } = world.owners;
    const identityKey = (identity_id: string) => ({
      name: 'x',
      level: 'identity',
      identity_id,
      permissions: ['messages:read'],
    });
    expect(await refused(tenantKey({ tenant_id: sibling.tenantId }), secrets.tenant)).toEqual(
      exceeded('tenant_id'),
    );
    expect(await refused(identityKey(sibling.identityId), secrets.tenant)).toEqual(exceeded('identity_id'));
    expect((await create(identityKey(colleague.identityId), secrets.tenant)).status).toBe(201);
    expect(await refused(identityKey(colleague.identityId), secrets.identity)).toEqual(
      exceeded('identity_id'),
    );
    expect((await create(identityKey(own.identityId), secrets.identity)).status).toBe(201);
  });

  it('nobody hands out what he does not hold', async () => {
    const { secret } = await insertKey(api.services.db, {
      level: 'tenant',
      owner: world.owners.own,
      permissions: ['keys:manage', 'messages:read', 'webhooks:manage'],
    });
    const made = await create(tenantKey({ permissions: ['messages:read', 'messages:send'] }), secret);
    expect(made.body.error).toMatchObject({
      code: 'key_scope_exceeded',
      details: { permissions: ['messages:send'] },
    });
    const brought = await create(tenantKey({ permissions: ['webhooks:read', 'usage:read'] }), secret);
    expect(brought.status).toBe(201);
  });

  it('identities:sign is handed down by who may write the identity, though he cannot hold it', async () => {
    const sign = tenantKey({ permissions: ['identities:sign'] });
    expect((await create(sign)).status).toBe(201);
    expect((await create(sign, secrets.partner)).status).toBe(201);
    const { secret } = await insertKey(api.services.db, {
      level: 'partner',
      owner: world.owners.own,
      permissions: ['keys:manage'],
    });
    expect(await refused(sign, secret)).toEqual(exceeded('permissions'));
    const tenantWithout = await insertKey(api.services.db, {
      level: 'tenant',
      owner: world.owners.own,
      permissions: everyPermission('tenant').filter((permission) => permission !== 'identities:sign'),
    });
    expect(await refused(sign, tenantWithout.secret)).toEqual(exceeded('permissions'));
  });

  it('a missing owner is named as such to a platform key', async () => {
    const ulid = '01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';
    const codeOf = async (body: Body) =>
      (await create({ name: 'x', permissions: ['messages:read'], ...body })).body.error.code;
    expect(await codeOf({ level: 'partner', partner_id: `ptn_${ulid}` })).toBe('partner_not_found');
    expect(await codeOf({ level: 'tenant', tenant_id: `ten_${ulid}` })).toBe('tenant_not_found');
    expect(await codeOf({ level: 'identity', identity_id: `idn_${ulid}` })).toBe('identity_not_found');
    const { own, sibling } = world.owners;
    const elsewhere = { level: 'identity', identity_id: own.identityId, tenant_id: sibling.tenantId };
    expect(await codeOf(elsewhere)).toBe('identity_not_found');
  });

  it('an erased tenant gets no keys (4.3, rule 6)', async () => {
    const body = tenantKey({ tenant_id: world.owners.erased.tenantId });
    expect((await create(body)).body.error.code).toBe('tenant_erased');
    expect((await create(body, secrets.partner)).body.error.code).toBe('tenant_not_found');
  });
});

describe('bad input', () => {
  const bad: [string, Body, string][] = [
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name with NUL', { name: 'a\u0000b' }, 'name'],
    ['a name with a lone surrogate', { name: 'a\ud800b' }, 'name'],
    ['a name of another type', { name: 7 }, 'name'],
    ['an unknown level', { level: 'root' }, 'level'],
    ['no level', { level: undefined }, 'level'],
    ['a tenant id of another kind', { tenant_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 'tenant_id'],
    ['a tenant id of another type', { tenant_id: {} }, 'tenant_id'],
    ['no tenant', { tenant_id: null }, 'tenant_id'],
    ['an identity where there is none', { identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 'identity_id'],
    ['a partner where there is none', { partner_id: 'ptn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 'partner_id'],
    ['no permissions', { permissions: undefined }, 'permissions'],
    ['null for permissions', { permissions: null }, 'permissions'],
    ['empty permissions', { permissions: [] }, 'permissions'],
    ['an unknown permission', { permissions: ['messages:read', 'everything'] }, 'permissions.1'],
    ['a wildcard', { permissions: ['*'] }, 'permissions.0'],
    ['too many permissions', { permissions: Array(101).fill('messages:read') }, 'permissions'],
    ['permissions of another type', { permissions: 'messages:read' }, 'permissions'],
    ['an expiry in the past', { expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an expiry that no calendar has', { expires_at: '2098-02-30T00:00:00Z' }, 'expires_at'],
    ['an expiry in the year 0', { expires_at: '0000-01-01T00:00:00Z' }, 'expires_at'],
    ['an unknown field', { admin: true }, 'admin'],
    ['a secret of one’s own', { secret: 'pmk_live_mine' }, 'secret'],
  ];

  it.each(bad)('%s is a 400 with the path and leaves no row', async (_, change, path) => {
    const before = await count();
    const { status, body } = await create(tenantKey(change));
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.errors.map((error: { path: string }) => error.path)).toContain(path);
    expect(await count()).toBe(before);
  });

  it('a time with an offset that Postgres does not know is taken as the time it is', async () => {
    const made = await create(tenantKey({ expires_at: '2098-01-01T00:00:00+23:59' }));
    expect(made.body.expires_at).toBe('2097-12-31T00:01:00.000Z');
  });
});
