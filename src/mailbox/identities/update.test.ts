import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';

let world: World;
let partner: string;
let partnerKey: string;
let tenant: string;
let tenantKey: string;
let id: string;
let identityKey: string;

beforeAll(async () => {
  world = await openWorld();
  partner = (await world.call('POST', '/v1/partners', { body: { name: 'Integrator' } })).body.id;
  partnerKey = await world.key({ level: 'partner', partner_id: partner }, [
    'tenants:manage',
    'identities:read',
    'identities:write',
  ]);
  tenant = await world.tenant({}, partnerKey);
  tenantKey = await world.key({ level: 'tenant', tenant_id: tenant });
});
afterAll(() => world.close());
beforeEach(async () => {
  id = (await world.identity(tenant)).id;
});

const patch = (body: unknown, key = world.platformKey): Promise<ApiAnswer> =>
  world.call('PATCH', `/v1/identities/${id}`, { body, key });
const suspend = (status: string, key?: string): Promise<ApiAnswer> =>
  world.call('PATCH', `/v1/tenants/${tenant}`, { body: { status }, ...(key && { key }) });
const actions = async (): Promise<{ action: string; details: unknown }[]> =>
  (await world.call('GET', `/v1/audit-events?target_id=${id}`)).body.data;

describe('PATCH /v1/identities/{identity_id} (spec 4.4)', () => {
  it('changes what is given and leaves the rest', async () => {
    await patch({ owner: { name: 'Ada', email: 'ada@example.com' }, metadata: { a: 1 } });
    world.time.now = new Date('2027-03-01T13:00:00.000Z');
    const { status, body } = await patch({
      display_name: 'New',
      purpose: 'p',
      signature: { text: 't', html: '<b>t</b>' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      display_name: 'New',
      purpose: 'p',
      signature: { text: 't', html: '<b>t</b>' },
      owner: { name: 'Ada', email: 'ada@example.com' },
      metadata: { a: 1 },
      updated_at: '2027-03-01T13:00:00.000Z',
    });
    expect((await world.call('GET', `/v1/identities/${id}`)).body).toEqual(body);
  });

  it('removes the owner and the signature with null, and replaces metadata whole', async () => {
    await patch({ owner: { name: 'A', email: 'a@b.example' }, signature: { text: 't' }, metadata: { a: 1 } });
    const { body } = await patch({ owner: null, signature: null, metadata: { b: 2 } });
    expect(body).toMatchObject({ owner: null, signature: null });
    expect(body.metadata).toEqual({ b: 2 });
  });

  it('merges send_policy, and a daily_cap of null goes back to the tenant’s', async () => {
    await patch({ send_policy: { daily_cap: 10, require_known_recipient: true } });
    const merged = await patch({ send_policy: { auto_reply: 'denied' } });
    expect(merged.body.send_policy).toEqual({
      daily_cap: 10,
      auto_reply: 'denied',
      require_known_recipient: true,
    });
    const reset = await patch({ send_policy: { daily_cap: null } });
    expect(reset.body.send_policy.daily_cap).toBeNull();
  });

  it('loses nothing when two changes come at once', async () => {
    await Promise.all([
      patch({ display_name: 'A' }),
      patch({ purpose: 'B' }),
      patch({ metadata: { c: 1 } }),
      patch({ send_policy: { daily_cap: 3 } }),
      patch({ send_policy: { auto_reply: 'denied' } }),
    ]);
    const { body } = await world.call('GET', `/v1/identities/${id}`);
    expect(body).toMatchObject({
      display_name: 'A',
      purpose: 'B',
      metadata: { c: 1 },
      send_policy: { daily_cap: 3, auto_reply: 'denied' },
    });
  });

  it.each([
    [{ username: 'x' }, 'username'],
    [{ status: 'deleted' }, 'status'],
    [{ status: null }, 'status'],
    [{ send_policy: { daily_cap: -1 } }, 'send_policy.daily_cap'],
    [{ send_policy: { daily_cap: 1.5 } }, 'send_policy.daily_cap'],
    [{ send_policy: { auto_reply: 'maybe' } }, 'send_policy.auto_reply'],
    [{ send_policy: { other: 1 } }, 'send_policy.other'],
    [{ send_policy: null }, 'send_policy'],
    [{ metadata: null }, 'metadata'],
    [{ display_name: 'a\nb' }, 'display_name'],
  ])('%j names %s', async (body, path) => {
    const answer = await patch(body);
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', details: { errors: [{ path }] } });
  });

  it.each(['deleting', 'deleted'])('answers 404 while the identity is %s (rule 5)', async (status) => {
    await world.set('identities', id, 'status', status);
    expect((await patch({ display_name: 'x' })).body.error.code).toBe('identity_not_found');
    expect((await patch({ status: 'active' })).body.error.code).toBe('identity_not_found');
    expect((await world.alias(id, 'late')).body.error.code).toBe('identity_not_found');
    expect((await world.call('GET', `/v1/identities/${id}`)).body.status).toBe(status);
  });
});

describe('pause and resume (spec 3.3)', () => {
  it('pauses manually and resumes, with an audit row each', async () => {
    expect((await patch({ status: 'paused' })).body).toMatchObject({
      status: 'paused',
      pause_reason: 'manual',
    });
    expect((await patch({ status: 'active' })).body).toMatchObject({ status: 'active', pause_reason: null });
    expect(await actions()).toMatchObject([
      { action: 'identity.resume', details: { paused_for: 'manual' } },
      { action: 'identity.pause', details: { reason: 'manual' } },
      { action: 'identity.create' },
    ]);
  });

  it('does nothing, and audits nothing, when the state is the one that is asked for', async () => {
    await patch({ status: 'active' });
    await patch({ status: 'paused' });
    await patch({ status: 'paused' });
    expect((await actions()).map((row) => row.action)).toEqual(['identity.pause', 'identity.create']);
  });

  it('is open to every level for a manual pause', async () => {
    identityKey = await world.key({ level: 'identity', identity_id: id });
    for (const key of [partnerKey, tenantKey, identityKey]) {
      expect((await patch({ status: 'paused' }, key)).body.pause_reason).toBe('manual');
      expect((await patch({ status: 'active' }, key)).body.status).toBe('active');
    }
  });

  it('rule 7: abuse_threshold is lifted by a platform or tenant key only', async () => {
    identityKey = await world.key({ level: 'identity', identity_id: id });
    for (const key of [world.platformKey, tenantKey]) {
      await world.set('identities', id, 'pause_reason', 'abuse_threshold');
      for (const refused of [partnerKey, identityKey]) {
        const answer = await patch({ status: 'active', display_name: 'half' }, refused);
        expect(answer.status).toBe(403);
        expect(answer.body.error).toMatchObject({ code: 'scope_denied', details: { field: 'status' } });
      }
      expect((await patch({ status: 'active' }, key)).body).toMatchObject({
        status: 'active',
        pause_reason: null,
      });
      expect((await actions())[0]).toMatchObject({
        action: 'identity.resume',
        details: { paused_for: 'abuse_threshold' },
      });
    }
    expect((await world.call('GET', `/v1/identities/${id}`)).body.display_name).not.toBe('half');
  });

  it('rule 7: pausing again does not turn abuse_threshold into a pause that anybody lifts', async () => {
    await world.set('identities', id, 'pause_reason', 'abuse_threshold');
    expect((await patch({ status: 'paused' }, partnerKey)).body.pause_reason).toBe('abuse_threshold');
  });
});

describe('tenant suspension (spec 3.3)', () => {
  it('pauses what is active, and lifting it resumes exactly those', async () => {
    const manual = (await world.identity(tenant)).id;
    await world.call('PATCH', `/v1/identities/${manual}`, { body: { status: 'paused' } });
    await suspend('suspended');
    expect((await world.call('GET', `/v1/identities/${id}`)).body).toMatchObject({
      status: 'paused',
      pause_reason: 'tenant_suspended',
    });
    const refused = await patch({ status: 'active' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'tenant_suspended']);
    await suspend('active');
    expect((await world.call('GET', `/v1/identities/${id}`)).body.status).toBe('active');
    expect((await world.call('GET', `/v1/identities/${manual}`)).body.pause_reason).toBe('manual');
  });

  it('lets a pause that was requested during it outlive it', async () => {
    await suspend('suspended');
    expect((await patch({ status: 'paused' })).body.pause_reason).toBe('manual');
    await suspend('active');
    expect((await world.call('GET', `/v1/identities/${id}`)).body).toMatchObject({
      status: 'paused',
      pause_reason: 'manual',
    });
  });

  it('holds a new identity too, and no manual pause is lifted under it', async () => {
    await patch({ status: 'paused' });
    await suspend('suspended');
    const made = await world.create(tenant, { username: 'latecomer' });
    expect(made.body).toMatchObject({ status: 'paused', pause_reason: 'tenant_suspended' });
    expect((await patch({ status: 'active' })).body.error.code).toBe('tenant_suspended');
    await suspend('active');
    expect((await world.call('GET', `/v1/identities/${made.body.id}`)).body.status).toBe('active');
  });

  it('leaves no active identity behind when creates, resumes and the suspension race', async () => {
    const racing = await world.tenant();
    const paused = (await world.identity(racing)).id;
    await world.call('PATCH', `/v1/identities/${paused}`, { body: { status: 'paused' } });
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => world.create(racing, { username: `race${n}` })),
      world.call('PATCH', `/v1/identities/${paused}`, { body: { status: 'active' } }),
      world.call('PATCH', `/v1/tenants/${racing}`, { body: { status: 'suspended' } }),
      ...Array.from({ length: 6 }, (_, n) => world.create(racing, { username: `late${n}` })),
    ]);
    const { body } = await world.call('GET', `/v1/tenants/${racing}/identities?status=active`);
    expect(body.data).toEqual([]);
  });
});

describe('rule 8: send_policy.daily_cap', () => {
  const cap = (daily_cap: number) => ({ send_policy: { daily_cap } });

  it('is held to the tenant’s identity_daily_send_cap unless the caller is a platform key', async () => {
    identityKey = await world.key({ level: 'identity', identity_id: id });
    for (const key of [partnerKey, tenantKey, identityKey]) {
      expect((await patch(cap(500), key)).status).toBe(200);
      const answer = await patch(cap(501), key);
      expect(answer.status).toBe(403);
      expect(answer.body.error).toMatchObject({
        code: 'scope_denied',
        details: { field: 'send_policy.daily_cap' },
      });
    }
    expect((await patch(cap(501))).body.send_policy.daily_cap).toBe(501);
  });

  it('follows the policy that the tenant has', async () => {
    const lower = { policy: { identity_daily_send_cap: 20 } };
    await world.call('PATCH', `/v1/tenants/${tenant}`, { body: lower });
    expect((await patch(cap(21), tenantKey)).status).toBe(403);
    expect((await patch(cap(20), tenantKey)).status).toBe(200);
  });
});
