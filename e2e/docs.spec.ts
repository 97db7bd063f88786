import { expect } from '@playwright/test';
import { test } from './console-session.ts';
import { expectWhole, watchPage } from './page-watch.ts';

const pages = [
  '/docs',
  '/docs/guides/quick-start',
  '/docs/connect/cursor',
  '/docs/messages',
  '/docs/spec/7-errors',
];

for (const path of pages)
  test(`${path} is whole and accessible`, async ({ page, baseURL }) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectWhole(page);
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });

test('the search finds guides and operations by keyboard', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('webhook receiver');
  await expect(page.getByRole('option').first()).toContainText('Webhooks');
  await page.getByRole('combobox').fill('reply to all');
  await expect(page.getByRole('option', { selected: true })).toContainText('Reply to all recipients');
  await expectWhole(page, 'search, [role=search]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/messages#messages\.reply_all$/);
  await page.getByRole('combobox').fill('zzz nothing like it');
  await expect(page.getByRole('status')).toHaveText('Nothing found for “zzz nothing like it”.');
});

test('a stranger who tries an operation is asked to sign in, and comes back', async ({ page }) => {
  await page.goto('/docs/identities');
  await page.locator('#identities\\.list details.try > summary').click();
  const link = page.locator('#identities\\.list').getByRole('link', { name: 'Sign in' });
  await expect(link).toHaveAttribute('href', '/console/sign-in?next=%2Fdocs%2Fidentities');
});

test('somebody who is signed in tries operations, and changes ask first', async ({
  signedIn: page,
  session,
}) => {
  test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');
  const { billing } = session.workspace;
  await page.goto('/docs/identities');
  const reads = page.locator('#identities\\.get, #identities\\.read').first();
  await reads.locator('details.try > summary').click();
  await expect(reads.getByText('As Ada Lovelace in Northwind')).toBeVisible();
  await reads.getByLabel('identity_id').fill(billing.id);
  await reads.getByRole('button', { name: 'Send' }).click();
  await expect(reads.locator('output')).toContainText('200');
  await expect(reads.locator('output')).toContainText(billing.primary_address);
  await expectWhole(page, '#identities\\.get, #identities\\.read');

  await page.goto('/docs/identities');
  const update = page.locator('#identities\\.update');
  await update.locator('details.try > summary').click();
  await update.getByLabel('identity_id').fill(billing.id);
  await update.getByLabel(/^Body/).fill('{"purpose": "Tried from the documents"}');
  await update.getByRole('button', { name: 'Send PATCH…' }).click();
  const ask = page.getByRole('dialog', { name: 'Send this request?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(update.locator('output')).toBeHidden();
  await update.getByRole('button', { name: 'Send PATCH…' }).click();
  await ask.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(update.locator('output')).toContainText('"purpose": "Tried from the documents"');
});
