import { expect, type Page, test as plain } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';
import { expectWhole } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** An empty workspace, with its owner's session in this page. */
async function enterNewWorkspace(page: Page): Promise<{ id: string; slug: string }> {
  const slug = `new${Date.now().toString(36)}`;
  const email = `${slug}@example.com`;
  const { id } = await api(target, 'POST', '/v1/tenants', {
    slug,
    name: 'Fresh Start',
    mode: 'live',
    owner: { email, name: 'Emma Noether' },
  });
  let token: string | undefined;
  await expect(async () => {
    const { data } = await api(target, 'GET', '/v1/platform/outbox');
    const mail = data.find(({ envelope_to }: { envelope_to: string[] }) => envelope_to.includes(email));
    const { text } = await api(target, 'GET', `/v1/platform/outbox/${mail?.id}`);
    token = /sign-in\?token=([\w-]+)/.exec(text)?.[1];
    expect(token).toBeTruthy();
  }).toPass();
  const answer = await page.request.post('/api/auth/link', { data: { token } });
  expect(answer.ok()).toBe(true);
  return { id, slug };
}

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'textbox' | 'radio'): Promise<void> {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}.`);
}

test('the set-up of a workspace, by keyboard alone, ticks itself', async ({ page }) => {
  // The test waits for mail and for a key's first use to be recorded, which takes long on a slow machine.
  test.setTimeout(180_000);
  await enterNewWorkspace(page);
  await page.goto('/console');
  const step = (name: string) => page.getByTestId(`step-${name}`);
  await expect(page.getByText('0 of 7 done')).toBeVisible();
  await tabTo(page, 'Username', 'textbox');
  // The server's error is shown at the field, and no input is lost.
  await page.keyboard.type('Not A Name!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('scout');
  await page.keyboard.press('Enter');
  await expect(step('mailbox')).toHaveAttribute('data-done', 'true');
  await expect(step('mailbox')).toContainText('scout.');
  await tabTo(page, 'Send it a test message', 'button');
  await page.keyboard.press('Enter');
  await expect(step('mail_received')).toHaveAttribute('data-done', 'true', { timeout: 60_000 });
  await expect(step('mail_received')).toContainText('Hello from your own mailbox');
  await tabTo(page, 'Create key', 'button');
  await page.keyboard.press('Enter');
  await expect(step('key')).toHaveAttribute('data-done', 'true');
  const secret = /pmk_live_\w+/.exec((await step('key').locator('pre').textContent()) ?? '')?.[0] ?? '';
  await expect(step('agent')).toContainText(secret);
  const called = await fetch(`${target.url}/v1/identities`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(called.status).toBe(200);
  await expect(step('agent').or(page.getByText('Get more out of it'))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get more out of it' })).toBeVisible({ timeout: 90_000 });
  // The remaining steps are optional and are also done on this page.
  await tabTo(page, /Decide what a person approves/, 'button');
  await page.keyboard.press('Enter');
  await tabTo(page, 'None', 'radio');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Save', 'button');
  await page.keyboard.press('Enter');
  await expect(step('approval')).toHaveAttribute('data-done', 'true');
  await expectWhole(page);
});

test('what needs a person is acted on where it stands', async ({ signedIn: page, session }) => {
  const { support, billing, tenantId } = session.workspace;
  // Once a key has made a call, the set-up is complete.
  const key = await api(target, 'POST', '/v1/keys', {
    name: 'Agent',
    level: 'identity',
    identity_id: billing.id,
    permissions: ['identities:read'],
  });
  await fetch(`${target.url}/v1/identities`, { headers: { authorization: `Bearer ${key.secret}` } });
  // A separate quarantined message, because other tests need those that the mailbox began with.
  const hold = (on_auth_fail: boolean) =>
    api(target, 'PATCH', `/v1/tenants/${tenantId}`, { policy: { quarantine: { on_auth_fail } } });
  await hold(true);
  const { data: before } = await api(target, 'GET', `/v1/identities/${support.id}/messages?limit=100`);
  const parcel = { subject: 'A parcel waits', text: 'Your parcel waits at the counter.' };
  await deliver(target, [{ from: 'noreply@parcels.example', to: support.primary_address, ...parcel }]);
  await arrived(target, support.id, before.length + 1);
  await hold(false);
  await api(target, 'PATCH', `/v1/identities/${support.id}`, { status: 'paused' });
  await page.goto('/console');
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
  const paused = page.getByTestId('needs-identities');
  await expect(paused).toContainText('Support');
  await paused.getByRole('button', { name: 'Resume' }).click();
  await expect(paused).toHaveCount(0);
  const held = page.getByTestId('needs-held');
  const parcelRow = held.getByRole('listitem').filter({ hasText: parcel.subject });
  await parcelRow.getByRole('button', { name: 'Release…' }).click();
  await page.getByLabel('Why is it safe?').fill('I know the sender.');
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Released to the inbox')).toBeVisible();
  const sends = page.getByTestId('needs-sends');
  await sends.getByRole('button', { name: 'Was it sent?' }).first().click();
  await page.getByRole('button', { name: 'It was sent' }).click();
  await expect(sends.getByRole('button', { name: 'Was it sent?' })).toHaveCount(0);
  const { status } = await api(target, 'GET', `/v1/identities/${support.id}`);
  expect(status).toBe('active');
  expect(tenantId).toMatch(/^ten_/);
});

test('the command menu lands on a pasted id, on a mail by its words, and acts on the open page', async ({
  signedIn: page,
  session,
}) => {
  const { billing, mail } = session.workspace;
  const { data } = await api(target, 'GET', `/v1/identities/${billing.id}/threads?limit=50`);
  const thread = data.find(({ subject }: { subject: string }) => subject.startsWith('Invoice 2026-114'));
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const jump = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill(text);
  };
  await jump(thread.id);
  await page.getByRole('option', { name: thread.id }).click();
  await expect(page).toHaveURL(new RegExp(`${mail}/${thread.id}`));
  await expect(page.getByRole('button', { name: 'Reply', exact: true }).first()).toBeVisible();
  await jump('Labels');
  await page.getByRole('option', { name: /^Labels/ }).click();
  await expect(page.getByRole('dialog', { name: 'Labels' })).toBeVisible();
  await page.keyboard.press('Escape');
  await jump(billing.id);
  await page.getByRole('option', { name: billing.id }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await jump('warehouse');
  await page.getByRole('option', { name: /Invoice 2026-114/ }).click();
  await expect(page).toHaveURL(new RegExp(thread.id));
  await jump('msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
  await expect(page.getByText('Nothing in this workspace has this id.')).toBeVisible();
});

test('an ended session offers to sign in and loses nothing', async ({ signedIn: page, session, context }) => {
  await page.goto('/console/profile');
  await page.getByLabel('Name').fill('Ada King');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByRole('link', { name: 'Sign in in a new tab' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await context.addCookies(session.cookies);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue('Ada King');
});

test('a secret that is shown once stays until somebody says that they have it', async ({
  signedIn: page,
}) => {
  await page.goto('/console/developers/keys?new=1');
  await page.getByLabel('Name').fill('Short-lived');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  await expect(dialog.getByText('pmk_live_').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a long page does not scroll away to nothing', async ({ signedIn: page }) => {
  for (const path of ['/console/developers/connect', '/console/usage']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('End');
    await page.mouse.wheel(0, 20_000);
    await page.evaluate(() => window.scrollTo(0, 100_000));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

plain('somebody signed out learns nothing of the deployment at /console', async ({ page }) => {
  await page.goto('/console');
  await expect(page).toHaveURL(/\/console\/sign-in\?next=/);
  const text = (await page.locator('body').textContent()) ?? '';
  for (const word of ['Version', 'SMTP', 'platform-key', 'PM_']) expect(text).not.toContain(word);
});

test('mail with an address is exported and erased, with its progress', async ({
  signedIn: page,
  session,
}) => {
  test.setTimeout(90_000);
  await page.goto('/console/privacy?tab=exports');
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByLabel('Address').fill('joan@clarke.example');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 });
  await page.goto('/console/privacy');
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByLabel('Address').fill('joan@clarke.example');
  const { slug } = await api(target, 'GET', `/v1/tenants/${session.workspace.tenantId}`);
  await page.getByLabel('Type the short name').fill(slug);
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  const row = page.getByRole('article', { name: 'Everything with an address' });
  await expect(row).toContainText('Erased: Messages', { timeout: 30_000 });
  await page.goto('/console/privacy?tab=holds');
  await page.getByRole('button', { name: 'Place a hold…' }).click();
  await page.getByLabel('What is held').selectOption('tenant');
  await page.getByLabel('Reason').fill('Case 2026-114');
  await page.getByRole('button', { name: 'Place the hold' }).click();
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Released').first()).toBeVisible();
});
