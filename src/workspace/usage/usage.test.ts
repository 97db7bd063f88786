import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintenanceTasks } from '#platform/maintenance-registry.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// Usage (spec 2.12, 4.12, 8.1), over the API of a whole product with mail from outside.

let product: MailProduct;
let now = new Date('2026-11-21T10:00:00.000Z');

beforeAll(async () => {
  product = await openMailProduct({}, { now: () => now });
});
afterAll(() => product.close());

const today = '2026-11-21';

async function keyOf(body: Record<string, unknown>): Promise<string> {
  const made = await product.call('POST', '/v1/keys', { body: { name: 'k', ...body } });
  expect(made.status).toBe(201);
  return made.body.secret;
}

const tenantKey = ({ tenantId }: Mailbox) =>
  keyOf({ level: 'tenant', tenant_id: tenantId, permissions: ['messages:read'] });

async function feature(mailbox: Mailbox, name: string) {
  const { body } = await product.call('GET', `/v1/usage?tenant_id=${mailbox.tenantId}`);
  return body.features.find((row: { feature: string }) => row.feature === name);
}

async function dayOf(mailbox: Mailbox, day = today) {
  const query = `tenant_id=${mailbox.tenantId}&from=${day}&to=${day}`;
  const { body } = await product.call('GET', `/v1/usage/daily?${query}`);
  expect(body.data).toHaveLength(1);
  return body.data[0];
}

async function receive(mailbox: Mailbox, subject: string): Promise<void> {
  await product.handOver(mailbox.address, mailTo(mailbox.address, subject));
  await product.arrived(mailbox, subject);
}

async function rollUp(): Promise<void> {
  const task = maintenanceTasks.find(({ name }) => name === 'usage_rollup')!;
  const { services } = product;
  await task.run({ services, signal: new AbortController().signal, progress: async () => {} });
}

describe('GET /v1/usage (2.12, 4.12)', () => {
  it('grants nothing and limits nothing while billing is disabled', async () => {
    const mailbox = await product.mailbox();
    const { status, body } = await product.call('GET', '/v1/usage', { key: await tenantKey(mailbox) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      billing: 'disabled',
      plan: { plan_id: null, status: null, current_period_end: null, cancel_at_period_end: false },
      topups: { inboxes: 0, sends: 0, triage: 0 },
      plans: [],
    });
    const held = { granted: null, remaining: null, unlimited: true, resets_at: null };
    const spent = { ...held, resets_at: '2026-12-01T00:00:00.000Z' };
    expect(body.features).toEqual([
      { feature: 'inboxes', used: 1, ...held },
      { feature: 'sends', used: 0, ...spent },
      { feature: 'triage', used: 0, ...spent },
      { feature: 'custom_domains', used: 0, ...held },
      { feature: 'storage_gb', used: 0, ...held },
      { feature: 'seats', used: 0, ...held },
    ]);
  });

  it('counts inboxes, sends, triage and seats as they are, and rounds storage up', async () => {
    const mailbox = await product.mailbox({ tenant: { owner: { email: 'o@example.com', name: 'O' } } });
    await product.mailbox({ tenantId: mailbox.tenantId });
    await receive(mailbox, 'One');
    const body = { to: ['grace@sender.example'], subject: 'Hello', text: 'Hello' };
    expect((await product.send(mailbox, body)).status).toBe(202);
    expect((await product.send(mailbox, body)).status).toBe(202);
    const used = async (name: string) => (await feature(mailbox, name)).used;
    expect(await used('inboxes')).toBe(2);
    expect(await used('sends')).toBe(2);
    expect(await used('triage')).toBe(1);
    expect(await used('storage_gb')).toBe(1);
    expect(await used('seats')).toBe(1);
  });

  it('needs a tenant from platform and partner keys, and shows no other than theirs', async () => {
    const [own, other] = [await product.mailbox(), await product.mailbox()];
    for (const path of ['/v1/usage', '/v1/usage/daily']) {
      const unnamed = await product.call('GET', path);
      expect([unnamed.status, unnamed.body.error.code]).toEqual([400, 'invalid_request']);
      expect(unnamed.body.error.details.errors[0].path).toBe('tenant_id');
      const key = await tenantKey(own);
      const named = (id: string) => product.call('GET', `${path}?tenant_id=${id}`, { key });
      expect((await named(own.tenantId)).status).toBe(200);
      expect((await named(other.tenantId)).body.error.code).toBe('tenant_not_found');
    }
  });

  it('an identity key reads its workspace’s usage, not the daily rows', async () => {
    const mailbox = await product.mailbox();
    const key = await keyOf({ level: 'identity', identity_id: mailbox.id, permissions: ['messages:read'] });
    expect((await product.call('GET', '/v1/usage', { key })).status).toBe(200);
    expect((await product.call('GET', '/v1/usage/daily', { key })).status).toBe(403);
  });
});

describe('GET /v1/usage/daily (2.12, 8.1)', () => {
  it('has a row for each day, and counts today as it is', async () => {
    const mailbox = await product.mailbox();
    await receive(mailbox, 'Counted');
    await product.send(mailbox, { to: ['grace@sender.example'], subject: 'Hello', text: 'Hello' });
    const search = () =>
      product.call('POST', `/v1/identities/${mailbox.id}/search`, { body: { q: 'x', mode: 'keyword' } });
    expect((await search()).status).toBe(200);
    await search();
    const { body } = await product.call('GET', `/v1/usage/daily?tenant_id=${mailbox.tenantId}`);
    expect(body.data).toHaveLength(30);
    const row = body.data.at(-1);
    expect(row).toEqual({
      day: today,
      inbound: 1,
      outbound: 1,
      sends: 1,
      triage: 1,
      search: 2,
      agentic: 0,
      assertions: 0,
      http_signatures: 0,
      ai_neurons: 0,
      storage_bytes: expect.any(Number),
    });
    expect(row.storage_bytes).toBeGreaterThan(500);
    const before = { ...row, day: '2026-11-20', inbound: 0, outbound: 0, sends: 0, triage: 0, search: 0 };
    expect(body.data.at(-2)).toEqual({ ...before, storage_bytes: 0 });
  });

  it('counts assertions', async () => {
    const mailbox = await product.mailbox();
    const key = await keyOf({
      level: 'identity',
      identity_id: mailbox.id,
      permissions: ['identities:sign', 'messages:read'],
    });
    const path = `/v1/identities/${mailbox.id}/assertions`;
    const signed = await product.call('POST', path, { key, body: { audience: 'https://shop.example' } });
    expect(signed.status).toBe(200);
    expect((await dayOf(mailbox)).assertions).toBe(1);
  });

  it('takes at most 92 days, in their order', async () => {
    const { tenantId } = await product.mailbox();
    const read = (from: string, to: string) =>
      product.call('GET', `/v1/usage/daily?tenant_id=${tenantId}&from=${from}&to=${to}`);
    expect((await read('2026-08-21', '2026-11-21')).body.data).toHaveLength(93);
    for (const [from, to] of [
      ['2026-08-20', '2026-11-21'],
      ['2026-11-22', '2026-11-21'],
    ] as const) {
      const refused = await read(from, to);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('the roll-up', () => {
  it('gives the same whenever and however often it runs, also when mail is gone since', async () => {
    const mailbox = await product.mailbox();
    await receive(mailbox, 'First');
    const first = await dayOf(mailbox);
    await rollUp();
    await rollUp();
    expect(await dayOf(mailbox)).toEqual(first);
    now = new Date('2026-11-25T10:00:00.000Z');
    await rollUp();
    await product.services.db.run({
      name: 'test.forget',
      text: 'delete from messages where identity_id = $1',
      values: [mailbox.id],
    });
    expect((await dayOf(mailbox)).inbound).toBe(1);
    await receive(mailbox, 'Second');
    expect((await dayOf(mailbox, '2026-11-25')).inbound).toBe(1);
    expect((await feature(mailbox, 'triage')).used).toBe(2);
    now = new Date('2026-12-01T10:00:00.000Z');
    expect((await feature(mailbox, 'triage')).used).toBe(0);
  });
});
