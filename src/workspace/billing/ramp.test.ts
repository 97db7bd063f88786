import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { openBrowsers } from '#testing/console.ts';
import { createPartner, createTenant, partnerKey } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';

// The sending ramp of new workspaces (interface-spec 8.4, 7.2 daily_cap_reached).

let api: TestApi;
const START = new Date('2026-11-21T10:00:00Z');
const clock = { time: START, now: () => clock.time };
const inDays = (days: number) => new Date(START.getTime() + days * 86_400_000);

beforeAll(async () => {
  api = await openTestApi({ PM_BILLING: 'on' }, clock);
});
afterAll(() => api?.close());

async function agentOf(tenant: Record<string, unknown> = {}): Promise<{ id: string; tenantId: string }> {
  clock.time = START;
  const { id: tenantId } = await createTenant(api, tenant);
  const body = { username: 'a', owner: { name: 'Ada', email: 'ada@example.com' } };
  const made = await api.call('POST', `/v1/tenants/${tenantId}/identities`, { body });
  expect(made.status).toBe(201);
  return { id: made.body.id, tenantId };
}

let count = 0;
const send = ({ id }: { id: string }, more: Record<string, unknown> = {}, query = '') => {
  count += 1;
  const body = { to: ['ada@outside.example'], subject: 'S', text: 'T', ...more };
  const headers = { 'idempotency-key': `key ${count}` };
  return api.call('POST', `/v1/identities/${id}/messages${query}`, { body, headers });
};
const sendMany = (agent: { id: string }, many: number, more: Record<string, unknown> = {}) =>
  Promise.all(Array.from({ length: many }, () => send(agent, more)));
const tally = (answers: { status: number }[]) => ({
  accepted: answers.filter(({ status }) => status === 202).length,
  refused: answers.filter(({ status }) => status === 429).length,
});

describe('a new workspace on the free plan', () => {
  it('sends exactly 50 messages a day, however many at once, and is told why no more', async () => {
    const agent = await agentOf();
    const answers = await sendMany(agent, 55);
    expect(tally(answers)).toEqual({ accepted: 50, refused: 5 });
    const { body, headers } = answers.find(({ status }) => status === 429)!;
    expect(body.error).toMatchObject({
      code: 'daily_cap_reached',
      retryable: true,
      details: { scope: 'new_workspace_ramp', limit: 50, resets_at: '2026-11-22T00:00:00.000Z' },
    });
    expect(headers.get('retry-after')).toBe(String(14 * 3600));
    expect((await send(agent, {}, '?dry_run=true')).body.error.details.scope).toBe('new_workspace_ramp');
    clock.time = new Date('2026-11-22T00:00:00Z');
    expect((await send(agent)).status).toBe(202);
  });

  it('has given back what is canceled', async () => {
    const agent = await agentOf();
    const [first] = await sendMany(agent, 50);
    expect((await send(agent)).status).toBe(429);
    await api.call('POST', `/v1/identities/${agent.id}/messages/${first!.body.id}/cancel`);
    expect(tally(await sendMany(agent, 2))).toEqual({ accepted: 1, refused: 1 });
  });

  it('is free of it after seven days, on the last of them too', async () => {
    const agent = await agentOf();
    clock.time = new Date('2026-11-28T00:00:00Z');
    expect(tally(await sendMany(agent, 51))).toEqual({ accepted: 50, refused: 1 });
    const refused = await send(agent);
    expect(refused.body.error.details.resets_at).toBe(inDays(7).toISOString());
    clock.time = inDays(7);
    expect(tally(await sendMany(agent, 5))).toEqual({ accepted: 5, refused: 0 });
  });

  it('counts a scheduled message on its day', async () => {
    const agent = await agentOf();
    const tomorrow = '2026-11-22T10:00:00Z';
    expect(tally(await sendMany(agent, 51, { send_at: tomorrow }))).toEqual({ accepted: 50, refused: 1 });
    const later = '2026-11-30T10:00:00Z';
    expect(tally(await sendMany(agent, 51, { send_at: later }))).toEqual({ accepted: 51, refused: 0 });
  });

  it('has a lower cap of its policy before', async () => {
    const agent = await agentOf({ policy: { tenant_daily_send_cap: 2 } });
    await sendMany(agent, 2);
    expect((await send(agent)).body.error.details).toMatchObject({ scope: 'tenant', limit: 2 });
  });

  it('is warned at 80 and 100 percent as of a cap of its tenant (6.4)', async () => {
    const agent = await agentOf();
    await sendMany(agent, 50);
    const warnings = await api.services.db.rows<{ data: Record<string, unknown> }>({
      name: 'test.ramp_warnings',
      text: `select data from events where type = 'quota.warning' and tenant_id = $1 order by position`,
      values: [agent.tenantId],
    });
    const told = warnings.map(({ data }) => [data.scope, data.limit]);
    expect(told).toContainEqual(['tenant', 50]);
    expect(told.every(([scope, limit]) => scope === 'tenant' && limit === 50)).toBe(true);
  });
});

describe('the console', () => {
  it('shows the ramp as the cap of its workspace', async () => {
    const { id } = await createTenant(api, { owner: { email: 'owner@example.com', name: 'O' } });
    const { db } = api.services;
    const owner = await db.first<{ user_id: string }>(
      sql`select user_id from members where tenant_id = ${id}`,
    );
    const browser = openBrowsers(api.services)();
    const device = { userAgent: '', address: '' };
    browser.cookies.set('pm_session_3000', await beginSession(db, api.services, owner!.user_id, device));
    const capOf = async () => {
      const { body } = await browser.call('GET', '/api/trpc/usage.caps?input=%7B%7D');
      return body.result.data.sends.cap;
    };
    expect(await capOf()).toBe(50);
    await api.call('PATCH', `/v1/tenants/${id}/billing`, { body: { plan_id: 'team' } });
    expect(await capOf()).toBe(5000);
  });
});

describe('no ramp has', () => {
  it('a tenant on a paid plan, as soon as it is', async () => {
    const agent = await agentOf();
    await sendMany(agent, 50);
    expect((await send(agent)).status).toBe(429);
    await api.call('PATCH', `/v1/tenants/${agent.tenantId}/billing`, { body: { plan_id: 'team' } });
    expect((await send(agent)).status).toBe(202);
  });

  it.each(['exempt', 'disabled'])('a tenant whose mode is %s', async (mode) => {
    const agent = await agentOf({ billing: { mode } });
    expect(tally(await sendMany(agent, 51))).toEqual({ accepted: 51, refused: 0 });
  });

  it('a tenant whose partner is exempt, from then on', async () => {
    const partner = await createPartner(api);
    const agent = await agentOf({ key: await partnerKey(api, partner.id) });
    await sendMany(agent, 50);
    expect((await send(agent)).status).toBe(429);
    await api.call('PATCH', `/v1/partners/${partner.id}`, { body: { ramp_exempt: true } });
    expect((await send(agent)).status).toBe(202);
  });
});

describe('without PM_BILLING', () => {
  it('a tenant with the mode metered has no ramp, and accounts show no plan (7.2)', async () => {
    const plain = await openTestApi();
    try {
      const { id } = await createTenant(plain, { billing: { mode: 'metered' } });
      const body = { username: 'a', owner: { name: 'Ada', email: 'ada@example.com' } };
      const made = await plain.call('POST', `/v1/tenants/${id}/identities`, { body });
      const answers = await Promise.all(
        Array.from({ length: 51 }, (_, n) =>
          plain.call('POST', `/v1/identities/${made.body.id}/messages`, {
            body: { to: ['ada@outside.example'], subject: 'S', text: 'T' },
            headers: { 'idempotency-key': `plain ${n}` },
          }),
        ),
      );
      expect(tally(answers)).toEqual({ accepted: 51, refused: 0 });
      const account = await plain.call('GET', `/v1/tenants/${id}/billing`);
      expect(account.body).toMatchObject({ mode: 'metered', plan: null });
    } finally {
      await plain.close();
    }
  });
});
