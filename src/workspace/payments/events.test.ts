import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { openStripe, payingWorkspace, postEvent, sessionAt } from '#testing/payments.ts';
import type { StripeServer } from '#testing/stripe-server.ts';
import { followPayments } from './follow.ts';

// Stripe's events are verified, processed once, and give the right result in any order.

let api: TestApi;
let stripe: StripeServer;
const START = new Date('2026-11-05T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  const opened = await openStripe(clock);
  stripe = opened.stripe;
  // There is no worker, because the test runs the jobs in an order of its own.
  api = await openTestApi(opened.env, clock);
});
afterAll(async () => {
  await api?.close();
  await stripe?.close();
});

const rows = <T>(text: string, values: unknown[] = []) =>
  api.services.db.rows<T>({ name: `test.${text.length}.${values.length}`, text, values });

const jobsOf = async (customer: string): Promise<number> => {
  const waiting = await rows<{ payload: { customer_id?: string } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'payments.read'`,
  );
  return waiting.filter(({ payload }) => JSON.stringify(payload).includes(customer)).length;
};

async function subscribedWorkspace(name: string) {
  const workspace = await payingWorkspace(api, name);
  const { url } = await workspace.member.payments.checkout({ plan_id: 'team' });
  const session = sessionAt(stripe, url);
  const before = stripe.account.events.length;
  stripe.account.complete(session);
  return { ...workspace, customer: session.customer, events: stripe.account.events.slice(before) };
}

describe('POST /billing/stripe/webhook', () => {
  it('takes only what Stripe has signed, with this secret and now', async () => {
    const { events, customer } = await subscribedWorkspace('signed');
    const [event] = events;
    const good = stripe.signed(event!, clock.time);
    const old = stripe.signed(event!, new Date(clock.time.getTime() - 301_000));
    const forged = [
      { body: good.body, signature: null },
      { body: good.body, signature: '' },
      { body: good.body, signature: 't=1,v1=00' },
      { body: `${good.body} `, signature: good.signature },
      { body: good.body.replace(customer, 'cus_of_somebody_else'), signature: good.signature },
      { body: good.body, signature: good.signature.replace('v1=', 'v0=') },
      old,
    ];
    for (const { body, signature } of forged) {
      const answer = await api.call('POST', '/billing/stripe/webhook', {
        key: null,
        body,
        headers: signature === null ? {} : { 'stripe-signature': signature },
      });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'invalid_signature']);
    }
    expect(await rows('select id from payment_events where id = $1', [event!.id])).toEqual([]);
    expect((await postEvent(api, stripe, event!)).body).toEqual({ status: 'ok' });
  });

  it('acts once upon each event, and not at all upon those that concern nobody', async () => {
    const { events, customer } = await subscribedWorkspace('once');
    const paid = events.find(({ type }) => type === 'invoice.paid')!;
    const before = await jobsOf(customer);
    for (let n = 0; n < 3; n += 1) expect((await postEvent(api, stripe, paid)).status).toBe(200);
    await Promise.all([0, 1, 2].map(() => postEvent(api, stripe, { ...paid, id: `${paid.id}_2` })));
    expect((await jobsOf(customer)) - before).toBe(2);
    const others = [
      { ...paid, id: 'evt_charge', type: 'charge.succeeded' },
      {
        ...paid,
        id: 'evt_product',
        type: 'product.created',
        data: { object: { id: 'prod_1', object: 'product' } },
      },
      { ...paid, id: 'evt_nobody', data: { object: { object: 'invoice', customer: null } } },
    ];
    for (const event of others) expect((await postEvent(api, stripe, event)).status).toBe(200);
    expect((await jobsOf(customer)) - before).toBe(2);
    // A customer in the same Stripe account that is not a workspace.
    await followPayments(api.services, 'cus_stranger');
  });

  it('refuses everything where no secret is set', async () => {
    const { events } = await subscribedWorkspace('secretless');
    const other = await openTestApi(
      { STRIPE_SECRET_KEY: stripe.secretKey, PM_STRIPE_URL: stripe.url },
      clock,
    );
    const off = await openTestApi({}, clock);
    for (const each of [other, off]) {
      const answer = await postEvent(each, stripe, events[0]!);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'invalid_signature']);
      await each.close();
    }
  });
});

/** A seeded generator of numbers below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The number of random orders; 500 in `npm run test:faults`. */
const ORDERS = Number(process.env.PM_TEST_ORDERS ?? 60);

it(`ends in one state in ${ORDERS.toLocaleString('en-US')} random orders`, { timeout: 600_000 }, async () => {
  const { id, member, customer } = await subscribedWorkspace('orders');
  const from = stripe.account.events.findIndex(
    ({ data }) => (data.object as { customer?: string }).customer === customer,
  );
  // A full life cycle: a change, a failed renewal, a retry, a new card, and cancellation at the end of the period.
  await followPayments(api.services, customer);
  await member.payments.change({ plan_id: 'scale', packs: { inboxes: 1 } });
  stripe.account.setCard(customer, 'declines');
  stripe.account.advanceTo(new Date('2026-12-08T12:00:00Z'));
  stripe.account.setCard(customer, 'pays');
  stripe.account.advanceTo(new Date('2026-12-20T00:00:00Z'));
  clock.time = new Date('2026-12-20T00:00:00Z');
  const [subscription] = [...stripe.account.subscriptions.values()].filter(
    (each) => each.customer === customer,
  );
  stripe.account.setCancelAtPeriodEnd(subscription!, true);
  const events = stripe.account.events
    .slice(from)
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer);
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_failed',
      'invoice.payment_succeeded',
    ]),
  );

  const states = new Set<string>();
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const random = randomOf(seed);
    await api.services.db.transaction(async (tx) => {
      for (const text of [
        `update tenants set plan_id = 'free', topups = '{}' where id = $1`,
        `update paid_accounts set subscription_id = null, status = null, plan_id = null, topups = '{}',
           current_period_end = null, cancel_at_period_end = false, grace_until = null where tenant_id = $1`,
        `delete from payment_events where customer_id in (select customer_id from paid_accounts where tenant_id = $1)`,
      ])
        await tx.run({ name: `test.reset.${text.length}`, text, values: [id] });
      await tx.run({ name: 'test.no_jobs', text: 'delete from graphile_worker._private_jobs', values: [] });
    });
    // Some events arrive twice and some never. Each one that was accepted is processed, sometimes concurrently with another.
    const order = events
      .flatMap((event) => (random() < 0.3 ? [event, event] : random() < 0.2 ? [] : [event]))
      .map((event) => ({ event, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ event }) => event);
    await Promise.all(order.map((event) => postEvent(api, stripe, event)));
    const reads = await jobsOf(customer);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(new Set(order.map((event) => event.id)).size);
    await Promise.all(
      Array.from({ length: Math.min(reads, 1 + Math.floor(random() * 3)) }, () =>
        followPayments(api.services, customer),
      ),
    );
    const [state] = await rows<object>(
      `select t.plan_id, t.topups, a.subscription_id, a.status, a.plan_id as paid, a.topups as paid_topups,
         a.current_period_end, a.cancel_at_period_end, a.grace_until
       from tenants t join paid_accounts a on a.tenant_id = t.id where t.id = $1`,
      [id],
    );
    states.add(JSON.stringify(state));
  }
  expect([...states].map((state) => JSON.parse(state))).toEqual([
    {
      plan_id: 'scale',
      topups: { inboxes: 10 },
      subscription_id: subscription!.id,
      status: 'active',
      paid: 'scale',
      paid_topups: { inboxes: 10 },
      current_period_end: '2027-01-05T10:00:00.000Z',
      cancel_at_period_end: true,
      grace_until: null,
    },
  ]);
});

it('an old read never overwrites a newer one', async () => {
  clock.time = new Date(stripe.account.now * 1000);
  const { id, customer } = await subscribedWorkspace('overtaken');
  const { payments } = api.services;
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  // The first read has its response from Stripe, but stores it only after the second read has finished.
  const slow = {
    ...api.services,
    payments: {
      ...payments!,
      subscriptionsOf: async (of: string) => {
        const found = await payments!.subscriptionsOf(of);
        await held;
        return found;
      },
    },
  };
  const first = followPayments(slow, customer);
  const begun = async () =>
    (
      await rows<{ n: number }>('select reads_begun as n from paid_accounts where customer_id = $1', [
        customer,
      ])
    )[0]!.n;
  const already = await begun();
  while ((await begun()) < Math.max(2, already)) await new Promise((done) => setTimeout(done, 5));
  const [subscription] = [...stripe.account.subscriptions.values()].filter(
    (each) => each.customer === customer,
  );
  stripe.account.cancel(subscription!);
  await followPayments(api.services, customer);
  release();
  await first;
  const state = await rows(
    'select t.plan_id, a.status from tenants t join paid_accounts a on a.tenant_id = t.id where t.id = $1',
    [id],
  );
  expect(state).toEqual([{ plan_id: 'free', status: 'canceled' }]);
});
