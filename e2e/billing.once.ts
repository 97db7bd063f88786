import { test as base, expect } from '@playwright/test';
import { type StripeServer, startStripeServer } from '#testing/stripe-server.ts';
import { api, arrived } from './mail-seed.ts';
import { type OwnInstance, startOwnInstance } from './own-instance.ts';
import { expectWhole } from './page-watch.ts';

// A paying workspace in a browser: the product with a stand-in for Stripe on loopback, which posts its events
// automatically.

type Instance = { product: OwnInstance; stripe: StripeServer };

const test = base.extend<object, { instance: Instance }>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const stripe = await startStripeServer(new Date());
      const product = await startOwnInstance({
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        PM_STRIPE_URL: stripe.url,
      });
      stripe.postTo(`${product.url}/billing/stripe/webhook`);
      await use({ product, stripe });
      await stripe.close();
      await product.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/** A workspace whose owner can read their mail here, and the token of the link that signs them in. */
async function workspaceOf(product: OwnInstance) {
  const people = await api(product, 'POST', '/v1/tenants', { slug: 'people', name: 'People', mode: 'live' });
  const owner = await api(product, 'POST', `/v1/tenants/${people.id}/identities`, { username: 'ada' });
  const { id } = await api(product, 'POST', '/v1/tenants', {
    slug: 'northwind',
    name: 'Northwind',
    mode: 'live',
    owner: { email: owner.primary_address, name: 'Ada Lovelace' },
  });
  await arrived(product, owner.id, 1);
  const { data } = await api(product, 'GET', `/v1/identities/${owner.id}/messages`);
  return { id: id as string, token: /\?token=([\w-]+)/.exec(data[0].extracted_text)?.[1] };
}

test('a workspace pays, hits an allowance, tops up, fails a payment, recovers and leaves', async ({
  browser,
  instance: { product, stripe },
}) => {
  test.setTimeout(180_000);
  const { id, token } = await workspaceOf(product);
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  expect((await page.request.post('/api/auth/link', { data: { token } })).ok()).toBe(true);
  const addInbox = (username: string) =>
    api(product, 'POST', `/v1/tenants/${id}/identities`, {
      username,
      owner: { name: 'Ada', email: 'ada@example.com' },
    });

  // An agent hits the allowance, and the refusal leads to the page.
  for (const name of ['a1', 'a2', 'a3']) await addInbox(name);
  const refusal = await addInbox('a4').catch((error: Error) => error.message);
  const upgrade = /"upgrade_url":"([^"]+)"/.exec(String(refusal))?.[1];
  await page.goto(upgrade ?? '/nowhere');
  await expect(page.getByRole('region', { name: 'Current plan' }).getByText('Free')).toBeVisible();
  await expectWhole(page);

  // The owner pays on Stripe's page and returns.
  await page.getByRole('button', { name: 'Buy Team' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const plan = page.getByRole('region', { name: 'Current plan' });
  await expect(plan.getByRole('heading', { name: 'Team' })).toBeVisible();
  await expect(plan.getByText('Active')).toBeVisible();
  await addInbox('a4');

  // The owner buys a top-up.
  await page.getByRole('button', { name: 'Top up' }).click();
  const topUps = page.getByRole('dialog', { name: 'Top-ups' });
  await topUps.getByLabel('Packs of sends').fill('2');
  await expect(topUps.getByText('From the next invoice on')).toBeVisible();
  await expect(topUps.getByText('$45.00')).toBeVisible();
  await topUps.getByRole('button', { name: 'Change top-ups' }).click();
  await expect(page.getByText('Changed the top-ups')).toBeVisible();
  await expect(page.getByText('of 50,000')).toBeVisible();
  await expect(page.getByRole('link', { name: /^PM-0002/ })).toBeVisible();

  // The next payment fails, and a new card pays.
  const [customer] = [...stripe.account.customers.keys()];
  const renewal = [...stripe.account.subscriptions.values()][0]!.items.data[0]!.current_period_end;
  stripe.account.setCard(customer!, 'declines');
  stripe.account.advanceTo(new Date(renewal * 1000));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('A payment failed. The plan Team stays until')).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expectWhole(page);
  await page.getByRole('button', { name: 'Payment details' }).click();
  await page.getByRole('button', { name: 'Save the card' }).click();
  await page.getByRole('link', { name: 'Return to Proofmail' }).click();
  await expect(plan.getByText('Active')).toBeVisible();
  await expect(page.getByText('A payment failed.')).toHaveCount(0);

  // The owner cancels, and learns what will stop working.
  await page.getByRole('button', { name: 'Cancel the subscription' }).click();
  const end = page.getByRole('dialog', { name: 'Cancel the subscription?' });
  await expect(end.getByText('Mailboxes: 4 used, 3 included.')).toBeVisible();
  await expectWhole(page);
  await end.getByRole('button', { name: 'Cancel the subscription' }).click();
  await expect(plan.getByText('After that, the workspace is on the free plan.')).toBeVisible();
  await expect(plan.getByRole('button', { name: 'Keep the plan' })).toBeVisible();
  const last = [...stripe.account.subscriptions.values()][0]!.items.data[0]!.current_period_end;
  stripe.account.advanceTo(new Date(last * 1000));
  await expect(async () => {
    await page.reload();
    await expect(plan.getByRole('heading', { name: 'Free' })).toBeVisible({ timeout: 1000 });
  }).toPass();
});
