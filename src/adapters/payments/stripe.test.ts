import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SaleItem } from '#kernel/ports/payments.ts';
import { type StripeServer, startStripeServer } from '#testing/stripe-server.ts';
import { createStripe } from './stripe.ts';

// Stripe's adapter against the API on loopback (docs.stripe.com/api).

const clock = { now: () => new Date('2026-11-05T10:00:00Z') };
let stripe: StripeServer;
beforeEach(async () => {
  stripe = await startStripeServer(clock.now());
});
afterEach(() => stripe.close());

const open = (over: { secretKey?: string; tax?: boolean } = {}) =>
  createStripe(
    {
      url: stripe.url,
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      tax: false,
      ...over,
    },
    clock,
  );

const team: SaleItem = {
  key: 'plan:team',
  name: 'Proofmail Team',
  unitAmount: 2_900,
  currency: 'usd',
  interval: 'month',
};
const sends: SaleItem = { ...team, key: 'topup:sends', name: '10,000 more sends', unitAmount: 800 };

const buy = async (payments = open(), item = team) => {
  const customerId = await payments.createCustomer({ id: 'ten_1', name: 'Northwind', email: null });
  const url = await payments.checkout({
    customerId,
    tenantId: 'ten_1',
    lines: [{ item, quantity: 1 }],
    successUrl: 'https://console.example/console/billing?paid=1',
    cancelUrl: 'https://console.example/console/billing',
  });
  const session = stripe.account.sessions.get(url.split('/').at(-1)!)!;
  return { customerId, session };
};

describe('prices', () => {
  it('are created once, found again by every process, and replaced when the catalogue changes', async () => {
    await Promise.all([buy(open()), buy(open())]);
    await buy(open());
    expect([...stripe.account.prices.values()].map(({ lookup_key }) => lookup_key)).toEqual([
      'proofmail_plan_team_2900_usd_month',
    ]);
    await buy(open(), { ...team, unitAmount: 3_900 });
    expect(stripe.account.prices.size).toBe(2);
  });

  it('of what was bought stay as they were, when something else changes', async () => {
    const payments = open();
    const { session } = await buy(payments);
    stripe.account.complete(session);
    const dearer = { ...team, unitAmount: 3_900 };
    await payments.change(session.subscription!, [
      { item: dearer, quantity: 1 },
      { item: sends, quantity: 2 },
    ]);
    const { items } = stripe.account.subscriptions.get(session.subscription!)!;
    expect(items.data.map(({ price, quantity }) => [price.unit_amount, quantity])).toEqual([
      [2_900, 1],
      [800, 2],
    ]);
    await payments.change(session.subscription!, [{ item: dearer, quantity: 1 }]);
    const [subscription] = await payments.subscriptionsOf(session.customer);
    expect(subscription!.lines).toEqual([{ key: 'plan:team', quantity: 1 }]);
  });
});

it('makes one customer of a tenant, however often it is asked', async () => {
  const tenant = { id: 'ten_1', name: 'Northwind', email: 'ada@example.com' };
  const ids = await Promise.all([1, 2, 3].map(() => open().createCustomer(tenant)));
  expect(new Set(ids).size).toBe(1);
  expect(stripe.account.customers.get(ids[0]!)).toMatchObject({ metadata: { tenant_id: 'ten_1' } });
});

it('leaves taxes to Stripe where they are switched on', async () => {
  const { session } = await buy(open({ tax: true }));
  expect(session.automaticTax).toBe(true);
  expect((await buy(open())).session.automaticTax).toBe(false);
});

it('translates refusals, and never shows a key', async () => {
  const payments = open();
  const { customerId } = await buy(payments);
  const wrongKey = open({ secretKey: 'sk_test_wrong' }).subscriptionsOf(customerId);
  await expect(wrongKey).rejects.toMatchObject({ code: 'upstream_error', details: { provider: 'stripe' } });
  await expect(payments.portal('cus_missing', 'https://console.example')).rejects.toMatchObject({
    code: 'upstream_error',
  });
  stripe.fail(429);
  await expect(payments.subscriptionsOf(customerId)).rejects.toMatchObject({
    code: 'upstream_rate_limited',
    retryAfter: 2,
  });
  stripe.fail(0);
  const gone = await payments.subscriptionsOf(customerId).catch((error) => error);
  expect(gone).toMatchObject({ code: 'upstream_error' });
  expect(JSON.stringify(gone)).not.toContain(stripe.secretKey);
  stripe.fail(null);
  await payments.deleteCustomer('cus_missing');
});
