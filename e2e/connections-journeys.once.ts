import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { openApplication } from './oauth-client.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const SECRET = /pmk_(live|test)_[0-9a-f]{64}/;

const me = async (token: string) => {
  const response = await fetch(`${target.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

test('a person connects an application, sees it and disconnects it', async ({
  signedIn: page,
  session: { workspace },
}, info) => {
  const application = await openApplication(target);
  await page.goto(application.url('identities:read messages:read messages:send'));
  await page.getByRole('radio', { name: /Only these/ }).check();
  for (const { primary_address } of [workspace.billing, workspace.support])
    await page.getByRole('checkbox', { name: primary_address }).check();
  await page.getByRole('checkbox', { name: /messages:send/ }).uncheck();
  await page.getByLabel('How long').selectOption('For a week');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the application' })).toBeVisible();
  const [back] = application.returned;
  expect([back?.get('state'), back?.get('iss')]).toEqual(['from e2e', target.url]);
  const tokens = await application.exchange(back?.get('code') ?? '');
  expect((await me(tokens.access_token!)).body).toMatchObject({
    name: 'Claude Desktop',
    level: 'identity',
    identity_id: null,
    identity_ids: [workspace.billing.id, workspace.support.id],
    permissions: ['identities:read', 'messages:read'],
  });
  await page.goto('/console/developers/applications');
  await expect(page.getByText('Connected by you')).toBeVisible();
  await expect(page.getByText(`${workspace.billing.primary_address}, `)).toBeVisible();
  await page.screenshot({ path: info.outputPath('connected.png') });
  await page.goto('/console/developers/keys');
  await expect(page.getByText('Connected app', { exact: true })).toBeVisible();
  await page.goto('/console/developers/applications');
  await page.getByRole('button', { name: 'Disconnect Claude Desktop' }).click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByText('No application is connected')).toBeVisible();
  expect((await me(tokens.access_token!)).body.error.code).toBe('key_revoked');
  application.close();
});

test('a person refuses, and the application learns it', async ({ signedIn: page }) => {
  const application = await openApplication(target, 'Nosy');
  await page.goto(application.url('messages:read'));
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the application' })).toBeVisible();
  expect(application.returned[0]?.get('error')).toBe('access_denied');
  application.close();
});

test('a device is connected by its code', async ({ signedIn: page }) => {
  const application = await openApplication(target, 'proofmail CLI');
  const { device_code, user_code } = await application.device('messages:read');
  expect((await application.poll(device_code!)).error).toBe('authorization_pending');
  await page.goto('/console/device');
  await page.getByLabel('Code').fill(user_code!.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('status')).toContainText('Go back to your device');
  const tokens = await application.poll(device_code!);
  expect((await me(tokens.access_token!)).body.permissions).toEqual(['messages:read']);
  application.close();
});

test('who is signed out decides after signing in', async ({ page }) => {
  const application = await openApplication(target);
  await page.goto(application.url('messages:read'));
  await expect(page).toHaveURL(/\/console\/sign-in\?next=%2Fconsole%2Fauthorize%3Frequest%3D[\w-]{43}$/);
  application.close();
});

test('a key gets a new secret, and one that works only from some networks', async ({
  signedIn: page,
}, info) => {
  await page.goto('/console/developers/keys?new=1');
  await page.getByLabel('Name').fill('Networked agent');
  await page.getByLabel('Only from these networks').fill('203.0.113.0/33');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('Use an address or a network')).toBeVisible();
  await page.getByLabel('Only from these networks').fill('203.0.113.0/24, 2001:db8::/32');
  await page.getByRole('button', { name: 'Create key' }).click();
  const notice = page.getByRole('dialog', { name: 'Your new key' });
  const first = SECRET.exec((await notice.textContent()) ?? '')?.[0] ?? '';
  expect((await me(first)).body.error.code).toBe('key_source_denied');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(/by Ada Lovelace.*only from 203\.0\.113\.0\/24, 2001:db8::\/32/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('keys.png') });
  await page.getByRole('button', { name: 'Actions for Networked agent' }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await page.getByLabel('How long the current secret').selectOption('Stops now');
  await page.getByRole('button', { name: 'Create new secret' }).click();
  const second = SECRET.exec((await notice.textContent()) ?? '')?.[0] ?? '';
  expect(second).not.toBe(first);
  expect((await me(first)).body.error.code).toBe('key_revoked');
  expect((await me(second)).body.error.code).toBe('key_source_denied');
});
