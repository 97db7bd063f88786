import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, after as time } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// Retries over 72 hours and their consequences (spec 6.3), with a clock that the test moves.

let now = new Date();
let product: TestProduct;
let receiver: WebhookReceiver;

beforeAll(async () => {
  product = await openTestProduct({ PM_INSECURE_TARGETS: 'on' }, { now: () => now });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await product?.close();
  await receiver?.close();
});

type Json = ApiAnswer['body'];
let count = 0;
async function make(partnerKey?: string): Promise<{ tenantId: string; endpoint: Json }> {
  count += 1;
  const key = partnerKey === undefined ? {} : { key: partnerKey };
  const slug = `retry${count}`;
  const tenant = await product.call('POST', '/v1/tenants', {
    body: { slug, name: 'R', mode: 'live' },
    ...key,
  });
  const body = { url: receiver.url, events: ['identity.created'] };
  const answer = await product.call('POST', `/v1/tenants/${tenant.body.id}/webhooks`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { tenantId: tenant.body.id, endpoint: answer.body };
}
const happen = (tenantId: string, username = 'bot') =>
  product.call('POST', `/v1/tenants/${tenantId}/identities`, { body: { username } });
const deliveriesOf = async (endpoint: Json): Promise<Json[]> =>
  (await product.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`)).body.data;
const read = async (endpoint: Json) => (await product.call('GET', `/v1/webhooks/${endpoint.id}`)).body;

const delays = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 1, 2, 4, 8, 12, 12, 12, 19].map((delay) =>
  delay < SECOND ? delay * HOUR : delay,
);

describe('a receiver that never succeeds', () => {
  it('is tried thirteen times within their jitter, then the delivery is dead', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const { tenantId, endpoint } = await make();
    const begun = now;
    await happen(tenantId);
    const attempted = (attempt: number) =>
      product.eventually(
        async () => (await deliveriesOf(endpoint))[0]!,
        (delivery) => delivery?.attempt === attempt,
      );
    for (const [index, delay] of delays.entries()) {
      const delivery = await attempted(index + 1);
      expect(delivery.status).toBe('failed');
      const wait = Date.parse(delivery.next_attempt_at) - now.getTime();
      expect(wait).toBeGreaterThanOrEqual(delay * 0.9 - 1);
      expect(wait).toBeLessThanOrEqual(delay * 1.1 + 1);
      now = new Date(delivery.next_attempt_at);
    }
    const last = await attempted(13);
    expect(last).toMatchObject({ status: 'dead', next_attempt_at: null, completed_at: now.toISOString() });
    expect(now.getTime() - begun.getTime()).toBeGreaterThan(60 * HOUR);
    expect(now.getTime() - begun.getTime()).toBeLessThan(80 * HOUR);
    const received = receiver.received.filter(({ event }) => event.tenant_id === tenantId);
    expect(received).toHaveLength(13);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(13);
  });

  it('is disabled after 100 failures in a row, but not before 24 hours have passed', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const { tenantId, endpoint } = await make();
    const operators = await product.call('POST', '/v1/webhooks', {
      body: { url: `${receiver.url}/operators`, events: ['webhook.disabled'] },
    });
    expect(operators.status).toBe(201);
    const fail = (failures: number, since: Date) =>
      product.services.db.run(sql`
        update webhook_endpoints set failures = ${failures}, failing_since = ${since} where id = ${endpoint.id}`);
    const failAgain = async (username: string, deliveries: number) => {
      await happen(tenantId, username);
      await product.eventually(
        () => deliveriesOf(endpoint),
        (list) => list.filter(({ attempt }) => attempt > 0).length === deliveries,
      );
    };
    await fail(150, time(now, -DAY + HOUR));
    await failAgain('a', 1);
    await fail(98, time(now, -2 * DAY));
    await failAgain('b', 2);
    expect((await read(endpoint)).enabled).toBe(true);
    await failAgain('c', 3);
    await product.eventually(
      () => read(endpoint),
      ({ enabled }) => !enabled,
    );
    expect(await read(endpoint)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    const told = await product.eventually(
      async () => receiver.received.filter(({ event }) => event.type === 'webhook.disabled'),
      (list) => list.length > 0,
    );
    expect(told.map(({ path }) => path)).toEqual(['/operators']);
    expect(told[0]!.event).toMatchObject({
      sequence: null,
      tenant_id: tenantId,
      data: { webhook_id: endpoint.id, reason: 'failing' },
    });
    await product.call('DELETE', `/v1/webhooks/${operators.body.id}`);
  });
});

describe('delaying attempts', () => {
  it('nothing goes out while the partner is suspended, and everything afterwards (4.3, rule 7)', async () => {
    receiver.answer((_, response) => void response.writeHead(200).end());
    const partner = (await product.call('POST', '/v1/partners', { body: { name: 'P' } })).body;
    const key = await product.call('POST', '/v1/keys', {
      body: {
        name: 'p',
        level: 'partner',
        partner_id: partner.id,
        permissions: ['tenants:manage', 'webhooks:manage'],
      },
    });
    const { tenantId, endpoint } = await make(key.body.secret);
    const own = await product.call('POST', '/v1/webhooks', {
      key: key.body.secret,
      body: { url: `${receiver.url}/partner`, events: ['identity.created'] },
    });
    expect([own.status, own.body.tenant_id]).toEqual([201, null]);
    await product.call('PATCH', `/v1/partners/${partner.id}`, { body: { status: 'suspended' } });
    await happen(tenantId);
    const [held] = await deliveriesOf(endpoint);
    expect(held).toMatchObject({ status: 'pending', attempt: 0 });
    const other = await make();
    await happen(other.tenantId);
    await product.eventually(
      () => deliveriesOf(other.endpoint),
      ([delivery]) => delivery?.status === 'succeeded',
    );
    expect((await deliveriesOf(endpoint))[0]).toMatchObject({ status: 'pending' });
    await product.call('PATCH', `/v1/partners/${partner.id}`, { body: { status: 'active' } });
    await product.eventually(
      async () =>
        receiver.received.filter(({ event }) => event.tenant_id === tenantId).map(({ path }) => path),
      (paths) => paths.length === 2 && paths.includes('/partner'),
    );
  });

  it('one endpoint that stalls does not delay another', async () => {
    const stalled = await make();
    const healthy = await make();
    receiver.answer(({ event }, response) => {
      if (event.tenant_id !== stalled.tenantId) response.writeHead(200).end();
    });
    for (let index = 0; index < 60; index += 1) await happen(stalled.tenantId, `bot${index}`);
    await happen(healthy.tenantId);
    await product.eventually(
      () => deliveriesOf(healthy.endpoint),
      ([delivery]) => delivery?.status === 'succeeded',
    );
    const begun = receiver.received.filter(({ event }) => event.tenant_id === stalled.tenantId);
    expect(begun.length).toBeLessThanOrEqual(16);
    await product.call('DELETE', `/v1/webhooks/${stalled.endpoint.id}`);
  });

  it('endpoints that stall with much waiting for them do not take all the room', async () => {
    const stalled = await Promise.all([make(), make(), make()]);
    const healthy = await make();
    const isStalled = (tenantId: string) => stalled.some((one) => one.tenantId === tenantId);
    receiver.answer(({ event }, response) => {
      if (!isStalled(event.tenant_id)) response.writeHead(200).end();
    });
    const before = receiver.received.length;
    const begun = () =>
      receiver.received.slice(before).filter(({ event }) => isStalled(event.tenant_id)).length;
    for (const { tenantId, endpoint } of stalled) {
      await happen(tenantId);
      await product.services.db.run(sql`
        insert into webhook_deliveries (id, webhook_id, queue, event_id, event_type, status, next_attempt_at, created_at)
        select 'dlv_' || d.webhook_id || n, d.webhook_id, d.webhook_id, d.event_id, d.event_type, 'pending', ${now}, ${now}
        from webhook_deliveries d, generate_series(1, 300) n where d.webhook_id = ${endpoint.id}`);
    }
    await product.eventually(
      async () => begun(),
      (count) => count === 3 * 16,
    );
    await happen(healthy.tenantId);
    await product.eventually(
      () => deliveriesOf(healthy.endpoint),
      ([delivery]) => delivery?.status === 'succeeded',
    );
    for (const { endpoint } of stalled) {
      expect(new Set((await deliveriesOf(endpoint)).map(({ attempt }) => attempt))).toEqual(new Set([0]));
      await product.call('DELETE', `/v1/webhooks/${endpoint.id}`);
    }
  });

  it('endpoints whose retries are not due yet do not hide those behind them', async () => {
    const { db } = product.services;
    const { tenantId, endpoint } = await make();
    await db.run(sql`
      insert into webhook_endpoints (id, owner_id, tenant_id, url, events, identity_ids, description, secret, created_at, updated_at)
      select 'whk_0' || n, 'nobody', null, ${receiver.url}, '{}', '{}', '', '', ${now}, ${now} from generate_series(1, 250) n`);
    await db.run(sql`
      insert into webhook_deliveries (id, webhook_id, queue, event_id, event_type, status, next_attempt_at, created_at)
      select 'dlv_0' || n, 'whk_0' || n, 'whk_0' || n, 'evt_0', 'message.received', 'failed', ${time(now, DAY)}, ${now}
      from generate_series(1, 250) n`);
    receiver.answer((_, response) => void response.writeHead(200).end());
    await happen(tenantId);
    await product.eventually(
      () => deliveriesOf(endpoint),
      ([delivery]) => delivery?.status === 'succeeded',
    );
    await db.run(sql`delete from webhook_deliveries where webhook_id like 'whk\\_0%'`);
  });
});
