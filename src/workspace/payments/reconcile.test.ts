import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStripe, payingWorkspace, sessionAt } from '#testing/payments.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import type { StripeServer } from '#testing/stripe-server.ts';
import { auditRows } from '#testing/tenants.ts';
import { billingReconcile } from './index.ts';

// Changes without an event: the nightly comparison finds them. And the end of an erased workspace's payments.

let product: TestProduct;
let stripe: StripeServer;
const clock = { time: new Date('2026-11-05T10:00:00Z'), now: () => clock.time };

beforeAll(async () => {
  const opened = await openStripe(clock);
  stripe = opened.stripe;
  product = await openTestProduct(opened.env, clock);
});
afterAll(async () => {
  await product?.close();
  await stripe?.close();
});
beforeEach(() => {
  stripe.calls.length = 0;
});

async function subscribedWorkspace(name: string) {
  const workspace = await payingWorkspace(product, name);
  const { url } = await workspace.member.payments.checkout({ plan_id: 'team' });
  const session = sessionAt(stripe, url);
  stripe.account.complete(session);
  await workspace.member.payments.refresh({});
  const subscription = stripe.account.subscriptions.get(session.subscription!)!;
  return { ...workspace, customer: session.customer, subscription };
}

const reconcile = () =>
  billingReconcile.run({
    services: product.services,
    signal: new AbortController().signal,
    progress: async () => {},
  });

const foundIn = async (tenantId: string) =>
  (await auditRows(product, tenantId))
    .filter(({ action }) => action === 'billing.reconcile')
    .map(({ details }) => details.differences);

it('names what differs from Stripe and puts it right; where nothing differs, it says nothing', async () => {
  const [lost, fine] = [await subscribedWorkspace('lost'), await subscribedWorkspace('fine')];
  await reconcile();
  expect([await foundIn(lost.id), await foundIn(fine.id)]).toEqual([[], []]);
  // The event of this cancellation never arrives.
  stripe.account.cancel(lost.subscription);
  await reconcile();
  expect(await foundIn(lost.id)).toEqual([[{ field: 'status', stored: 'active', provider: 'canceled' }]]);
  const usage = await product.call('GET', `/v1/usage?tenant_id=${lost.id}`);
  expect(usage.body.plan).toMatchObject({ plan_id: 'free', status: 'active' });
  await reconcile();
  expect((await foundIn(lost.id)).length).toBe(1);
  expect(await foundIn(fine.id)).toEqual([]);
  await fine.member.payments.change({ packs: { triage: 3 } });
  await reconcile();
  expect(await foundIn(fine.id)).toEqual([]);
});

it('names a workspace that pays twice', async () => {
  const { id, customer, subscription } = await subscribedWorkspace('twice');
  const other = structuredClone(subscription);
  other.id = `${subscription.id}other`;
  stripe.account.subscriptions.set(other.id, other);
  await reconcile();
  expect(await foundIn(id)).toContainEqual(
    expect.arrayContaining([
      { field: 'subscriptions', stored: 1, provider: expect.arrayContaining([subscription.id, other.id]) },
    ]),
  );
  expect(stripe.account.customers.has(customer)).toBe(true);
});

it('reads all subscriptions in pages, however many there are', async () => {
  const { subscription, customer } = await subscribedWorkspace('many');
  for (let n = 0; n < 230; n += 1) {
    const other = structuredClone(subscription);
    Object.assign(other, { id: `sub_many${n}`, status: 'canceled' });
    stripe.account.subscriptions.set(other.id, other);
  }
  const found = await product.services.payments!.subscriptionsOf(customer);
  expect(found.length).toBe(231);
  expect(new Set(found.map(({ id }) => id)).size).toBe(231);
});

it('deletes an erased workspace at Stripe, which ends what it pays', async () => {
  const { id, customer, subscription } = await subscribedWorkspace('erased');
  const { status } = await product.call('POST', '/v1/erasure-requests', {
    body: { tenant_id: id, scope: 'tenant', reason: 'The customer has left.' },
  });
  expect(status).toBe(202);
  await product.eventually(
    async () => stripe.account.customers.has(customer),
    (isThere) => !isThere,
  );
  expect(subscription.status).toBe('canceled');
  expect(
    await product.services.db.rows({
      name: 'test.paid_left',
      text: 'select 1 from paid_accounts where tenant_id = $1',
      values: [id],
    }),
  ).toEqual([]);
});
