import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createPartner, createTenant, partnerKey } from '#testing/tenants.ts';

// The usage and the plans of a partner's tenants, as a list and as CSV.

let api: TestApi;
let partner: { id: string; key: string };
const clock = { now: () => new Date('2026-11-21T22:30:00Z') };

beforeAll(async () => {
  api = await openTestApi({ PM_BILLING: 'on' }, clock);
  const { id } = await createPartner(api);
  partner = { id, key: await partnerKey(api, id, ['tenants:manage', 'usage:read', 'identities:write']) };
});
afterAll(() => api?.close());

const list = async (key: string, query = '') => api.call('GET', `/v1/usage/tenants${query}`, { key });

describe('GET /v1/usage/tenants', () => {
  it('lists a partner’s own tenants, in pages, with what each uses of its plan', async () => {
    await createTenant(api, { name: 'Somebody else’s' });
    const first = await createTenant(api, { key: partner.key, name: 'First' });
    const second = await createTenant(api, { key: partner.key, name: 'Second' });
    await api.call('PATCH', `/v1/tenants/${second.id}/billing`, { body: { plan_id: 'team' } });
    await api.call('POST', `/v1/tenants/${first.id}/identities`, {
      body: { username: 'a', owner: { name: 'Ada', email: 'ada@example.com' } },
    });
    const { status, body } = await list(partner.key, '?limit=1');
    expect([status, body.data.length, body.data[0].name]).toEqual([200, 1, 'Second']);
    const rest = (await list(partner.key, `?limit=1&cursor=${body.next_cursor}`)).body;
    expect(rest.next_cursor).toBeNull();
    expect(rest.data).toEqual([
      {
        tenant_id: first.id,
        slug: first.slug,
        name: 'First',
        partner_id: partner.id,
        billing: 'metered',
        plan: {
          plan_id: 'free',
          status: 'active',
          current_period_end: '2026-12-01T00:00:00.000Z',
          cancel_at_period_end: false,
        },
        topups: { inboxes: 0, sends: 0, triage: 0 },
        features: [
          { feature: 'inboxes', granted: 3, used: 1 },
          { feature: 'sends', granted: 3_000, used: 0 },
          { feature: 'triage', granted: 3_000, used: 0 },
          { feature: 'custom_domains', granted: 1, used: 0 },
          { feature: 'storage_gb', granted: 3, used: 0 },
          { feature: 'seats', granted: 2, used: 0 },
        ],
      },
    ]);
    const whole = (await list(api.platformKey, `?partner_id=${partner.id}`)).body;
    expect(whole.data.map(({ name }: { name: string }) => name)).toEqual(['Second', 'First']);
    expect((await list(api.platformKey)).body.data.length).toBe(3);
  });

  it('shows a partner no other partner', async () => {
    const other = await createPartner(api);
    for (const id of [other.id, 'par_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE']) {
      const refused = await list(partner.key, `?partner_id=${id}`);
      expect([refused.status, refused.body.error.code]).toEqual([404, 'partner_not_found']);
    }
  });
});

describe('GET /v1/usage/tenants/export', () => {
  it('is CSV with a header, where no name is a formula or breaks a line', async () => {
    const own = await createPartner(api);
    const key = await partnerKey(api, own.id, ['tenants:manage', 'usage:read']);
    await createTenant(api, { key, name: '=HYPERLINK("https://evil.example")' });
    const plain = await createTenant(api, { key, name: 'Plain' });
    const answer = await api.fetch(
      new Request('http://localhost:3000/v1/usage/tenants/export', {
        headers: { authorization: `Bearer ${key}` },
      }),
    );
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
    const [head, second, first, end] = (await answer.text()).split('\r\n');
    expect(head).toMatch(/^tenant_id,slug,name,partner_id,billing,plan_id,.*,seats_used,seats_granted$/);
    expect(second).toBe(
      `${plain.id},${plain.slug},Plain,${own.id},metered,free,active,2026-12-01T00:00:00.000Z,false,0,3,0,3000,0,3000,0,1,0,3,0,2`,
    );
    expect(first).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    expect(end).toBe('');
  });
});
