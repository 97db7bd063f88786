import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { sql } from '#kernel/data/database.ts';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Usage calls that only the console makes.

let product: MailProduct;
const now = new Date('2026-11-21T10:00:00.000Z');
const today = '2026-11-21';

beforeAll(async () => {
  product = await openMailProduct({}, { now: () => now });
  // Jobs are due by the database's clock, for which the messages' time is past.
  await product.stopWorker();
});
afterAll(() => product.close());

describe('the usage page', () => {
  it('has deliveries by day and outcome, and what is used of the daily caps', async () => {
    const mailbox = await product.mailbox({ tenant: { policy: { tenant_daily_send_cap: 3 } } });
    const key = { name: 'k', level: 'tenant', tenant_id: mailbox.tenantId, permissions: ['messages:read'] };
    const { secret } = (await product.call('POST', '/v1/keys', { body: key })).body;
    const caller = createCaller({
      actor: await product.services.authenticate(`Bearer ${secret}`),
      services: product.services,
      requestId: 'req_test',
      idempotencyKey: null,
    });
    // Nobody sends the messages, so that only this test decides how their deliveries end.
    const later = { subject: 'Hello', text: 'Hello', send_at: '2026-11-21T12:00:00.000Z' };
    for (const to of [['ada@sender.example', 'gone@sender.example'], ['ada@sender.example']]) {
      const { status, body } = await product.send(mailbox, { ...later, to });
      expect([status, body.error]).toEqual([202, undefined]);
    }
    await product.services.db.run(sql`
      update deliveries d set status = case when d.address like 'ada@%' then 'delivered' else 'bounced' end
      from sends s where s.message_id = d.message_id and s.identity_id = ${mailbox.id}`);
    expect((await caller.usage.outcomes({ from: today, to: today })).data).toEqual([
      { day: today, status: 'bounced', many: 1 },
      { day: today, status: 'delivered', many: 2 },
    ]);
    expect((await caller.usage.outcomes({ from: '2026-11-01', to: '2026-11-20' })).data).toEqual([]);
    await expect(caller.usage.outcomes({ from: '2026-01-01', to: today })).rejects.toMatchObject({
      cause: { code: 'invalid_request' },
    });
    const amounts = { handed_over: 3, delivered: 2, bounced: 1, complained: 0 };
    await product.services.db.run(sql`
      update deliveries d set is_taken = true from sends s where s.message_id = d.message_id and s.identity_id = ${mailbox.id}`);
    const rates = await caller.usage.rates({ from: today, to: today });
    const ofToday = { days: [{ day: today, ...amounts }], before: [] };
    expect(rates).toEqual({
      limits: { min_sends: 50, bounce_rate: expect.any(Number), complaint_rate: expect.any(Number) },
      data: [
        { key: null, name: null, ...ofToday },
        { key: mailbox.id, name: expect.any(String), ...ofToday },
      ],
    });
    // The previous period has as many days as the requested one.
    const next = await caller.usage.rates({ from: '2026-11-22', to: '2026-11-22', by: 'recipient_domain' });
    expect(next.data.map(({ key, days, before }) => [key, days, before])).toEqual([
      [null, [], [{ day: today, ...amounts }]],
      ['sender.example', [], [{ day: today, ...amounts }]],
    ]);
    const from = await caller.usage.rates({ from: today, to: today, by: 'sending_domain' });
    expect(from.data.map(({ key }) => key)).toEqual([null, mailbox.address.split('@')[1]]);
    expect(await caller.usage.caps({})).toEqual({
      timezone: 'UTC',
      resets_at: '2026-11-22T00:00:00.000Z',
      sends: { used: 2, cap: 3 },
      agentic: { used: 0, cap: 500 },
      identities: [{ identity_id: mailbox.id, display_name: expect.any(String), used: 2, cap: 500 }],
    });
  });
});
