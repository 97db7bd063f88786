import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { mailboxTarget } from './index.ts';

let world: World;
const tenants = { own: '', sibling: '', foreign: '' };
const keys = { partner: '', tenant: '', identity: '' };
const made: Record<string, ApiAnswer['body']> = {};

beforeAll(async () => {
  world = await openWorld();
  const partner = (await world.call('POST', '/v1/partners', { body: { name: 'Integrator' } })).body.id;
  keys.partner = await world.key({ level: 'partner', partner_id: partner }, [
    'tenants:manage',
    'identities:read',
    'identities:write',
  ]);
  tenants.own = await world.tenant({ slug: 'own' }, keys.partner);
  tenants.sibling = await world.tenant({ slug: 'sibling' }, keys.partner);
  tenants.foreign = await world.tenant({ slug: 'foreign' });
  keys.tenant = await world.key({ level: 'tenant', tenant_id: tenants.own });
  made.a = await world.identity(tenants.own, { username: 'a', purpose: 'support', client_id: 'c-a' });
  made.b = await world.identity(tenants.own, { username: 'b', purpose: 'sales' });
  made.c = await world.identity(tenants.own, { username: 'c', purpose: 'support' });
  made.s = await world.identity(tenants.sibling, { username: 's', purpose: 'support' });
  made.f = await world.identity(tenants.foreign, { username: 'f', client_id: 'c-a' });
  made.system = await world.identity(tenants.own, { username: 'hidden' });
  keys.identity = await world.key({ level: 'identity', identity_id: made.a.id });
  await world.call('PATCH', `/v1/identities/${made.b.id}`, { body: { status: 'paused' } });
  made.b.status = 'paused';
  await world.set('identities', made.system.id, 'is_system', true);
});
afterAll(() => world.close());

const get = (path: string, key = world.platformKey): Promise<ApiAnswer> => world.call('GET', path, { key });
const names = async (path: string, key?: string): Promise<string> =>
  (await get(path, key)).body.data.map((identity: { username: string }) => identity.username).join('');

describe('GET /v1/tenants/{tenant_id}/identities (interface-spec 4.4)', () => {
  it('lists newest first with addresses, without service identities', async () => {
    expect(await names(`/v1/tenants/${tenants.own}/identities`, keys.tenant)).toBe('cba');
    const { body } = await get(`/v1/tenants/${tenants.own}/identities`);
    expect(body.data[2]).toEqual(made.a);
    expect(body.next_cursor).toBeNull();
  });

  it.each([
    ['status=active', 'ca'],
    ['status=paused', 'b'],
    ['status=deleted', ''],
    ['purpose=support', 'ca'],
    ['purpose=nothing', ''],
    ['client_id=c-a', 'a'],
    ['purpose=support&status=active&client_id=c-a', 'a'],
  ])('filters by %s', async (query, expected) => {
    expect(await names(`/v1/tenants/${tenants.own}/identities?${query}`)).toBe(expected);
  });

  it('pages by cursor, and a cursor is bound to its filters', async () => {
    const path = `/v1/tenants/${tenants.own}/identities`;
    const first = await get(`${path}?limit=2`);
    expect(first.body.data).toHaveLength(2);
    expect(await names(`${path}?limit=2&cursor=${first.body.next_cursor}`)).toBe('a');
    const other = await get(`${path}?limit=2&status=active&cursor=${first.body.next_cursor}`);
    expect(other.body.error).toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'cursor' }] },
    });
  });

  it('is beyond an identity key, and a foreign tenant is a missing one', async () => {
    expect((await get(`/v1/tenants/${tenants.own}/identities`, keys.identity)).body.error.code).toBe(
      'scope_denied',
    );
    expect((await get(`/v1/tenants/${tenants.foreign}/identities`, keys.tenant)).body.error.code).toBe(
      'tenant_not_found',
    );
    expect((await get(`/v1/tenants/${tenants.foreign}/identities`, keys.partner)).body.error.code).toBe(
      'tenant_not_found',
    );
  });
});

describe('GET /v1/identities (interface-spec 4.4)', () => {
  it('lists what the key reaches', async () => {
    expect(await names('/v1/identities')).toBe('fscba');
    expect(await names('/v1/identities', keys.partner)).toBe('scba');
    expect(await names('/v1/identities', keys.tenant)).toBe('cba');
    expect(await names('/v1/identities', keys.identity)).toBe('a');
  });

  it.each([
    ['status=paused', 'b'],
    ['purpose=support', 'sca'],
  ])('filters by %s', async (query, expected) => {
    expect(await names(`/v1/identities?${query}`)).toBe(expected);
  });

  it('filters by tenant_id for platform and partner keys', async () => {
    expect(await names(`/v1/identities?tenant_id=${tenants.sibling}`)).toBe('s');
    expect(await names(`/v1/identities?tenant_id=${tenants.sibling}`, keys.partner)).toBe('s');
    const foreign = await get(`/v1/identities?tenant_id=${tenants.foreign}`, keys.partner);
    const missing = await get('/v1/identities?tenant_id=ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', keys.partner);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'tenant_not_found']);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...missing.body.error, request_id: '' });
    for (const key of [keys.tenant, keys.identity]) {
      const refused = await get(`/v1/identities?tenant_id=${tenants.own}`, key);
      expect(refused.body.error).toMatchObject({ code: 'scope_denied', details: { field: 'tenant_id' } });
    }
  });

  it.each(['status=gone', 'tenant_id=x', 'limit=0', 'limit=101', 'client_id=c-a', 'nope=1'])(
    'refuses %s',
    async (query) => {
      expect((await get(`/v1/identities?${query}`)).body.error.code).toBe('invalid_request');
    },
  );
});

describe('GET /v1/identities/lookup (interface-spec 4.4)', () => {
  const look = (address: string, key?: string) =>
    get(`/v1/identities/lookup?address=${encodeURIComponent(address)}`, key);

  it('finds an identity by any of its addresses, whatever their case', async () => {
    await world.alias(made.c!.id, 'helper');
    expect((await look('Helper.OWN@Mail.Localhost')).body.id).toBe(made.c!.id);
    expect((await look('c.own@mail.localhost', keys.tenant)).body.addresses).toHaveLength(2);
  });

  it('answers unknown, foreign, service and retired addresses alike', async () => {
    const alias = (await world.alias(made.c!.id, 'former')).body;
    await world.call('POST', `/v1/identities/${made.c!.id}/addresses/${alias.id}/retire`, {
      body: { after_days: 0 },
    });
    const answers = [
      await look('nobody.own@mail.localhost', keys.tenant),
      await look('f.foreign@mail.localhost', keys.tenant),
      await look('hidden.own@mail.localhost', keys.tenant),
      await look('former.own@mail.localhost', keys.tenant),
      await look('b.own@mail.localhost', keys.identity),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body.error, request_id: '' }))).size).toBe(
      1,
    );
    expect(answers[0]!.body.error.code).toBe('identity_not_found');
  });

  it('wants an address', async () => {
    expect((await look('no address')).body.error.code).toBe('address_invalid');
    expect((await get('/v1/identities/lookup')).body.error.code).toBe('invalid_request');
  });
});

describe('reach (interface-spec 5)', () => {
  const mailboxOf = async (key: string, id: string): Promise<boolean> => {
    const actor = await world.services.authenticate(`Bearer ${key}`);
    return mailboxTarget.resolve(world.services.db, actor, id).then(
      (mailbox) => mailbox.id === id,
      () => false,
    );
  };

  const reachable: [string, string][] = [
    ['partner', 'abcs'],
    ['tenant', 'abc'],
    ['identity', 'a'],
  ];
  it.each(reachable)('a %s key reaches %s', async (level, expected) => {
    const key = keys[level as keyof typeof keys];
    for (const name of ['a', 'b', 'c', 's', 'f', 'system']) {
      const answer = await get(`/v1/identities/${made[name]!.id}`, key);
      expect([name, answer.status]).toEqual([name, expected.includes(name) ? 200 : 404]);
      expect([name, await mailboxOf(key, made[name]!.id)]).toEqual([name, expected.includes(name)]);
    }
  });

  it('a service identity is missing even for a platform key', async () => {
    expect((await get(`/v1/identities/${made.system!.id}`)).body.error.code).toBe('identity_not_found');
  });

  it('an identity key creates no identities', async () => {
    const answer = await world.create(tenants.own, { username: 'child' }, keys.identity);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'scope_denied']);
  });

  it('a key without the permission is told which one it lacks', async () => {
    const reader = await world.key({ level: 'tenant', tenant_id: tenants.own }, ['identities:read']);
    const answer = await world.create(tenants.own, { username: 'no' }, reader);
    expect(answer.body.error).toMatchObject({
      code: 'permission_denied',
      details: { required: 'identities:write' },
    });
  });
});
