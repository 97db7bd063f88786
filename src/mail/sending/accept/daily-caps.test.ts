import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { submitMessage } from '../jobs.ts';

// Daily sending caps (spec 2.3, 4.6 rule 8): messages, on the tenant's days, exactly.

let api: TestApi;
const clock = { time: new Date('2026-11-21T22:30:00Z'), now: () => clock.time };

beforeAll(async () => {
  api = await openTestApi({}, clock);
});
afterAll(() => api?.close());

let count = 0;
async function agentOf(policy: Record<string, unknown>, timezone = 'UTC') {
  count += 1;
  const body = { slug: `t${count}`, name: 'T', mode: 'live', timezone, policy };
  const tenant = (await api.call('POST', '/v1/tenants', { body })).body;
  const identities = await Promise.all(
    ['a', 'b'].map((username) =>
      api.call('POST', `/v1/tenants/${tenant.id}/identities`, {
        body: { username, owner: { name: 'Ada', email: 'ada@example.com' } },
      }),
    ),
  );
  return identities.map(({ body: { id } }) => id as string) as [string, string];
}

const send = (id: string, more: Record<string, unknown> = {}, query = '') => {
  count += 1;
  const body = { to: ['ada@outside.example'], subject: 'S', text: 'T', ...more };
  const headers = { 'idempotency-key': `key ${count}` };
  return api.call('POST', `/v1/identities/${id}/messages${query}`, { body, headers });
};
const cancel = (id: string, messageId: string) =>
  api.call('POST', `/v1/identities/${id}/messages/${messageId}/cancel`);

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe('a cap', () => {
  it('of an identity and of its tenant holds exactly, however many send at once', async () => {
    const [a, b] = await agentOf({ identity_daily_send_cap: 5, tenant_daily_send_cap: 7 });
    const ofA = await Promise.all(Array.from({ length: 9 }, () => send(a)));
    expect(statuses(ofA)).toEqual([...Array(5).fill(202), ...Array(4).fill(429)]);
    const ofB = await Promise.all(Array.from({ length: 5 }, () => send(b)));
    expect(statuses(ofB)).toEqual([...Array(2).fill(202), ...Array(3).fill(429)]);
    const scopes = [...ofA, ...ofB].flatMap(({ body }) => body.error?.details.scope ?? []);
    expect(new Set(scopes)).toEqual(new Set(['identity', 'tenant']));
  });

  it('is given back by a message whose transport is not set up: nobody was asked, and nobody has it', async () => {
    const [a, b] = await agentOf({ identity_daily_send_cap: 1 });
    // No domain has SES yet, so these messages are marked as if theirs had been turned off.
    await api.services.db.pool.query(`
      create function gone() returns trigger language plpgsql as $$ begin new.transport := 'ses'; return new; end $$;
      create trigger gone before insert on sends for each row execute function gone()`);
    const submit = async (id: string, more = {}) => {
      const { body } = await send(id, more);
      await submitMessage.run(
        { services: api.services, attempt: 1, signal: AbortSignal.timeout(60_000) },
        { message_id: body.id, tenant_id: null },
      );
      return (await api.call('GET', `/v1/identities/${id}/messages/${body.id}`)).body;
    };
    try {
      for (let time = 0; time < 2; time += 1)
        expect(await submit(a)).toMatchObject({
          status: 'rejected',
          deliveries: [{ reason: 'sender_domain_unavailable' }],
        });
      const halfInside = { to: ['success@simulator.mail.localhost', 'ada@outside.example'] };
      expect((await submit(b, halfInside)).deliveries).toMatchObject([
        { status: 'delivered' },
        { status: 'rejected' },
      ]);
      expect((await send(b)).status).toBe(429);
    } finally {
      await api.services.db.pool.query('drop trigger gone on sends');
    }
  });

  it('counts a message with many recipients once, a dry run and a suppressed one not at all', async () => {
    const [a] = await agentOf({ identity_daily_send_cap: 2 });
    expect((await send(a, { to: ['a@x.example', 'b@x.example', 'c@x.example'] })).status).toBe(202);
    expect((await send(a, {}, '?dry_run=true')).status).toBe(200);
    const { body: identity } = await api.call('GET', `/v1/identities/${a}`);
    await api.call('PUT', `/v1/tenants/${identity.tenant_id}/lists/send/block/@blocked.example`);
    expect((await send(a, { to: ['a@blocked.example'] })).body.status).toBe('suppressed');
    expect((await send(a)).status).toBe(202);
    expect((await send(a, {}, '?dry_run=true')).body.error.code).toBe('daily_cap_reached');
  });

  it('ends with the day of the tenant’s time zone, and says when', async () => {
    const [a] = await agentOf({ identity_daily_send_cap: 1 }, 'America/New_York');
    expect((await send(a)).status).toBe(202);
    const refused = await send(a);
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { code: 'daily_cap_reached', retryable: true, details: { resets_at: '2026-11-22T05:00:00.000Z' } },
    ]);
    expect(refused.headers.get('retry-after')).toBe(String(6.5 * 3600));
    const before = clock.time;
    clock.time = new Date('2026-11-22T05:00:00Z');
    expect((await send(a)).status).toBe(202);
    clock.time = before;
  });

  it('is the identity’s own daily_cap where it has one', async () => {
    const [a] = await agentOf({ identity_daily_send_cap: 5 });
    await api.call('PATCH', `/v1/identities/${a}`, { body: { send_policy: { daily_cap: 0 } } });
    expect((await send(a)).body.error.details).toMatchObject({ scope: 'identity', limit: 0 });
  });

  it('is given back by a cancel, once', async () => {
    const [a] = await agentOf({ identity_daily_send_cap: 1 });
    const { id } = (await send(a)).body;
    expect((await send(a)).status).toBe(429);
    expect((await cancel(a, id)).body.status).toBe('canceled');
    expect((await cancel(a, id)).body.error.code).toBe('not_cancelable');
    expect(statuses(await Promise.all([send(a), send(a)]))).toEqual([202, 429]);
  });

  it('warns at 80 and at 100 percent, once a day each', async () => {
    const [a, b] = await agentOf({ identity_daily_send_cap: 5, tenant_daily_send_cap: 6 });
    const warnings = () =>
      api.services.db.rows<{ data: Record<string, unknown> }>({
        name: 'test.warnings',
        text: `select data from events
               where type = 'quota.warning' and identity_id = any($1) order by position`,
        values: [[a, b]],
      });
    const warning = (scope: string, used: number, limit: number) => ({
      data: { metric: 'daily_sends', scope, used, limit },
    });
    for (let sent = 1; sent <= 3; sent += 1) await send(a);
    expect(await warnings()).toEqual([]);
    const { id } = (await send(a)).body;
    await cancel(a, id);
    await send(a);
    expect(await warnings()).toEqual([warning('identity', 4, 5)]);
    await send(a);
    await send(b);
    expect(await warnings()).toEqual([
      warning('identity', 4, 5),
      warning('identity', 5, 5),
      warning('tenant', 5, 6),
      warning('tenant', 6, 6),
    ]);
  });

  it('of a scheduled message is that of its day', async () => {
    const [a] = await agentOf({ identity_daily_send_cap: 1 });
    const send_at = '2026-11-25T10:00:00Z';
    expect((await send(a, { send_at })).status).toBe(202);
    const refused = await send(a, { send_at });
    expect(refused.body.error.details.resets_at).toBe('2026-11-26T00:00:00.000Z');
    expect((await send(a)).status).toBe(202);
  });
});
