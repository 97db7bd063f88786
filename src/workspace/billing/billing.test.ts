import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { auditRows, createPartner, createTenant, partnerKey } from '#testing/tenants.ts';

// Plans and billing accounts in a deployment with PM_BILLING=on (spec 2.12, 4.2, 4.3, 4.12).

let api: TestApi;
const clock = { time: new Date('2026-11-21T22:30:00Z'), now: () => clock.time };

beforeAll(async () => {
  api = await openTestApi({ PM_BILLING: 'on' }, clock);
});
afterAll(() => api?.close());

const accountOf = async (tenantId: string) => (await api.call('GET', `/v1/tenants/${tenantId}/billing`)).body;
const patch = (tenantId: string, body: Record<string, unknown>) =>
  api.call('PATCH', `/v1/tenants/${tenantId}/billing`, { body });

const onPlan = (plan_id: string) => ({
  plan_id,
  status: 'active',
  current_period_end: '2026-12-01T00:00:00.000Z',
  cancel_at_period_end: false,
});
const noTopUps = { inboxes: 0, sends: 0, triage: 0 };

describe('GET /v1/plans (4.2)', () => {
  it('needs no key and lists every plan with what it includes', async () => {
    const { status, body } = await api.call('GET', '/v1/plans', { key: null });
    expect([status, body.billing_enabled]).toEqual([200, true]);
    expect(body.data.length).toBeGreaterThan(1);
    for (const plan of body.data) {
      expect(plan).toEqual({
        plan_id: expect.any(String),
        name: expect.any(String),
        price: expect.any(Number),
        currency: 'usd',
        interval: 'month',
        included: {
          inboxes: expect.any(Number),
          sends: expect.any(Number),
          triage: expect.any(Number),
          custom_domains: expect.any(Number),
          storage_gb: expect.any(Number),
          seats: expect.any(Number),
        },
        topups: expect.any(Boolean),
        support: expect.any(String),
      });
    }
    expect(body.data[0]).toMatchObject({ plan_id: 'free', price: 0 });
  });
});

describe('the billing account of a new tenant (4.3 rules 1 and 2)', () => {
  it('is metered on the free plan', async () => {
    const { id } = await createTenant(api);
    expect(await accountOf(id)).toEqual({
      tenant_id: id,
      mode: 'metered',
      plan: onPlan('free'),
      topups: noTopUps,
    });
  });

  it('has the mode that a platform key says, or the partner’s default', async () => {
    const { id } = await createTenant(api, { billing: { mode: 'disabled' } });
    expect((await accountOf(id)).mode).toBe('disabled');
    for (const default_billing_mode of ['metered', 'exempt']) {
      const partner = await createPartner(api, { default_billing_mode });
      const own = await createTenant(api, { key: await partnerKey(api, partner.id) });
      expect((await accountOf(own.id)).mode).toBe(default_billing_mode);
    }
  });
});

describe('PATCH /v1/tenants/{tenant_id}/billing (4.3)', () => {
  it('gives a complimentary plan, audited, and tells it once', async () => {
    const { id } = await createTenant(api);
    const { status, body } = await patch(id, { plan_id: 'team' });
    expect([status, body]).toEqual([
      200,
      { tenant_id: id, mode: 'metered', plan: onPlan('team'), topups: noTopUps },
    ]);
    expect(await accountOf(id)).toEqual(body);
    await patch(id, { plan_id: 'team' });
    expect((await auditRows(api, id)).slice(1)).toMatchObject([
      {
        action: 'billing.update',
        details: { mode: 'metered', plan_id: 'team', previous_plan_id: 'free' },
      },
    ]);
    const told = await api.services.db.rows({
      name: 'test.plan_changes',
      text: `select type, sequence, data from events where tenant_id = $1 and type like 'billing.%'`,
      values: [id],
    });
    expect(told).toEqual([
      {
        type: 'billing.plan_changed',
        sequence: null,
        data: { from_plan: 'free', to_plan: 'team', reason: 'operator' },
      },
    ]);
  });

  it('refuses a plan that the catalogue does not have, and changes nothing', async () => {
    const { id } = await createTenant(api);
    for (const plan_id of ['pro', '', 'constructor', null]) {
      const refused = await patch(id, { mode: 'exempt', plan_id });
      expect([refused.status, refused.body.error.details.errors[0].path]).toEqual([400, 'plan_id']);
    }
    expect(await accountOf(id)).toMatchObject({ mode: 'metered', plan: { plan_id: 'free' } });
  });
});
