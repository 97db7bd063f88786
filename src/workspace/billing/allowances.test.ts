import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { createTenant, freshSlug } from '#testing/tenants.ts';

// Allowances of plans (spec 2.12, 4.4 rule 1, 4.6 rule 8, 4.12, 6.4, 7.2), with the amounts of the free plan.

let api: TestApi;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  api = await openTestApi({ PM_BILLING: 'on', PM_CONSOLE_URL: 'https://console.example' }, clock);
});
afterAll(() => api?.close());
beforeEach(() => {
  clock.time = START;
});

const outcomes = (answers: ApiAnswer[]) => answers.map(({ status }) => status).sort();
const ofMany = (many: number, call: (n: number) => Promise<ApiAnswer>) =>
  Promise.all(Array.from({ length: many }, (_, n) => call(n)));

async function featureOf(tenantId: string, name: string) {
  const { body } = await api.call('GET', `/v1/usage?tenant_id=${tenantId}`);
  return body.features.find(({ feature }: { feature: string }) => feature === name);
}

const toldOf = (tenantId: string) =>
  api.services.db.rows({
    name: 'test.limits_told',
    text: `select sequence, identity_id, data from events
           where tenant_id = $1 and type = 'billing.limit_reached' order by position`,
    values: [tenantId],
  });

const givePlan = (tenantId: string, plan_id: string) =>
  api.call('PATCH', `/v1/tenants/${tenantId}/billing`, { body: { plan_id } });

const limitOf = (details: Record<string, unknown>) => ({
  code: 'billing_limit',
  message: expect.any(String),
  retryable: false,
  fix: expect.any(String),
  request_id: expect.any(String),
  details: { upgrade_url: 'https://console.example/console/billing', ...details },
});

const create = (tenantId: string, fields: Record<string, unknown> = {}, headers = {}) =>
  api.call('POST', `/v1/tenants/${tenantId}/identities`, {
    body: { username: freshSlug(), owner: { name: 'Ada', email: 'ada@example.com' }, ...fields },
    headers,
  });

describe('inboxes (4.4 rule 1)', () => {
  const spent = { feature: 'inboxes', granted: 3, used: 3, resets_at: null };

  it('are exact, however many are made at once; the first refusal is told, and nothing else is left of it', async () => {
    const { id } = await createTenant(api);
    const answers = await ofMany(6, () => create(id));
    expect(outcomes(answers)).toEqual([201, 201, 201, 402, 402, 402]);
    const refused = answers.find(({ status }) => status === 402)!;
    expect(refused.body.error).toEqual(limitOf(spent));
    const { body } = await api.call('GET', `/v1/tenants/${id}/identities`);
    expect(body.data).toHaveLength(3);
    expect(await toldOf(id)).toEqual([
      { sequence: null, identity_id: null, data: { feature: 'inboxes', granted: 3, resets_at: null } },
    ]);
    expect(await featureOf(id, 'inboxes')).toEqual({ ...spent, remaining: 0, unlimited: false });
    clock.time = new Date('2026-12-01T00:00:00Z');
    await create(id);
    expect(await toldOf(id)).toHaveLength(2);
  });

  it('answer what was done before again, by Idempotency-Key and by client_id', async () => {
    const { id } = await createTenant(api);
    const named = { username: 'named', client_id: 'c-1' };
    const keyed = { username: 'keyed' };
    const key = { 'idempotency-key': 'made once' };
    const [first, second] = [await create(id, named), await create(id, keyed, key)];
    await create(id);
    expect((await create(id)).status).toBe(402);
    const again = await create(id, named);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    const replayed = await create(id, keyed, key);
    expect([replayed.status, replayed.body.id]).toEqual([201, second.body.id]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  });

  it('are free again when one is erased, and more on a larger plan; a key is good for a later try', async () => {
    const { id } = await createTenant(api);
    const [made] = await ofMany(3, () => create(id));
    const key = { 'idempotency-key': 'later' };
    expect((await create(id, { username: 'later' }, key)).status).toBe(402);
    expect((await api.call('DELETE', `/v1/identities/${made!.body.id}`)).status).toBe(202);
    expect((await create(id, { username: 'later' }, key)).status).toBe(201);
    expect((await create(id)).status).toBe(402);
    await givePlan(id, 'team');
    expect((await create(id)).status).toBe(201);
    await givePlan(id, 'free');
    expect((await create(id)).body.error.details).toMatchObject({ granted: 3, used: 4 });
  });

  it.each(['exempt', 'disabled'])('are without limit where the mode is %s', async (mode) => {
    const { id } = await createTenant(api, { billing: { mode } });
    expect(outcomes(await ofMany(5, () => create(id)))).toEqual(Array(5).fill(201));
    const { body } = await api.call('GET', `/v1/usage?tenant_id=${id}`);
    expect(body).toMatchObject({ billing: mode, plan: { plan_id: null, status: null } });
    expect(await featureOf(id, 'inboxes')).toMatchObject({ granted: null, used: 5, unlimited: true });
  });
});

describe('seats (4.12)', () => {
  const invite = (tenantId: string, email: string) =>
    api.call('POST', `/v1/tenants/${tenantId}/invitations`, { body: { email, role: 'member' } });
  const owned = () => createTenant(api, { owner: { email: 'owner@example.com', name: 'O' } });

  it('are taken by members and pending invitations, exactly', async () => {
    const { id } = await owned();
    const answers = await ofMany(4, (n) => invite(id, `p${n}@example.com`));
    expect(outcomes(answers)).toEqual([201, 402, 402, 402]);
    const refused = answers.find(({ status }) => status === 402)!;
    expect(refused.body.error).toEqual(limitOf({ feature: 'seats', granted: 2, used: 2, resets_at: null }));
    const { body } = await api.call('GET', `/v1/tenants/${id}/members`);
    expect(body.seats).toEqual({ granted: 2, used: 2 });
    expect(body.invitations).toHaveLength(1);
    expect(await toldOf(id)).toHaveLength(1);
  });

  it('an address that is invited already takes no second one; one that is taken back frees its own', async () => {
    const { id } = await owned();
    const { body: invitation } = await invite(id, 'grace@example.com');
    expect((await invite(id, 'grace@example.com')).status).toBe(201);
    expect((await invite(id, 'other@example.com')).status).toBe(402);
    await api.call('DELETE', `/v1/tenants/${id}/invitations/${invitation.id}`);
    expect((await invite(id, 'other@example.com')).status).toBe(201);
  });

  it('an invitation that ran out takes none, and one when it is renewed', async () => {
    const { id } = await owned();
    await invite(id, 'grace@example.com');
    clock.time = new Date('2026-11-18T10:00:00Z');
    expect((await invite(id, 'other@example.com')).status).toBe(201);
    expect((await invite(id, 'grace@example.com')).status).toBe(402);
  });
});

describe('sends (4.6 rule 8)', () => {
  type Agent = { id: string; tenantId: string };

  /** An agent whose tenant is past its ramp and has this many sends left in the month. */
  async function agentWith(left: number): Promise<Agent> {
    clock.time = new Date('2026-11-01T10:00:00Z');
    const { id: tenantId } = await createTenant(api);
    const { body } = await create(tenantId);
    clock.time = START;
    await api.services.db.run({
      name: 'test.spend_sends',
      text: 'insert into send_counters (owner_id, day, used, cap) values ($1, $2, $3, 3000)',
      values: [`${tenantId} sends`, '2026-11-01', 3000 - left],
    });
    return { id: body.id, tenantId };
  }
  let count = 0;
  type Options = { key?: string; query?: string; to?: string[] };
  const send = ({ id }: Agent, { key, query = '', to = ['ada@outside.example'] }: Options = {}) => {
    count += 1;
    return api.call('POST', `/v1/identities/${id}/messages${query}`, {
      body: { to, subject: 'S', text: 'T' },
      headers: { 'idempotency-key': key ?? `key ${count}` },
    });
  };
  const messagesOf = async ({ id }: Agent) =>
    (await api.call('GET', `/v1/identities/${id}/messages?limit=100`)).body.data;
  const spent = {
    feature: 'sends',
    granted: 3000,
    used: 3000,
    resets_at: '2026-12-01T00:00:00.000Z',
  };

  it('are exact, however many at once; of what is refused nothing is stored', async () => {
    const agent = await agentWith(4);
    const answers = await ofMany(9, () => send(agent));
    expect(outcomes(answers)).toEqual([...Array(4).fill(202), ...Array(5).fill(402)]);
    for (const { body } of answers.filter(({ status }) => status === 402))
      expect(body.error).toEqual(limitOf(spent));
    expect(await messagesOf(agent)).toHaveLength(4);
    expect(await featureOf(agent.tenantId, 'sends')).toEqual({ ...spent, remaining: 0, unlimited: false });
    const { feature, granted, resets_at } = spent;
    expect(await toldOf(agent.tenantId)).toEqual([
      { sequence: null, identity_id: null, data: { feature, granted, resets_at } },
    ]);
  });

  it('a refused key is good for a later try, and an accepted one is replayed while nothing is left', async () => {
    const agent = await agentWith(1);
    const accepted = await send(agent, { key: 'accepted' });
    expect((await send(agent, { key: 'refused' })).status).toBe(402);
    const replayed = await send(agent, { key: 'accepted' });
    expect(replayed.body).toMatchObject({ id: accepted.body.id, deduplicated: true });
    clock.time = new Date('2026-12-01T00:00:00Z');
    const later = await send(agent, { key: 'refused' });
    expect([later.status, later.body.deduplicated]).toEqual([202, false]);
  });

  it('are given back by a cancel, once', async () => {
    const agent = await agentWith(1);
    const { id } = (await send(agent)).body;
    const cancel = () => api.call('POST', `/v1/identities/${agent.id}/messages/${id}/cancel`);
    await cancel();
    await cancel();
    expect((await featureOf(agent.tenantId, 'sends')).used).toBe(2999);
    expect(outcomes(await ofMany(2, () => send(agent)))).toEqual([202, 402]);
  });

  it('a dry run says so too, tells nobody and takes nothing', async () => {
    const agent = await agentWith(1);
    const dry = () => send(agent, { query: '?dry_run=true' });
    expect((await dry()).status).toBe(200);
    expect((await send(agent)).status).toBe(202);
    expect((await dry()).body.error).toEqual(limitOf(spent));
    expect(await toldOf(agent.tenantId)).toEqual([]);
  });

  it('what goes to nobody takes none', async () => {
    const agent = await agentWith(1);
    await api.call('PUT', `/v1/tenants/${agent.tenantId}/lists/send/block/@blocked.example`);
    expect((await send(agent, { to: ['a@blocked.example'] })).body.status).toBe('suppressed');
    expect((await send(agent)).status).toBe(202);
  });

  it('a larger plan goes on from what is used, and no percentage of a plan is a quota warning (6.4)', async () => {
    const agent = await agentWith(1);
    await send(agent);
    await givePlan(agent.tenantId, 'team');
    expect((await send(agent)).status).toBe(202);
    expect(await featureOf(agent.tenantId, 'sends')).toMatchObject({
      granted: 30_000,
      used: 3001,
      remaining: 26_999,
    });
    const warnings = await api.services.db.rows({
      name: 'test.plan_warnings',
      text: `select 1 from events where tenant_id = $1 and type = 'quota.warning'`,
      values: [agent.tenantId],
    });
    expect(warnings).toEqual([]);
  });
});

describe('GET /v1/usage (2.12)', () => {
  it('shows mode, plan, what is granted, and the catalogue', async () => {
    const { id } = await createTenant(api);
    const { body } = await api.call('GET', `/v1/usage?tenant_id=${id}`);
    const { body: catalogue } = await api.call('GET', '/v1/plans');
    const { included } = catalogue.data[0];
    expect(body).toEqual({
      billing: 'metered',
      plan: {
        plan_id: 'free',
        status: 'active',
        current_period_end: '2026-12-01T00:00:00.000Z',
        cancel_at_period_end: false,
      },
      features: Object.entries(included).map(([feature, granted]) => ({
        feature,
        granted,
        used: 0,
        remaining: granted,
        unlimited: false,
        resets_at: feature === 'sends' || feature === 'triage' ? '2026-12-01T00:00:00.000Z' : null,
      })),
      topups: { inboxes: 0, sends: 0, triage: 0 },
      plans: catalogue.data,
    });
  });
});

describe('without PM_BILLING (7.2)', () => {
  it('a tenant with the mode metered has no allowance', async () => {
    const plain = await openTestApi();
    try {
      const { id } = await createTenant(plain, { billing: { mode: 'metered' } });
      const made = await ofMany(4, (n) =>
        plain.call('POST', `/v1/tenants/${id}/identities`, { body: { username: `a${n}` } }),
      );
      expect(outcomes(made)).toEqual(Array(4).fill(201));
      const invited = await ofMany(3, (n) =>
        plain.call('POST', `/v1/tenants/${id}/invitations`, {
          body: { email: `p${n}@example.com`, role: 'viewer' },
        }),
      );
      expect(outcomes(invited)).toEqual(Array(3).fill(201));
      const { body } = await plain.call('GET', `/v1/tenants/${id}/members`);
      expect(body.seats).toEqual({ granted: null, used: 3 });
    } finally {
      await plain.close();
    }
  });
});
