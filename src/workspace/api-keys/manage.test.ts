import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, insertKey, type KeyOptions, type World } from '#testing/world.ts';
import { revokeKeysOf } from './index.ts';

// Reading, revoking and rotating keys (spec 4.10), and the errors for invalid keys (spec 5).

let api: TestApi;
let world: World;
let time = Date.parse('2026-11-21T12:00:00Z');
let foreignKeyOfPartner: string;
const callers = { partner: '', tenant: '', identity: '' };
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi({}, { now: () => new Date(time) });
  world = await createWorld(api.services.db);
  for (const level of ['partner', 'tenant', 'identity'] as const) {
    const key = await insertKey(api.services.db, { level, owner: world.owners.own });
    callers[level] = key.secret;
    ids[level] = key.id;
  }
  foreignKeyOfPartner = (await insertKey(api.services.db, { level: 'partner', owner: world.owners.foreign }))
    .id;
});

afterAll(() => api.close());

const newKey = (options: KeyOptions) => insertKey(api.services.db, options);
const ownKey = () => newKey({ level: 'tenant', owner: world.owners.own });
const codeWith = async (key: string) => {
  if (!key) throw new Error('There is no secret to try.');
  const { status, body } = await api.call('GET', '/v1/me', { key });
  return status === 200 ? 'works' : body.error.code;
};
const rotate = (id: string, body: unknown = {}, key?: string) =>
  api.call('POST', `/v1/keys/${id}/rotate`, { body, ...(key && { key }) });

describe('reach: a key sees keys within its own scope, never wider ones', () => {
  const owners = ['own', 'colleague', 'sibling', 'foreign', 'alone'] as const;
  const reach: Record<string, readonly string[]> = {
    partner: ['tenant', 'identity', 'own', 'colleague', 'sibling'],
    tenant: ['tenant', 'identity', 'own', 'colleague'],
    identity: ['identity', 'own'],
  };

  it.each(['partner', 'tenant', 'identity'] as const)('of a %s key', async (level) => {
    const all: Record<string, string> = { ...ids, foreignPartner: foreignKeyOfPartner };
    for (const name of owners) all[name] = world.owners[name].ids.key_id!;
    const key = callers[level];
    for (const [name, id] of Object.entries(all)) {
      const { status } = await api.call('GET', `/v1/keys/${id}`, { key });
      expect([name, status]).toEqual([name, reach[level]!.includes(name) ? 200 : 404]);
    }
    const listed = await api.call('GET', '/v1/keys?limit=100', { key });
    const named = Object.keys(all).filter((name) =>
      listed.body.data.some((row: { key_id: string }) => row.key_id === all[name]),
    );
    expect(named.sort()).toEqual([...reach[level]!].sort());
  });

  it.each(['GET', 'DELETE', 'POST'] as const)(
    '%s of a foreign key answers as of a missing one',
    async (method) => {
      const suffix = method === 'POST' ? '/rotate' : '';
      const answers = [];
      for (const id of [
        world.owners.foreign.ids.key_id,
        ids.partner,
        'key_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
        'nonsense',
        '%00',
      ]) {
        const { status, body } = await api.call(method, `/v1/keys/${id}${suffix}`, { key: callers.tenant });
        delete body.error.request_id;
        answers.push({ status, ...body });
      }
      expect(answers[0]).toMatchObject({ status: 404, error: { code: 'key_not_found' } });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    },
  );
});

describe('list', () => {
  it('comes newest first, in pages without gaps or repeats', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1)
      made.push((await newKey({ level: 'identity', owner: world.owners.sibling })).id);
    const query = `identity_id=${world.owners.sibling.identityId}&limit=2`;
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await api.call('GET', `/v1/keys?${query}${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.data.map((row: { key_id: string }) => row.key_id));
      cursor = page.body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toEqual([...made.reverse(), world.owners.sibling.ids.key_id]);
  });

  it('filters by level and tenant; an owner out of reach gives an empty page like a missing one', async () => {
    const levelsOf = async (query: string, key?: string) => {
      const { body } = await api.call('GET', `/v1/keys?limit=100&${query}`, key ? { key } : {});
      return [...new Set(body.data.map((row: { level: string }) => row.level))];
    };
    expect(await levelsOf('level=partner')).toEqual(['partner']);
    expect((await levelsOf(`tenant_id=${world.owners.own.tenantId}`)).sort()).toEqual(['identity', 'tenant']);
    expect(await levelsOf(`tenant_id=${world.owners.foreign.tenantId}`, callers.partner)).toEqual([]);
    expect(await levelsOf('tenant_id=ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', callers.partner)).toEqual([]);
  });
});

describe('revocation', () => {
  it('counts from the very next request; the key is gone, and its row stays for the audit', async () => {
    const key = await ownKey();
    expect(await codeWith(key.secret)).toBe('works');
    const gone = await api.call('DELETE', `/v1/keys/${key.id}`);
    expect([gone.status, gone.body.text]).toEqual([204, '']);
    expect(await codeWith(key.secret)).toBe('key_revoked');
    expect((await api.call('GET', `/v1/keys/${key.id}`)).body.error.code).toBe('key_not_found');
    expect((await api.call('DELETE', `/v1/keys/${key.id}`)).body.error.code).toBe('key_not_found');
    expect((await rotate(key.id)).body.error.code).toBe('key_not_found');
    const rows = await api.services.db.rows(
      sql`select action from audit_events where target_id = ${key.id} order by id`,
    );
    expect(rows).toEqual([{ action: 'key.revoke' }]);
  });

  it('of everything beneath a tenant or an identity, for the rooms that end those', async () => {
    const { db } = api.services;
    const [ofTenant, ofIdentity] = [
      await newKey({ level: 'tenant', owner: world.owners.alone }),
      await newKey({ level: 'identity', owner: world.owners.alone }),
    ];
    await revokeKeysOf(db, { identity_id: world.owners.alone.identityId }, new Date(time));
    expect([await codeWith(ofTenant.secret), await codeWith(ofIdentity.secret)]).toEqual([
      'works',
      'key_revoked',
    ]);
    await revokeKeysOf(db, { tenant_id: world.owners.alone.tenantId }, new Date(time));
    expect(await codeWith(ofTenant.secret)).toBe('key_revoked');
    expect(await codeWith(callers.tenant)).toBe('works');
  });
});

describe('rotation', () => {
  it('keeps the key, gives a new secret, and lets the old one work until the overlap ends', async () => {
    const key = await ownKey();
    const rotated = await rotate(key.id, { overlap_hours: 2 });
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({
      key_id: key.id,
      level: 'tenant',
      tenant_id: world.owners.own.tenantId,
    });
    expect(rotated.body.secret).toMatch(/^pmk_live_[0-9a-f]{64}$/);
    expect([await codeWith(key.secret), await codeWith(rotated.body.secret)]).toEqual(['works', 'works']);
    time += 2 * HOUR - 1;
    expect(await codeWith(key.secret)).toBe('works');
    time += 1;
    expect([await codeWith(key.secret), await codeWith(rotated.body.secret)]).toEqual([
      'key_revoked',
      'works',
    ]);
  });

  it('with no overlap ends the old secret now', async () => {
    const key = await ownKey();
    const rotated = await rotate(key.id, { overlap_hours: 0 });
    expect([await codeWith(key.secret), await codeWith(rotated.body.secret)]).toEqual([
      'key_revoked',
      'works',
    ]);
  });

  it('twice leaves two secrets alive: the newest and the one before', async () => {
    const key = await ownKey();
    const second = (await rotate(key.id, { overlap_hours: 168 })).body.secret;
    const third = (await rotate(key.id, { overlap_hours: 168 })).body.secret;
    expect([await codeWith(key.secret), await codeWith(second), await codeWith(third)]).toEqual([
      'key_revoked',
      'works',
      'works',
    ]);
  });

  it('many at once still leave two', async () => {
    const key = await ownKey();
    const rotations = await Promise.all(
      Array.from({ length: 8 }, () => rotate(key.id, { overlap_hours: 24 })),
    );
    const secrets = [key.secret, ...rotations.map(({ body }) => body.secret as string)];
    const outcomes = await Promise.all(secrets.map(codeWith));
    expect(outcomes.filter((outcome) => outcome === 'works')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'key_revoked')).toHaveLength(7);
  });

  it('ends with a revocation, whichever secret is used', async () => {
    const key = await ownKey();
    const { secret } = (await rotate(key.id)).body;
    await api.call('DELETE', `/v1/keys/${key.id}`);
    expect([await codeWith(key.secret), await codeWith(secret)]).toEqual(['key_revoked', 'key_revoked']);
  });

  it('gives nobody a secret that may do more than he may himself', async () => {
    const narrow = await newKey({ level: 'tenant', owner: world.owners.own, permissions: ['keys:manage'] });
    const other = await ownKey();
    const refused = await rotate(other.id, {}, narrow.secret);
    expect(refused.body.error).toMatchObject({
      code: 'key_scope_exceeded',
      details: { field: 'permissions' },
    });
    expect(await codeWith(other.secret)).toBe('works');
    expect((await rotate(narrow.id, {}, narrow.secret)).status).toBe(200);
  });

  it('is replayed without the secret, and does not rotate again (4.1, rule 6)', async () => {
    const key = await ownKey();
    const headers = { 'idempotency-key': 'rotate-once' };
    const path = `/v1/keys/${key.id}/rotate`;
    const first = await api.call('POST', path, { body: {}, headers });
    const again = await api.call('POST', path, { body: {}, headers });
    expect(again.body).not.toHaveProperty('secret');
    expect(again.body.secret_replayed).toBe(false);
    expect(await codeWith(first.body.secret)).toBe('works');
  });

  it.each(['-1', '169', '1.5', '"24"', 'null', '1e400'])('refuses an overlap of %s', async (overlap) => {
    const key = await ownKey();
    const refused = await rotate(key.id, `{"overlap_hours": ${overlap}}`);
    expect([refused.status, refused.body.error.details.errors[0].path]).toEqual([400, 'overlap_hours']);
  });

  it('does not revive an expired key', async () => {
    const key = await newKey({ level: 'tenant', owner: world.owners.own, expiresAt: new Date(time - 1) });
    const refused = await rotate(key.id);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('authentication (5)', () => {
  it.each([
    ['no header', {}],
    ['an unknown key', { authorization: `Bearer pmk_live_${'0'.repeat(64)}` }],
    ['another scheme', { authorization: 'Basic cG1rOng=' }],
    ['a malformed key', { authorization: 'Bearer pmk_live_short' }],
    ['two keys', { authorization: 'Bearer pmk_live_a pmk_live_b' }],
    ['an empty key', { authorization: 'Bearer ' }],
  ] as [string, Record<string, string>][])('%s is unauthenticated', async (_, headers) => {
    const { status, body, headers: answered } = await api.call('GET', '/v1/me', { key: null, headers });
    expect([status, body.error.code]).toEqual([401, 'unauthenticated']);
    expect(answered.get('www-authenticate')).toMatch(/^Bearer .*resource_metadata=/);
    expect(answered.has('ratelimit-limit')).toBe(false);
  });

  it('an expired key says so', async () => {
    const key = await newKey({ level: 'tenant', owner: world.owners.own, expiresAt: new Date(time + DAY) });
    expect(await codeWith(key.secret)).toBe('works');
    time += DAY;
    expect(await codeWith(key.secret)).toBe('key_expired');
  });

  it('is the same for a key of a suspended tenant or partner on every route', async () => {
    const ofTenant = await newKey({ level: 'identity', owner: world.owners.suspended });
    const ofPartner = await newKey({ level: 'partner', owner: world.owners.dormant });
    const beneath = await newKey({ level: 'tenant', owner: world.owners.dormant });
    expect(await codeWith(ofTenant.secret)).toBe('tenant_suspended');
    expect([await codeWith(ofPartner.secret), await codeWith(beneath.secret)]).toEqual([
      'partner_suspended',
      'partner_suspended',
    ]);
  });
});
