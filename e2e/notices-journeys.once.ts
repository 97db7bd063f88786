import { expect, type Page } from '@playwright/test';
import { createPerson, linkToken, target } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { test } from './operator.ts';
import { violationsOf } from './page-watch.ts';

// Notices, the request log, the keys of the deployment, and the pages behind links of mails.

const shots = process.env.PM_E2E_SHOTS;

// Axe checks each page twice, and a busy machine is slow.
test.describe.configure({ timeout: 120_000 });

/** Saves pictures of a page if requested, in both themes and at two widths. */
async function show(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Expects that axe finds no faults, in both themes. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Waits for transitions between the themes, because intermediate colours lack contrast.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    expect(await violationsOf(page)).toEqual([]);
  }
}

test('notices are counted, read, and turned off', async ({ signedIn: page, session }) => {
  const { owner } = session.workspace;
  await withDatabase((db) =>
    db.query(
      `insert into notifications (id, tenant_id, user_id, subject, is_held, created_at, kind, summary, path, is_mailed, is_listed)
       select n.id, m.tenant_id, u.id, n.subject, false, now(), n.kind, n.summary, n.path, true, true
       from users u join members m on m.user_id = u.id,
         (values ('01KAS00000000000000000000A', 'The webhook to hooks.example fails', 'webhook_failing',
                  'Each delivery is tried again for three days.', '/console/developers/webhooks'),
                 ('01KAS00000000000000000000B', '3 messages wait in quarantine', 'quarantine_waiting',
                  'They arrived within the last day. Agents do not see them until somebody releases them.', '/console/members'))
           as n (id, subject, kind, summary, path)
       where u.email = $1`,
      [owner.email],
    ),
  );
  await page.goto('/console/notices');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Notices, 2 unread' }).first()).toBeVisible();
  await expectAccessible(page);
  await show(page, 'notices');
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/console\/members$/);
  await page.goto('/console/notices');
  await expect(page.getByRole('link', { name: 'Notices, 1 unread' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('link', { name: 'Notices', exact: true }).first()).toBeVisible();
  await page.getByRole('main').getByText('Unread', { exact: true }).click();
  await expect(page.getByText('You have read everything')).toBeVisible();
  await page.getByText('What you are notified about').click();
  const webhooks = page.getByRole('group', { name: 'Webhooks' });
  const saved = page.waitForResponse((response) => response.url().includes('notices.choose'));
  await webhooks.getByLabel('Mail').uncheck();
  await saved;
  await expectAccessible(page);
  await show(page, 'notice-choices');
  await page.reload();
  await page.getByText('What you are notified about').click();
  await expect(webhooks.getByLabel('Mail')).not.toBeChecked();
  await expect(webhooks.getByLabel('Console')).toBeChecked();
  await expect(page.getByText('Failed jobs')).toHaveCount(0);
});

test('requests are listed, narrowed, and found by the id of an error', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId } = session.workspace;
  const made = await api(target, 'POST', '/v1/keys', {
    name: 'Robot',
    level: 'tenant',
    tenant_id: tenantId,
    permissions: ['identities:read'],
  });
  const call = (path: string) =>
    fetch(`${target.url}${path}`, { headers: { authorization: `Bearer ${made.secret}` } });
  await call('/v1/identities');
  const refused = await call('/v1/identities/idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
  const { request_id } = (await refused.json()).error;
  await page.goto('/console/developers/requests');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'identity_not_found' })).toContainText('Robot');
  await expectAccessible(page);
  await show(page, 'requests');
  await page.getByLabel('Status').selectOption({ label: 'Rejected (4xx)' });
  await expect(rows).toHaveCount(1);
  await page.goto(`/console/developers/requests?request_id=${request_id}`);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText(request_id, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await show(page, 'request');
  await page.getByRole('button', { name: 'All of this key' }).click();
  await expect(rows).toHaveCount(2);
});

test('the operator makes, renews and revokes a key of the platform', async ({ asOperator: page }) => {
  const name = `Provisioning ${Date.now().toString(36)}`;
  await page.goto('/console/platform/keys');
  await expect(page.getByText('Created by the first start')).toBeVisible();
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Only from these networks').fill('203.0.113.0/24');
  await show(page, 'platform-key-form');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/pmk_live_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('only from 203.0.113.0/24');
  await expect(row).toContainText('Olga Petrova');
  await expectAccessible(page);
  await show(page, 'platform-keys');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'New secret…' }).click();
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
});

test('the page of an invitation says who invites, to what and as what', async ({ page, session }) => {
  const { tenantId, peopleId } = session.workspace;
  const guest = await createPerson(peopleId, 'grace');
  await api(target, 'POST', `/v1/tenants/${tenantId}/invitations`, {
    email: guest.email,
    role: 'viewer',
  });
  const token = await linkToken(guest, 1);
  await page.goto(`/console/invitation?token=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Join /);
  await expect(page.getByText('invites you as viewer')).toBeVisible();
  await expect(page.getByText(guest.email)).toBeVisible();
  await expectAccessible(page);
  await show(page, 'invitation');
  await page.getByRole('button', { name: 'Join the workspace' }).click();
  await expect(page).toHaveURL(/\/console$|\/console\/(?!invitation)/);
  await page.goto(`/console/invitation?token=${token}`);
  await expect(page.getByText('This invitation does not work')).toBeVisible();
  await show(page, 'invitation-used');
});

test('the page behind an unsubscribe link asks first, and names the sender', async ({ page, session }) => {
  const { billing } = session.workspace;
  const sent = await api(target, 'POST', `/v1/identities/${billing.id}/messages`, {
    to: ['reader@outside.example'],
    subject: 'News',
    text: 'Hello.',
    unsubscribe: {},
  });
  const raw = await fetch(`${target.url}/v1/identities/${billing.id}/messages/${sent.id}/raw`, {
    headers: { authorization: `Bearer ${target.key}` },
  });
  const url = /^List-Unsubscribe: <([^>]+)>/im.exec((await raw.text()).replaceAll(/\r\n[ \t]/g, ' '))![1]!;
  await page.goto(url.replaceAll(' ', ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Stop mail from .+\?$/);
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  await expectAccessible(page);
  await show(page, 'unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expectAccessible(page);
  await show(page, 'unsubscribed');
});
