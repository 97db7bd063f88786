import { expect } from '@playwright/test';
import { createPerson, linkToken, target, test } from './console-session.ts';
import { api } from './mail-seed.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

test('the policy is changed field by field, within what the platform allows', async ({ signedIn: page }) => {
  await page.goto('/console/policy');
  const recipients = page.getByRole('spinbutton', { name: 'Recipients per message' });
  await recipients.fill('11');
  await expect(page.getByText('Enter 10 or less.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await recipients.fill('5');
  await page.getByRole('switch', { name: 'Triage' }).click();
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The changes apply from now on.')).toBeVisible();
  await page.reload();
  await expect(recipients).toHaveValue('5');
  await expect(page.getByRole('switch', { name: 'Triage' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Reset Recipients per message' }).click();
  await page.getByRole('switch', { name: 'Triage' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The changes apply from now on.')).toBeVisible();
  await expect(recipients).toHaveValue('10');
  await expect(page.getByRole('switch', { name: 'Signed HTTP requests' })).toHaveCount(0);
});

test('an owner sees whom the workspace suppressed, and lifts a complaint with a word for it', async ({
  signedIn: page,
}) => {
  await page.goto('/console/suppressions');
  await page.getByRole('button', { name: 'Suppress an address' }).click();
  const form = page.getByRole('dialog', { name: 'Suppress an address' });
  await form.getByLabel('Address').fill('nobody at all');
  await form.getByRole('button', { name: 'Suppress' }).click();
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Address').fill('Rosa@Angry.example');
  await form.getByLabel('Reason').selectOption('complaint');
  await form.getByRole('button', { name: 'Suppress' }).click();
  await page.getByRole('button', { name: 'Remove rosa@angry.example' }).click();
  const lift = page.getByRole('dialog', { name: 'Send to this address again?' });
  await expect(lift.getByText('rosa@angry.example')).toBeVisible();
  await expect(lift.getByRole('button', { name: 'Allow sending' })).toBeDisabled();
  await lift.getByRole('checkbox').check();
  await lift.getByRole('button', { name: 'Allow sending' }).click();
  await expect(page.getByText('Mail can be sent to rosa@angry.example again')).toBeVisible();
  await page.getByLabel('Look up a full address').fill('rosa@angry.example');
  await page.getByLabel('Look up a full address').press('Enter');
  await expect(page.getByText('This address is not suppressed')).toBeVisible();
});

test('a domain goes on a list, off it, and back', async ({ signedIn: page }) => {
  await page.goto('/console/suppressions?tab=receive');
  const list = page.getByRole('region', { name: 'Blocked senders' });
  await list.getByLabel('Add an address or a domain').fill('@Casino.example');
  await list.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(list.getByText('@casino.example', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Remove @casino.example from the list' }).click();
  await expect(list.getByText('No sender is blocked.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('@casino.example', { exact: true })).toBeVisible();
});

test('usage is read by eye, by keyboard, and in the table', async ({ signedIn: page }) => {
  await page.goto('/console/usage');
  const chart = page.getByRole('group', { name: 'Delivery results' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart.getByRole('status')).toContainText(/Delivered \d/);
  const rate = page.getByRole('group', { name: 'Bounce rate: Billing' });
  await page.getByText('Bounce rate', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Billing', exact: true }).click();
  await rate.focus();
  await page.keyboard.press('End');
  await expect(rate.getByRole('status')).toContainText(/Bounce rate \d+.*earlier no mail/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Limit' })).toBeVisible();
  await page.getByText('Recipient domains', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'simulator.mail.localhost' })).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page.getByRole('table', { name: 'Usage by day' }).getByRole('row')).toHaveCount(8);
  await expect(page.getByText(/\d+ of 5,000/)).toBeVisible();
});

test('a session elsewhere is seen and ended', async ({ signedIn: page, session, browser }) => {
  const { owner } = session.workspace;
  const elsewhere = await browser.newContext({
    baseURL: target.url,
    userAgent: 'Mozilla/5.0 (iPhone) Safari/1',
  });
  await elsewhere.request.post('/api/auth/request', { data: { email: owner.email } });
  const token = await linkToken(owner, 2);
  expect((await elsewhere.request.post('/api/auth/link', { data: { token } })).ok()).toBe(true);
  await page.goto('/console/sessions');
  const other = page.getByRole('button', { name: 'Sign out Safari on iPhone' });
  await other.click();
  await expect(other).toHaveCount(0);
  expect((await elsewhere.request.get('/api/auth/session')).status()).toBe(401);
  await elsewhere.close();
});

test('two tabs are in two workspaces', async ({ signedIn: page, session, context }) => {
  const { owner, peopleId } = session.workspace;
  const slug = `second-${Date.now().toString(36)}`;
  await api(target, 'POST', '/v1/tenants', {
    slug,
    name: 'Southwind',
    owner: { email: owner.email, name: 'Ada' },
  });
  expect(peopleId).toBeTruthy();
  await page.goto('/console/members');
  const account = page.getByRole('button', { name: /^Account of/ });
  await expect(account).toContainText('Northwind');
  const other = await context.newPage();
  await other.goto('/console/members');
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Southwind' }).click();
  await expect(other.getByRole('button', { name: /^Account of/ })).toContainText('Southwind');
  await page.reload();
  await expect(account).toContainText('Northwind');
  await page.goto('/console/policy');
  await expect(page.getByLabel('Name of the workspace')).toHaveValue('Northwind');
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Northwind' }).click();
  await expect(other.getByRole('button', { name: /^Account of/ })).toContainText('Northwind');
});

test('somebody is invited, joins, and is handed the workspace', async ({
  signedIn: page,
  session,
  browser,
}) => {
  const grace = await createPerson(session.workspace.peopleId, 'grace');
  await page.goto('/console/members');
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite a member' });
    await form.getByLabel('Email address').fill(grace.email);
    await form.getByRole('button', { name: 'Send the invitation' }).click();
  };
  await invite();
  await page.getByRole('button', { name: `Revoke the invitation of ${grace.email}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Open invitations')).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: target.url });
  const token = await linkToken(grace, 2);
  expect((await elsewhere.request.post('/api/auth/invitation', { data: { token } })).ok()).toBe(true);
  await elsewhere.close();
  // The page shows automatically that she joined.
  await page.getByRole('button', { name: /^Actions for grace/ }).click();
  await page.getByRole('menuitem', { name: 'Make owner…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer the workspace?' });
  await expect(dialog.getByRole('button', { name: 'Transfer' })).toBeDisabled();
  await dialog.getByLabel('Type the name to confirm').fill('Northwind');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByText(/is now the owner of the workspace/)).toBeVisible();
  await expect(page.getByLabel('Role of Ada Lovelace')).toHaveValue('admin');
  await page.getByRole('button', { name: /^Actions for Ada/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Make owner…' })).toHaveCount(0);
});

test('the front page leads to sign-in, and is Home once somebody is signed in', async ({ page, session }) => {
  await page.goto('/console');
  await expect(page).toHaveURL(/\/console\/sign-in\?next=%2Fconsole$/);
  await page.context().addCookies(session.cookies);
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind' })).toBeVisible();
});
