import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { sql } from '#kernel/data/database.ts';
import { type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// Issue 26, point 1: what the first page of the console shows, over HTTP and with real mail.

let product: MailProduct;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  product = await openMailProduct({ PM_INSECURE_TARGETS: 'on' });
});
afterAll(async () => {
  await product.close();
  await receiver.close();
});

let made = 0;
const newTenant = async (policy = {}): Promise<string> => {
  made += 1;
  const body = { slug: `over${made}`, name: 'Northwind', mode: 'live', policy };
  return (await product.call('POST', '/v1/tenants', { body })).body.id;
};
const overviewOf = async (tenantId: string, key?: string) => {
  const path = `/v1/tenants/${tenantId}/overview`;
  const { status, body } = await product.call('GET', path, key === undefined ? {} : { key });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const keyOf = async (tenant_id: string, permissions: string[]): Promise<string> => {
  const body = { name: 'Reader', level: 'tenant', tenant_id, permissions };
  return (await product.call('POST', '/v1/keys', { body })).body.secret;
};

describe('the set-up', () => {
  it('has nothing done in an empty workspace', async () => {
    const { setup, needs, numbers } = await overviewOf(await newTenant());
    const undone = { is_done: false, result: null };
    expect(setup).toEqual({
      mailbox: undone,
      mail_received: undone,
      key: undone,
      agent: undone,
      webhook: undone,
      domain: undone,
      approval: { is_done: false, result: { mode: 'never' } },
    });
    const none = { count: 0, items: [] };
    expect(needs).toEqual({
      approvals: null,
      held: none,
      sends: none,
      webhooks: none,
      identities: none,
      domains: none,
      limits: [],
    });
    expect(numbers.days).toHaveLength(14);
    expect(numbers.received).toEqual({ now: 0, before: 0 });
  });

  it('ticks step after step', async () => {
    const tenantId = await newTenant({
      quarantine: { on_auth_fail: false },
      sending: { approval: 'external' },
    });
    const mailbox = await product.mailbox({ tenantId, identity: { display_name: 'Scout' } });
    expect((await overviewOf(tenantId)).setup.mailbox).toEqual({
      is_done: true,
      result: { identity_id: mailbox.id, display_name: 'Scout', address: mailbox.address },
    });
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'A first question'));
    const received = await product.arrived(mailbox, 'A first question');
    const key = await product.call('POST', '/v1/keys', {
      body: {
        name: 'Agent',
        level: 'tenant',
        tenant_id: tenantId,
        permissions: ['identities:read', 'keys:manage'],
      },
    });
    const webhook = await product.call('POST', `/v1/tenants/${tenantId}/webhooks`, {
      body: { url: receiver.url, events: ['*'] },
    });
    const domain = await product.call('POST', `/v1/tenants/${tenantId}/domains`, {
      body: { domain: `mail.over${made}.example`, method: 'records', transport: 'basic' },
    });
    const { setup, needs, numbers } = await overviewOf(tenantId);
    expect(setup.mail_received).toMatchObject({
      is_done: true,
      result: { message_id: received.id, subject: 'A first question', status: 'received' },
    });
    expect(setup.key.result).toMatchObject({
      key_id: key.body.key_id,
      name: 'Agent',
      prefix: key.body.prefix,
    });
    expect(setup.agent).toEqual({ is_done: false, result: null });
    expect(setup.webhook).toMatchObject({ is_done: true, result: { webhook_id: webhook.body.id } });
    expect(setup.domain).toMatchObject({ is_done: false, result: { domain_id: domain.body.id } });
    expect(setup.approval).toEqual({ is_done: true, result: { mode: 'external' } });
    expect(needs.domains.items[0]).toMatchObject({ domain_id: domain.body.id });
    expect(numbers.received).toEqual({ now: 1, before: 0 });
    expect(numbers.days.at(-1)).toMatchObject({ received: 1, sent: 0 });
    await overviewOf(tenantId, key.body.secret);
    // The time of a key's last use is written once a minute.
    await product.services.db.run(
      sql`update api_keys set last_used_at = now() where id = ${key.body.key_id}`,
    );
    await product.services.db.run(sql`update domains set status = 'healthy' where id = ${domain.body.id}`);
    const after = await overviewOf(tenantId);
    expect(after.setup.agent).toMatchObject({
      is_done: true,
      result: { key_id: key.body.key_id, name: 'Agent', is_application: false },
    });
    expect(after.setup.domain.is_done).toBe(true);
    expect(after.needs.domains).toEqual({ count: 0, items: [] });
  });
});

it('counts mail that a mailbox sends to itself as received, which is how the page tries it', async () => {
  const mailbox = await product.mailbox();
  const { status } = await product.send(mailbox, {
    to: [mailbox.address],
    subject: 'To myself',
    text: 'Hello',
  });
  expect(status).toBe(202);
  const { setup } = await product.eventually(
    () => overviewOf(mailbox.tenantId),
    ({ setup }) => setup.mail_received.is_done,
  );
  expect(setup.mail_received.result).toMatchObject({ subject: 'To myself', status: 'received' });
});

describe('the calls of the console alone', () => {
  const callerOf = async (tenantId: string, permissions: string[]) =>
    createCaller({
      actor: await product.services.authenticate(`Bearer ${await keyOf(tenantId, permissions)}`),
      services: product.services,
      requestId: 'req_test',
      idempotencyKey: null,
    });

  it('find where a thread, a message or an attachment stands, within the tenant only', async () => {
    const [mailbox, other] = [await product.mailbox(), await product.mailbox()];
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Somewhere'));
    const { id: message_id, thread_id } = await product.arrived(mailbox, 'Somewhere');
    const caller = await callerOf(mailbox.tenantId, ['messages:read', 'identities:read']);
    const tenant_id = mailbox.tenantId;
    const place = { identity_id: mailbox.id, thread_id };
    expect(await caller.overview.locate({ tenant_id, id: thread_id })).toEqual({
      ...place,
      message_id: null,
    });
    expect(await caller.overview.locate({ tenant_id, id: message_id })).toEqual({ ...place, message_id });
    const foreign = await callerOf(other.tenantId, ['messages:read']);
    for (const id of [message_id, thread_id, 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'])
      await expect(foreign.overview.locate({ tenant_id: other.tenantId, id })).rejects.toMatchObject({
        cause: { code: 'message_not_found' },
      });
  });

  it('find identities, keys and domains by a part of their name, as far as the caller may list them', async () => {
    const [mailbox, other] = [await product.mailbox(), await product.mailbox()];
    const tenant_id = mailbox.tenantId;
    const key = await keyOf(tenant_id, ['identities:read', 'keys:manage']);
    const manager = createCaller({
      actor: await product.services.authenticate(`Bearer ${key}`),
      services: product.services,
      requestId: 'req_test',
      idempotencyKey: null,
    });
    const kinds = async (caller: typeof manager, tenantId: string, q: string) =>
      (await caller.overview.find_names({ tenant_id: tenantId, q })).data.map(({ kind, id }) => [kind, id]);
    const [local = ''] = mailbox.address.split('@');
    expect(await kinds(manager, tenant_id, local.toUpperCase())).toEqual([['identity', mailbox.id]]);
    expect((await kinds(manager, tenant_id, 'eade')).map(([kind]) => kind)).toEqual(['key']);
    // Finds nothing that the caller may not list or that belongs to others, and does not interpret patterns.
    expect(await kinds(await callerOf(tenant_id, ['identities:read']), tenant_id, 'eade')).toEqual([]);
    expect(await kinds(await callerOf(other.tenantId, ['identities:read']), other.tenantId, local)).toEqual(
      [],
    );
    expect(await kinds(manager, tenant_id, '%%')).toEqual([]);
  });

  it('count the mail of one identity by day', async () => {
    const mailbox = await product.mailbox();
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Counted'));
    await product.arrived(mailbox, 'Counted');
    await product.send(mailbox, { to: ['success@simulator.mail.localhost'], subject: 'Out', text: 'Hello' });
    const caller = await callerOf(mailbox.tenantId, ['identities:read']);
    const { data } = await caller.overview.identity_days({ identity_id: mailbox.id });
    expect(data).toHaveLength(30);
    expect(data.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), inbound: 1, sends: 1 });
    expect(data[0]).toMatchObject({ inbound: 0, sends: 0 });
  });
});

describe('what needs a person', () => {
  it('has held mail, bad ends, paused identities, failing webhooks and used limits of all mailboxes', async () => {
    const tenantId = await newTenant({ identity_daily_send_cap: 2 });
    const [one, two] = [await product.mailbox({ tenantId }), await product.mailbox({ tenantId })];
    for (const { address } of [one, two])
      await product.handOver(address, mailTo(address, `Nobody vouches ${address}`));
    for (const to of ['bounce@simulator.mail.localhost', 'timeout@simulator.mail.localhost'])
      await product.send(one, { to: [to], subject: `To ${to}`, text: 'Hello' });
    receiver.answer((_, response) => void response.writeHead(500).end());
    const webhook = await product.call('POST', `/v1/tenants/${tenantId}/webhooks`, {
      body: { url: receiver.url, events: ['*'] },
    });
    await product.call('POST', `/v1/webhooks/${webhook.body.id}/test`);
    await product.call('PATCH', `/v1/identities/${two.id}`, { body: { status: 'paused' } });
    const { needs, numbers } = await product.eventually(
      () => overviewOf(tenantId),
      ({ needs }) => needs.held.count === 2 && needs.sends.count === 2 && needs.webhooks.count === 1,
    );
    expect(needs.held.items.map(({ identity_id }: { identity_id: string }) => identity_id).sort()).toEqual(
      [one.id, two.id].sort(),
    );
    expect(needs.held.items[0]).toMatchObject({ reason: 'authentication_unverified' });
    // The uncertain one comes first, because a person has to decide about it.
    expect(needs.sends.items.map(({ status }: { status: string }) => status)).toEqual([
      'uncertain',
      'bounced',
    ]);
    expect(needs.webhooks.items[0]).toMatchObject({
      webhook_id: webhook.body.id,
      enabled: true,
      failing_since: expect.any(String),
    });
    expect(needs.identities).toMatchObject({ count: 1, items: [{ identity_id: two.id }] });
    expect(needs.limits).toEqual([
      expect.objectContaining({ kind: 'identity_sends', identity_id: one.id, used: 2, limit: 2 }),
    ]);
    expect(numbers.sent).toEqual({ now: 2, before: 0 });
    expect(numbers.troubled).toEqual({ now: 2, before: 0 });
    const read = await product.call('GET', `/v1/webhooks/${webhook.body.id}`);
    expect(read.body.failing_since).toBe(needs.webhooks.items[0].failing_since);
  });

  it('has what waits for approval, for those who may decide', async () => {
    const mailbox = await product.mailbox({ tenant: { policy: { sending: { approval: 'always' } } } });
    const { body } = await product.send(mailbox, {
      to: ['ada@out.example'],
      subject: 'May I?',
      text: 'Hello',
    });
    const approver = await keyOf(mailbox.tenantId, ['identities:read', 'sends:approve']);
    const { needs, setup } = await overviewOf(mailbox.tenantId, approver);
    expect(needs.approvals).toMatchObject({
      count: 1,
      items: [{ approval_id: body.approval.id, subject: 'May I?', to: [{ address: 'ada@out.example' }] }],
    });
    // The key may approve and nothing else.
    expect([needs.held, needs.sends, needs.webhooks, needs.domains]).toEqual([null, null, null, null]);
    expect([setup.mail_received, setup.key, setup.agent, setup.webhook, setup.domain]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('counts to a thousand and shows five', async () => {
    const mailbox = await product.mailbox();
    await product.services.db.run(sql`
      insert into identities (id, tenant_id, username, display_name, purpose, status, pause_reason)
      select 'idn_' || lpad(n::text, 26, '0'), ${mailbox.tenantId}, 'p' || n, 'P', '', 'paused', 'manual'
      from generate_series(1, 1200) n`);
    const { needs } = await overviewOf(mailbox.tenantId);
    expect(needs.identities.count).toBe(1_000);
    expect(needs.identities.items).toHaveLength(5);
  });
});
