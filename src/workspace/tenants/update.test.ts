import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import {
  auditRows,
  createKey,
  createPartner,
  createTenant,
  partnerKey,
  setStatus,
} from '#testing/tenants.ts';

let api: TestApi;
let ofPartner: string;
let ofOther: string;

beforeAll(async () => {
  api = await openTestApi();
  ofPartner = await partnerKey(api, (await createPartner(api)).id);
  ofOther = await partnerKey(api, (await createPartner(api)).id);
});
afterAll(() => api.close());

/** Creates a new partner each time, because a partner can create only ten tenants per minute. */
async function partnerTenant(): Promise<{ tenant: ApiAnswer['body']; key: string }> {
  const key = await partnerKey(api, (await createPartner(api)).id);
  return { tenant: await createTenant(api, { key }), key };
}

const patch = (id: string, body: unknown, key?: string): Promise<ApiAnswer> =>
  api.call('PATCH', `/v1/tenants/${id}`, { body, ...(key && { key }) });

const withoutRequestId = ({ status, body }: ApiAnswer): unknown => {
  const { request_id: _unique, ...error } = body.error;
  return { status, error };
};

const MISSING = 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';

describe('PATCH /v1/tenants/{tenant_id} (spec 4.3)', () => {
  it('sets what is given, and moves updated_at', async () => {
    const before = await createTenant(api);
    const { status, body } = await patch(before.id, { name: 'New', timezone: 'Asia/Tokyo' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'New', timezone: 'Asia/Tokyo', updated_at: body.updated_at });
    expect(body.updated_at >= before.updated_at).toBe(true);
    expect((await api.call('GET', `/v1/tenants/${before.id}`)).body).toEqual(body);
  });

  it('changes nothing, and audits nothing, when nothing is new', async () => {
    const before = await createTenant(api, { policy: { max_recipients: 4 } });
    expect((await patch(before.id, {})).body).toEqual(before);
    expect(
      (await patch(before.id, { name: before.name, status: 'active', policy: { max_recipients: 4 } })).body,
    ).toEqual(before);
    expect((await auditRows(api, before.id)).map(({ action }) => action)).toEqual(['tenant.create']);
  });

  it('merges the policy deeply; null resets (2.3)', async () => {
    const { id } = await createTenant(api, {
      policy: { max_recipients: 4, quarantine: { on_auth_fail: false } },
    });
    const merged = await patch(id, { policy: { quarantine: { spam_threshold: 0.5 }, max_recipients: null } });
    expect(merged.body.policy).toMatchObject({
      max_recipients: 10,
      quarantine: { on_auth_fail: false, spam_threshold: 0.5 },
    });
    const reset = await patch(id, { policy: { quarantine: null } });
    expect(reset.body.policy.quarantine).toMatchObject({ on_auth_fail: true, spam_threshold: 0.8 });
  });

  it('loses no change when two come together', async () => {
    const { id } = await createTenant(api);
    await Promise.all([
      patch(id, { policy: { max_recipients: 3 } }),
      patch(id, { policy: { link_ttl_hours: 5 } }),
      patch(id, { policy: { quarantine: { spam_threshold: 0.1 } } }),
      patch(id, { policy: { quarantine: { key_release: true } } }),
    ]);
    expect((await api.call('GET', `/v1/tenants/${id}`)).body.policy).toMatchObject({
      max_recipients: 3,
      link_ttl_hours: 5,
      quarantine: { spam_threshold: 0.1, key_release: true },
    });
  });

  it('rule 5: a partner key is held to the class of each field, and nothing is half done', async () => {
    const { tenant, key } = await partnerTenant();
    const { status, body } = await patch(
      tenant.id,
      { name: 'Not so', policy: { web_bot_auth: { allowed: true } } },
      key,
    );
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'scope_denied',
      { field: 'policy.web_bot_auth.allowed' },
    ]);
    expect((await api.call('GET', `/v1/tenants/${tenant.id}`)).body).toEqual(tenant);
    expect((await patch(tenant.id, { policy: { quarantine: { key_release: true } } }, key)).status).toBe(200);
    expect(
      (await patch(tenant.id, { policy: { triage: { enabled: false }, max_recipients: 2 } }, key)).status,
    ).toBe(200);
  });

  it('2.3: what a platform key sets becomes the ceiling, until it resets it', async () => {
    const { tenant, key } = await partnerTenant();
    const set = (value: number | null, by?: string) =>
      patch(tenant.id, { policy: { max_recipients: value } }, by);
    expect((await set(4)).status).toBe(200);
    expect((await set(5, key)).body.error.details).toEqual({ field: 'policy.max_recipients' });
    expect((await set(null, key)).body.error.details).toEqual({ field: 'policy.max_recipients' });
    expect((await set(3, key)).body.policy.max_recipients).toBe(3);
    expect((await set(4, key)).body.policy.max_recipients).toBe(4);
    expect((await set(null)).body.policy.max_recipients).toBe(10);
    expect((await set(10, key)).status).toBe(200);
    expect((await set(40)).body.policy.max_recipients).toBe(40);
    expect((await set(11, key)).status).toBe(403);
  });

  it.each([
    { mode: 'test' },
    { partner_id: null },
    { slug: 'other' },
    { address_suffix: '.other' },
    { status: 'erased' },
  ])('rule 5: %o cannot be changed', async (fields) => {
    const tenant = await createTenant(api);
    const { status, body } = await patch(tenant.id, fields);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.errors[0].path).toBe(Object.keys(fields)[0]);
  });

  it('rule 5: a tenant key gets permission_denied, with whatever it can hold', async () => {
    const { id } = await createTenant(api);
    const key = await createKey(api, {
      level: 'tenant',
      tenant_id: id,
      permissions: ['audit:read', 'members:manage'],
    });
    const { status, body } = await patch(id, { name: 'Mine' }, key);
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'permission_denied',
      { required: 'tenants:manage' },
    ]);
  });

  it.each(['erasing', 'erased'] as const)('rule 6: a tenant that is %s takes no write', async (state) => {
    const { tenant, key } = await partnerTenant();
    await setStatus(api, tenant.id, state);
    for (const body of [{ status: 'active' }, { status: 'suspended' }, { name: 'New' }]) {
      const byPlatform = await patch(tenant.id, body);
      expect([byPlatform.status, byPlatform.body.error.code]).toEqual([409, 'tenant_erased']);
      expect(withoutRequestId(await patch(tenant.id, body, key))).toEqual(
        withoutRequestId(await patch(MISSING, body, key)),
      );
    }
    const billing = await api.call('PATCH', `/v1/tenants/${tenant.id}/billing`, { body: { mode: 'exempt' } });
    expect(billing.body.error.code).toBe('tenant_erased');
    const read = await api.call('GET', `/v1/tenants/${tenant.id}`, { key });
    expect([read.status, read.body.status, read.body.partner_id]).toEqual([200, state, tenant.partner_id]);
  });
});

describe('suspension (2.2, 3.3, 4.3 rule 5)', () => {
  it('names who suspended, and only the platform lifts its own', async () => {
    const { tenant, key } = await partnerTenant();
    const own = await patch(tenant.id, { status: 'suspended' }, key);
    expect(own.body).toMatchObject({ status: 'suspended', suspended_by: 'partner' });
    expect((await patch(tenant.id, { status: 'active' }, key)).body).toMatchObject({
      status: 'active',
      suspended_by: null,
    });
    expect((await patch(tenant.id, { status: 'suspended' })).body.suspended_by).toBe('platform');
    const refused = await patch(tenant.id, { status: 'active' }, key);
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      403,
      'scope_denied',
      { field: 'status' },
    ]);
    expect((await patch(tenant.id, { status: 'suspended' }, key)).body.suspended_by).toBe('platform');
    expect((await patch(tenant.id, { status: 'active' })).body.status).toBe('active');
    expect(
      (await auditRows(api, tenant.id)).map(({ action, details }) => [action, details.suspended_by]),
    ).toEqual([
      ['tenant.create', undefined],
      ['tenant.suspend', 'partner'],
      ['tenant.resume', undefined],
      ['tenant.suspend', 'platform'],
      ['tenant.resume', undefined],
    ]);
  });

  it('the platform takes a partner’s suspension over', async () => {
    const { tenant, key } = await partnerTenant();
    await patch(tenant.id, { status: 'suspended' }, key);
    expect((await patch(tenant.id, { status: 'suspended' })).body.suspended_by).toBe('platform');
    expect((await patch(tenant.id, { status: 'active' }, key)).status).toBe(403);
  });

  it('refuses the tenant’s keys from the next request on, and lets them in again', async () => {
    const { id } = await createTenant(api);
    const key = await createKey(api, { level: 'tenant', tenant_id: id, permissions: ['audit:read'] });
    const me = async () => (await api.call('GET', '/v1/me', { key })).body.error?.code ?? 'ok';
    expect(await me()).toBe('ok');
    await patch(id, { status: 'suspended' });
    expect(await me()).toBe('tenant_suspended');
    await patch(id, { status: 'active' });
    expect(await me()).toBe('ok');
  });

  it('pauses active identities, and resumes exactly those', async () => {
    const { id } = await createTenant(api);
    const identity = async (username: string): Promise<string> =>
      (
        await api.call('POST', `/v1/tenants/${id}/identities`, {
          body: { username, display_name: username, purpose: 'test' },
        })
      ).body.id;
    const [working, resting] = [await identity('working'), await identity('resting')];
    await api.call('PATCH', `/v1/identities/${resting}`, { body: { status: 'paused' } });
    const states = async () =>
      Promise.all(
        [working, resting].map(async (one) => (await api.call('GET', `/v1/identities/${one}`)).body),
      ).then((all) => all.map(({ status, pause_reason }) => [status, pause_reason]));
    await patch(id, { status: 'suspended' });
    expect(await states()).toEqual([
      ['paused', 'tenant_suspended'],
      ['paused', 'manual'],
    ]);
    await patch(id, { status: 'active' });
    expect(await states()).toEqual([
      ['active', null],
      ['paused', 'manual'],
    ]);
  });
});

describe('reading tenants', () => {
  it('a tenant key reads its own without a permission, and no other', async () => {
    const own = await createTenant(api);
    const other = await createTenant(api);
    const key = await createKey(api, { level: 'tenant', tenant_id: own.id, permissions: ['messages:read'] });
    const read = (id: string) => api.call('GET', `/v1/tenants/${id}`, { key });
    expect((await read(own.id)).body).toEqual(own);
    expect(withoutRequestId(await read(other.id))).toEqual(withoutRequestId(await read(MISSING)));
    expect((await read(other.id)).body.error.code).toBe('tenant_not_found');
  });

  it('wider keys need tenants:manage, and are told before anything is looked up', async () => {
    const key = await createKey(api, { level: 'platform', permissions: ['audit:read'] });
    for (const id of [(await createTenant(api)).id, MISSING]) {
      const { status, body } = await api.call('GET', `/v1/tenants/${id}`, { key });
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'permission_denied',
        { required: 'tenants:manage' },
      ]);
    }
  });

  it('a partner key reaches its own tenants; all others are missing', async () => {
    const own = await createTenant(api, { key: ofPartner });
    const foreign = await createTenant(api, { key: ofOther });
    const nobodys = await createTenant(api);
    expect((await api.call('GET', `/v1/tenants/${own.id}`, { key: ofPartner })).status).toBe(200);
    for (const method of ['GET', 'PATCH']) {
      const answer = (id: string) =>
        api.call(method, `/v1/tenants/${id}`, {
          key: ofPartner,
          ...(method === 'PATCH' && { body: { name: 'Mine' } }),
        });
      const missing = withoutRequestId(await answer(MISSING));
      for (const { id } of [foreign, nobodys]) expect(withoutRequestId(await answer(id))).toEqual(missing);
    }
  });

  it('lists newest first with filters, each key what it reaches', async () => {
    const partner = await createPartner(api);
    const key = await partnerKey(api, partner.id);
    const made = [
      await createTenant(api, { key, mode: 'test' }),
      await createTenant(api, { key }),
      await createTenant(api, { key }),
    ].map(({ id }) => id as string);
    await patch(made[2]!, { status: 'suspended' });
    const ids = async (query: string, by?: string): Promise<string[]> =>
      (await api.call('GET', `/v1/tenants?${query}`, by === undefined ? {} : { key: by })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('', key)).toEqual(made.toReversed());
    expect(await ids(`partner_id=${partner.id}`)).toEqual(made.toReversed());
    expect(await ids(`partner_id=${partner.id}`, key)).toEqual(made.toReversed());
    expect(await ids('mode=test', key)).toEqual([made[0]]);
    expect(await ids('status=suspended', key)).toEqual([made[2]]);
    expect(await ids('status=active&mode=live', key)).toEqual([made[1]]);
    expect(await ids('', ofOther)).not.toContain(made[0]);
  });

  it('pages through with a cursor that is bound to the list', async () => {
    const key = await partnerKey(api, (await createPartner(api)).id);
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await createTenant(api, { key })).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `limit=2${cursor && `&cursor=${cursor}`}`;
      const { body }: ApiAnswer = await api.call('GET', `/v1/tenants?${query}`, { key });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(made.toReversed());
    const { body } = await api.call('GET', '/v1/tenants?limit=2', { key });
    expect((await api.call('GET', `/v1/tenants?limit=2&cursor=${body.next_cursor}`)).body.error.code).toBe(
      'invalid_request',
    );
  });

  it('an unknown partner, and another partner’s id, give partner_not_found alike', async () => {
    const other = await createPartner(api);
    const list = (id: string, key?: string) =>
      api.call('GET', `/v1/tenants?partner_id=${id}`, key ? { key } : {});
    const unknown = await list('ptn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'partner_not_found']);
    expect(withoutRequestId(await list(other.id, ofPartner))).toEqual(withoutRequestId(unknown));
    expect(withoutRequestId(await list('x%00y', ofPartner))).toEqual(withoutRequestId(unknown));
    expect(withoutRequestId(await list('x%00y'))).toEqual(withoutRequestId(unknown));
    expect((await list(other.id)).body).toEqual({ data: [], next_cursor: null });
  });

  it.each(['status=gone', 'mode=prod', 'limit=0', 'limit=101', 'limit=x', 'unknown=1', 'cursor=x'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await api.call('GET', `/v1/tenants?${query}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.details.errors[0].path).toBe(query.split('=')[0]);
    },
  );
});

describe('billing account (4.3)', () => {
  it('is for platform keys, sets the mode and is audited', async () => {
    const { tenant, key } = await partnerTenant();
    const path = `/v1/tenants/${tenant.id}/billing`;
    expect((await api.call('GET', path, { key })).body.error.code).toBe('scope_denied');
    expect((await api.call('PATCH', path, { key, body: { mode: 'exempt' } })).body.error.code).toBe(
      'scope_denied',
    );
    expect((await api.call('GET', path)).body.mode).toBe('metered');
    expect((await api.call('PATCH', path, { body: { mode: 'exempt' } })).body).toMatchObject({
      tenant_id: tenant.id,
      mode: 'exempt',
    });
    expect((await api.call('PATCH', path, { body: {} })).body.mode).toBe('exempt');
    const refused = await api.call('PATCH', path, { body: { mode: 'disabled', plan_id: 'pro' } });
    expect([refused.status, refused.body.error.details.errors[0].path]).toEqual([400, 'plan_id']);
    expect((await api.call('GET', path)).body.mode).toBe('exempt');
    expect((await auditRows(api, tenant.id)).at(-1)).toMatchObject({
      action: 'billing.update',
      details: { mode: 'exempt', previous_mode: 'metered' },
    });
    expect((await api.call('GET', `/v1/tenants/${MISSING}/billing`)).body.error.code).toBe(
      'tenant_not_found',
    );
  });
});
