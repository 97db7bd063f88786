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
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const MISSING = 'ptn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';
const patch = (id: string, body: unknown): Promise<ApiAnswer> =>
  api.call('PATCH', `/v1/partners/${id}`, { body });
const codeOf = async (answer: Promise<ApiAnswer>): Promise<unknown> => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('partners (interface-spec 2.13, 4.3)', () => {
  it('are created with defaults and read back', async () => {
    const { status, body } = await api.call('POST', '/v1/partners', { body: { name: 'Acme' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^ptn_/),
      name: 'Acme',
      status: 'active',
      default_billing_mode: 'metered',
      max_tenants: 25,
      ramp_exempt: false,
    });
    expect((await api.call('GET', `/v1/partners/${body.id}`)).body).toEqual(body);
    expect(await auditRows(api, body.id)).toMatchObject([
      { action: 'partner.create', target_type: 'partner', tenant_id: null, details: { max_tenants: 25 } },
    ]);
  });

  it('change by PATCH, audited with what changed', async () => {
    const { id, ...before } = await createPartner(api);
    const change = { name: 'Other', default_billing_mode: 'exempt', max_tenants: 3, ramp_exempt: true };
    const { status, body } = await patch(id, change);
    expect([status, body]).toEqual([200, { id, ...before, ...change, updated_at: body.updated_at }]);
    expect((await patch(id, change)).body).toEqual(body);
    expect((await patch(id, {})).body).toEqual(body);
    const [, row, ...more] = await auditRows(api, id);
    expect([row!.action, row!.details.fields, more]).toEqual(['partner.update', Object.keys(change), []]);
  });

  it('are listed newest first, by status, in pages', async () => {
    const made = [await createPartner(api), await createPartner(api), await createPartner(api)].map(
      ({ id }) => id,
    );
    await patch(made[1]!, { status: 'suspended' });
    const first = await api.call('GET', '/v1/partners?limit=2');
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([made[2], made[1]]);
    const second = await api.call('GET', `/v1/partners?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body.data[0].id).toBe(made[0]);
    const suspended = await api.call('GET', '/v1/partners?status=suspended');
    expect(suspended.body.data.map(({ id }: { id: string }) => id)).toEqual([made[1]]);
    expect(await codeOf(api.call('GET', '/v1/partners?status=gone'))).toEqual([400, 'invalid_request']);
  });

  it('unknown ids give partner_not_found', async () => {
    for (const id of [MISSING, 'x', 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', '%00', 'x'.repeat(300)]) {
      expect(await codeOf(api.call('GET', `/v1/partners/${id}`))).toEqual([404, 'partner_not_found']);
    }
    expect(await codeOf(patch(MISSING, { name: 'x' }))).toEqual([404, 'partner_not_found']);
    expect(await codeOf(api.call('DELETE', `/v1/partners/${MISSING}`))).toEqual([404, 'partner_not_found']);
  });

  it('are for platform keys only', async () => {
    const { id } = await createPartner(api);
    const key = await partnerKey(api, id);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ]) {
      expect(await codeOf(api.call(method!, `/v1/partners${path}`, { key }))).toEqual([403, 'scope_denied']);
    }
    const weak = await createKey(api, { level: 'platform', permissions: ['tenants:manage'] });
    const refused = await api.call('GET', '/v1/partners', { key: weak });
    expect(refused.body.error.details).toEqual({ required: 'partners:manage' });
  });

  it.each([
    ['name', ['', null, 'x'.repeat(201), 'a\nb', '\ud800', 'a\u0000', 7]],
    ['default_billing_mode', ['disabled', null, '']],
    ['max_tenants', [-1, 1.5, '3', null, 1_000_001]],
    ['ramp_exempt', ['true', 1, null]],
    ['unknown', [1]],
  ] as [string, unknown[]][])('%s: a wrong value is named', async (field, values) => {
    const { id, ...before } = await createPartner(api);
    for (const value of values) {
      for (const answer of [
        await api.call('POST', '/v1/partners', { body: { name: 'A', [field]: value } }),
        await patch(id, { [field]: value }),
      ]) {
        expect([value, answer.status, answer.body.error.details?.errors[0].path]).toEqual([
          value,
          400,
          field,
        ]);
      }
    }
    expect(await codeOf(patch(id, { status: 'deleted' }))).toEqual([400, 'invalid_request']);
    expect((await api.call('GET', `/v1/partners/${id}`)).body).toEqual({ id, ...before });
  });
});

describe('rule 7: suspension of a partner', () => {
  it('refuses every key beneath it on every route, and leaves the tenants as they are', async () => {
    const { id } = await createPartner(api);
    const key = await partnerKey(api, id);
    const tenant = await createTenant(api, { key });
    const tenantKey = await createKey(api, {
      level: 'tenant',
      tenant_id: tenant.id,
      permissions: ['audit:read'],
    });
    const routes = [
      () => codeOf(api.call('GET', '/v1/me', { key })),
      () => codeOf(api.call('GET', '/v1/tenants', { key })),
      () => codeOf(api.call('GET', '/v1/me', { key: tenantKey })),
      () => codeOf(api.call('GET', '/v1/audit-events', { key: tenantKey })),
    ];
    const ask = () => Promise.all(routes.map((route) => route()));
    expect(await ask()).toEqual(Array(4).fill([200, undefined]));
    await patch(id, { status: 'suspended' });
    expect(await ask()).toEqual(Array(4).fill([403, 'partner_suspended']));
    expect((await api.call('GET', `/v1/tenants/${tenant.id}`)).body).toEqual(tenant);
    await patch(id, { status: 'active' });
    expect(await ask()).toEqual(Array(4).fill([200, undefined]));
  });

  it('lowering max_tenants blocks new tenants only', async () => {
    const { id } = await createPartner(api);
    const key = await partnerKey(api, id);
    const tenants = [await createTenant(api, { key }), await createTenant(api, { key })];
    await patch(id, { max_tenants: 1 });
    const { body } = await api.call('GET', '/v1/tenants', { key });
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(tenants.map(() => 'active'));
    expect(
      await codeOf(api.call('POST', '/v1/tenants', { key, body: { slug: 'one-more', name: 'x' } })),
    ).toEqual([403, 'partner_tenant_limit']);
  });

  it('a new default_billing_mode applies to later tenants', async () => {
    const { id } = await createPartner(api);
    const key = await partnerKey(api, id);
    const before = await createTenant(api, { key });
    await patch(id, { default_billing_mode: 'exempt' });
    const after = await createTenant(api, { key });
    const mode = async (tenant: string) => (await api.call('GET', `/v1/tenants/${tenant}/billing`)).body.mode;
    expect([await mode(before.id), await mode(after.id)]).toEqual(['metered', 'exempt']);
  });
});

describe('DELETE /v1/partners/{partner_id}', () => {
  it('waits until every tenant is erased, then keeps only the id', async () => {
    const { id } = await createPartner(api, { name: 'To be forgotten' });
    const key = await partnerKey(api, id);
    const tenant = await createTenant(api, { key });
    await createTenant(api, { key });
    const remove = () => api.call('DELETE', `/v1/partners/${id}`);
    const refused = await remove();
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      409,
      'partner_has_tenants',
      { tenants: 2 },
    ]);
    const { body: own } = await api.call('GET', '/v1/tenants', { key });
    await setStatus(api, tenant.id, 'erasing');
    expect((await remove()).body.error.details).toEqual({ tenants: 2 });
    for (const { id: one } of own.data) await setStatus(api, one, 'erased');
    const hooks = await createKey(api, {
      level: 'partner',
      partner_id: id,
      permissions: ['webhooks:manage', 'webhooks:read'],
    });
    const hook = { url: 'https://1.1.1.1/hook', events: ['*'] };
    const endpoint = await api.call('POST', '/v1/webhooks', { key: hooks, body: hook });
    expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201);
    const done = await remove();
    expect((await api.call('GET', `/v1/webhooks/${endpoint.body.id}`)).status).toBe(404);
    expect([done.status, done.body]).toEqual([204, { text: '' }]);
    expect((await api.call('GET', `/v1/partners/${id}`)).body).toMatchObject({
      id,
      name: '',
      status: 'deleted',
    });
    expect((await api.call('GET', '/v1/partners?status=deleted')).body.data).toMatchObject([
      { id, name: '' },
    ]);
    expect((await api.call('GET', `/v1/tenants/${tenant.id}`)).body.partner_id).toBe(id);
    expect(await codeOf(patch(id, { name: 'Again' }))).toEqual([404, 'partner_not_found']);
    expect(await codeOf(patch(id, { status: 'active' }))).toEqual([404, 'partner_not_found']);
    expect(await codeOf(remove())).toEqual([404, 'partner_not_found']);
    expect(await codeOf(api.call('GET', '/v1/me', { key }))).toEqual([401, 'key_revoked']);
    expect((await auditRows(api, id)).map(({ action }) => action)).toEqual([
      'partner.create',
      'partner.delete',
    ]);
  });

  it('never meets a creation halfway', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createPartner(api);
      const key = await partnerKey(api, id);
      const [made, removed] = await Promise.all([
        api.call('POST', '/v1/tenants', { key, body: { slug: `race-${round}`, name: 'x' } }),
        api.call('DELETE', `/v1/partners/${id}`),
      ]);
      expect([made.status, removed.status]).toSatisfy(
        ([a, b]: number[]) => (a === 201 && b === 409) || (a !== 201 && b === 204),
      );
    }
  });
});
