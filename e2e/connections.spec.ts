import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { openApplication } from './oauth-client.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

// The pages on which a person decides about an application, and the list of those that are connected.

const SCOPE = 'identities:read messages:read messages:send attachments:read search:read keys:manage';

test('the consent page is whole and accessible', async ({ signedIn: page, baseURL }, info) => {
  const application = await openApplication(target);
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto(application.url(SCOPE));
  await expect(page.getByRole('heading', { name: 'Connect Claude Desktop?' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /messages:send/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /keys:manage/ })).not.toBeChecked();
  await expectWhole(page);
  await page.getByRole('radio', { name: /Only these/ }).check();
  await expect(page.getByRole('group', { name: 'Identities' }).getByRole('checkbox')).not.toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Allow' })).toBeDisabled();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('consent.png'), fullPage: true });
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  application.close();
});

test('the page for devices is whole and accessible', async ({ signedIn: page, baseURL }, info) => {
  const application = await openApplication(target, 'proofmail CLI');
  const { user_code, verification_uri_complete } = await application.device('messages:read');
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto(verification_uri_complete!);
  await expect(page.getByLabel('Code')).toHaveValue(user_code!);
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('device.png'), fullPage: true });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Connect proofmail CLI?' })).toBeVisible();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('device-consent.png'), fullPage: true });
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  application.close();
});

test('a dead request and the empty list say what to do', async ({ signedIn: page }, info) => {
  await page.goto(`/console/authorize?request=${'x'.repeat(43)}`);
  await expect(page.getByText('Start again in the application')).toBeVisible();
  await expectWhole(page);
  await page.goto('/console/developers/applications');
  await expect(page.getByRole('heading', { name: 'Connected apps' })).toBeVisible();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('applications.png') });
});
