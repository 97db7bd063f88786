import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedFor } from '#testing/captured.ts';
import { asMember, openStripe, payingWorkspace, postEvent, sessionAt } from '#testing/payments.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import type { StripeServer } from '#testing/stripe-server.ts';
import { auditRows } from '#testing/tenants.ts';
import { jobs } from './jobs.ts';

// A workspace as a paying customer (spec 2.12, 4.3, 6.4 billing.*, 7.2 plan_managed_by_stripe), against Stripe on loopback.

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

/** Posts every event that happened since the last call. */
let posted = 0;
async function deliver(): Promise<void> {
  const fresh = stripe.account.events.slice(posted);
  posted += fresh.length;
  for (const event of fresh) expect((await postEvent(product, stripe, event)).status).toBe(200);
}

/** Advances the clock here and at Stripe. */
async function passTo(time: string): Promise<void> {
  clock.time = new Date(time);
  stripe.account.advanceTo(clock.time);
  await deliver();
}

const usageOf = async (tenantId: string) =>
  (await product.call('GET', `/v1/usage?tenant_id=${tenantId}`)).body;
const planOf = (tenantId: string, satisfied: (plan: Record<string, unknown>) => boolean) =>
  product.eventually(async () => (await usageOf(tenantId)).plan, satisfied);
const grantedOf = async (tenantId: string, feature: string) =>
  (await usageOf(tenantId)).features.find((each: { feature: string }) => each.feature === feature).granted;

const toldOf = (tenantId: string) =>
  product.services.db.rows<{ type: string; data: Record<string, unknown> }>({
    name: 'test.billing_events',
    text: `select type, data from events where tenant_id = $1 and type like 'billing.%' order by id`,
    values: [tenantId],
  });

const runJob = (name: string) =>
  jobs
    .find((job) => job.name === name)!
    .run({ services: product.services, attempt: 1, signal: new AbortController().signal }, {} as never);

const addInbox = (tenantId: string, username: string) =>
  product.call('POST', `/v1/tenants/${tenantId}/identities`, {
    body: { username, owner: { name: 'Ada', email: 'ada@example.com' } },
  });

describe('a workspace that pays', () => {
  it('hits an allowance, buys a plan, tops up, fails, recovers and leaves', async () => {
    const { id, email, member } = await payingWorkspace(product, 'journey');
    for (const n of [1, 2, 3]) expect((await addInbox(id, `j${n}`)).status).toBe(201);
    const refused = await addInbox(id, 'j4');
    expect([refused.status, refused.body.error.details.upgrade_url]).toEqual([
      402,
      'https://console.example/console/billing',
    ]);

    // The workspace buys the plan on Stripe's page.
    const { url } = await member.payments.checkout({ plan_id: 'team' });
    stripe.account.complete(sessionAt(stripe, url));
    await deliver();
    expect(await planOf(id, ({ plan_id }) => plan_id === 'team')).toEqual({
      plan_id: 'team',
      status: 'active',
      current_period_end: '2026-12-05T10:00:00.000Z',
      cancel_at_period_end: false,
    });
    expect((await addInbox(id, 'j4')).status).toBe(201);
    await expect(member.payments.checkout({ plan_id: 'team' })).rejects.toMatchObject({
      cause: { code: 'subscription_exists' },
    });
    const operator = await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { plan_id: 'scale' } });
    expect([operator.status, operator.body.error.code]).toEqual([409, 'plan_managed_by_stripe']);

    // It tops up. Half of the month is left, so half of the price of two packs is charged at once.
    await passTo('2026-11-20T10:00:00Z');
    expect(await member.payments.preview({ sends: 2 })).toMatchObject({
      due_now: 800,
      per_interval: 2_900 + 1_600,
      currency: 'usd',
      stops: [],
    });
    await member.payments.change({ packs: { sends: 2 } });
    expect(await grantedOf(id, 'sends')).toBe(50_000);
    expect((await usageOf(id)).topups).toEqual({ inboxes: 0, sends: 20_000, triage: 0 });
    const account = await product.call('GET', `/v1/tenants/${id}/billing`);
    expect(account.body).toMatchObject({ plan: { plan_id: 'team' }, topups: { sends: 20_000 } });
    expect(
      (await member.payments.list_invoices({})).data.map(({ total, status }) => [total, status]),
    ).toEqual([
      [800, 'paid'],
      [2_900, 'paid'],
    ]);

    // It changes to a larger plan.
    await member.payments.change({ plan_id: 'scale' });
    expect(await grantedOf(id, 'sends')).toBe(320_000);

    // The next payment fails. The plan stays for a week.
    stripe.account.setCard([...stripe.account.customers.keys()][0]!, 'declines');
    await passTo('2026-12-05T11:00:00Z');
    await planOf(id, ({ status }) => status === 'past_due');
    expect((await member.payments.overview({})).grace_until).toBe('2026-12-12T10:00:00.000Z');
    expect(await grantedOf(id, 'sends')).toBe(320_000);
    await product.eventually(
      () => capturedFor(product.services.db, email),
      (mails) => mails.filter(({ subject }) => subject?.endsWith('a payment failed')).length === 1,
    );

    // The week is over, and the invoice is still unpaid.
    await passTo('2026-12-12T10:01:00Z');
    await runJob('payments.end_graces');
    expect(await planOf(id, ({ plan_id }) => plan_id === 'free')).toMatchObject({ status: 'past_due' });
    expect(await grantedOf(id, 'sends')).toBe(3_000);
    expect((await addInbox(id, 'j5')).status).toBe(402);

    // A new card pays the open invoice on Stripe's own page.
    const portal = await member.payments.open_portal({});
    await fetch(portal.url, { method: 'POST', body: new URLSearchParams({ card: 'pays' }) });
    await deliver();
    await planOf(id, ({ plan_id, status }) => plan_id === 'scale' && status === 'active');
    expect(await grantedOf(id, 'sends')).toBe(320_000);

    // It cancels at the end of the paid period.
    await member.payments.change({ cancel_at_period_end: true });
    expect((await usageOf(id)).plan).toMatchObject({ plan_id: 'scale', cancel_at_period_end: true });
    await passTo('2027-01-05T10:00:00Z');
    expect(await planOf(id, ({ plan_id }) => plan_id === 'free')).toEqual({
      plan_id: 'free',
      status: 'active',
      current_period_end: '2027-02-01T00:00:00.000Z',
      cancel_at_period_end: false,
    });
    expect((await usageOf(id)).topups).toEqual({ inboxes: 0, sends: 0, triage: 0 });
    expect(
      (await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { plan_id: 'team' } })).status,
    ).toBe(200);

    const told = await toldOf(id);
    expect(told.filter(({ type }) => type !== 'billing.limit_reached')).toEqual([
      planChanged('free', 'team', 'checkout'),
      planChanged('team', 'scale', 'portal'),
      { type: 'billing.payment_failed', data: { grace_until: '2026-12-12T10:00:00.000Z' } },
      planChanged('scale', 'free', 'payment_failed_grace_ended'),
      planChanged('free', 'scale', 'payment_recovered'),
      planChanged('scale', 'free', 'canceled'),
      planChanged('free', 'team', 'operator'),
    ]);
    const audited = (await auditRows(product, id)).filter(({ action }) => action === 'billing.update');
    expect(audited.map(({ details }) => details.reason)).toEqual([
      'checkout',
      'portal',
      'portal',
      'payment_failed_grace_ended',
      'payment_recovered',
      'canceled',
      undefined,
    ]);
    expect(audited[1]).toMatchObject({
      actor_user_id: expect.any(String),
      details: { topups: { sends: 20_000 } },
    });
  });

  it('changes nothing when the card is declined, and keeps its plan when Stripe is away', async () => {
    const { id, member } = await payingWorkspace(product, 'declined');
    const { url } = await member.payments.checkout({ plan_id: 'team' });
    const session = sessionAt(stripe, url);
    stripe.account.complete(session);
    await member.payments.refresh({});
    expect((await usageOf(id)).plan.plan_id).toBe('team');

    stripe.account.setCard(session.customer, 'declines');
    await expect(member.payments.change({ plan_id: 'scale' })).rejects.toMatchObject({
      cause: { code: 'payment_declined', details: { decline_code: 'generic_decline' } },
    });
    expect((await usageOf(id)).plan.plan_id).toBe('team');

    stripe.fail(503);
    await expect(member.payments.change({ plan_id: 'scale' })).rejects.toMatchObject({
      cause: { code: 'upstream_error' },
    });
    stripe.fail(null);
    expect((await usageOf(id)).plan).toMatchObject({ plan_id: 'team', status: 'active' });
    await deliver();
  });

  it('says what a smaller plan would stop, and prorates what is given back', async () => {
    const { id, member } = await payingWorkspace(product, 'smaller');
    const { url } = await member.payments.checkout({ plan_id: 'scale' });
    stripe.account.complete(sessionAt(stripe, url));
    await member.payments.refresh({});
    for (let n = 0; n < 26; n += 1) expect((await addInbox(id, `s${n}`)).status).toBe(201);
    const team = await member.payments.preview({ plan_id: 'team' });
    expect(team).toEqual({
      due_now: 2_900 - 19_900,
      per_interval: 2_900,
      currency: 'usd',
      stops: [{ feature: 'inboxes', used: 26, granted: 25 }],
    });
    expect((await member.payments.preview({ plan_id: 'team', inboxes: 1 })).stops).toEqual([]);
    expect((await member.payments.preview({ plan_id: 'free' })).stops).toEqual([
      { feature: 'inboxes', used: 26, granted: 3 },
    ]);
    await member.payments.change({ plan_id: 'team' });
    expect((await usageOf(id)).features[0]).toMatchObject({ granted: 25, used: 26, remaining: 0 });
    expect((await addInbox(id, 's26')).status).toBe(402);
    await deliver();
  });

  it('opens one page at a time, so that two tabs are not two subscriptions', async () => {
    const { member } = await payingWorkspace(product, 'tabs');
    const first = await member.payments.checkout({ plan_id: 'team' });
    const second = await member.payments.checkout({ plan_id: 'scale' });
    expect(sessionAt(stripe, first.url).status).toBe('expired');
    expect(sessionAt(stripe, second.url).status).toBe('open');
    expect(() => stripe.account.complete(sessionAt(stripe, first.url))).toThrow();
  });

  it('refuses what cannot be bought, with the field and a way out', async () => {
    const { id, member } = await payingWorkspace(product, 'refusals');
    const refusals: [() => Promise<unknown>, object][] = [
      [() => member.payments.checkout({ plan_id: 'free' }), { code: 'invalid_request' }],
      [() => member.payments.checkout({ plan_id: 'gold' }), { code: 'invalid_request' }],
      [() => member.payments.change({ plan_id: 'team' }), { code: 'subscription_missing' }],
      [() => member.payments.change({}), { code: 'invalid_request' }],
      [() => member.payments.preview({ plan_id: 'team' }), { code: 'subscription_missing' }],
      [() => member.payments.open_portal({}), { code: 'subscription_missing' }],
      [() => member.payments.change({ packs: { sends: 101 } }), { code: 'invalid_request' }],
      [
        () => asMember(product, id, 'viewer').payments.checkout({ plan_id: 'team' }),
        { code: 'permission_denied' },
      ],
    ];
    for (const [refused, cause] of refusals) await expect(refused()).rejects.toMatchObject({ cause });
    expect((await member.payments.list_invoices({})).data).toEqual([]);
    await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { mode: 'exempt' } });
    await expect(member.payments.checkout({ plan_id: 'team' })).rejects.toMatchObject({
      cause: { code: 'payments_disabled' },
    });
  });
});

const planChanged = (from_plan: string, to_plan: string, reason: string) => ({
  type: 'billing.plan_changed',
  data: { from_plan, to_plan, reason },
});
