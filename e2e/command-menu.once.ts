import { expect, type Page } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';

// Every action on the open object, and every new object, from the keyboard (issue 26, point 6).

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' });

/** Opens the menu, finds the command by its name and runs it. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await menu(page).getByRole('combobox').fill(name);
  await menu(page).getByRole('option', { name }).first().click();
}

test('the menu has every button of the open page', async ({ signedIn: page, session }) => {
  const { mail, billing } = session.workspace;
  await page.goto(mail);
  await page.getByRole('link', { name: /Invoice 2026-114/ }).click();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await command(page, 'Raw message');
  await expect(page.getByRole('dialog', { name: 'Raw message' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command(page, 'Delete the conversation…');
  await expect(page.getByRole('dialog', { name: 'Delete this conversation?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`/console/identities/${billing.id}`);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await command(page, 'Pause');
  await expect(page.getByText('Paused. It receives mail but does not send.')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('the menu opens by what was pressed before the scripts and the session were there, on any page', async ({
  signedIn: page,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/_next\/static\/.*\.js|\/api\/auth\/session/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/console/identities', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'proofmailEarly' in window);
  await page.keyboard.press('Control+k');
  letGo();
  await expect(menu(page).getByRole('combobox')).toBeFocused();
});

test('a form for something new opens again on its own page', async ({ signedIn: page }) => {
  await page.goto('/console/identities');
  await expect(page.getByRole('button', { name: 'New identity' })).toBeVisible();
  const form = page.getByRole('dialog', { name: 'New identity' });
  for (let round = 0; round < 2; round += 1) {
    await command(page, 'New identity');
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  }
  await command(page, 'Suppress an address');
  await expect(page.getByRole('dialog', { name: 'Suppress an address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command(page, 'New export');
  await expect(page.getByRole('dialog')).toContainText(/export/i);
});

test('a waiting message is approved or rejected from the menu by what these keys do there', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId, billing } = session.workspace;
  await api(target, 'PATCH', `/v1/tenants/${tenantId}`, { policy: { sending: { approval: 'always' } } });
  await api(target, 'POST', `/v1/identities/${billing.id}/messages`, {
    to: ['stranger@outside.example'],
    subject: 'By the menu',
    text: 'Hello.',
  });
  await api(target, 'PATCH', `/v1/tenants/${tenantId}`, { policy: { sending: { approval: 'never' } } });
  await page.goto('/console/approvals');
  await expect(page.getByRole('article', { name: 'By the menu' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(menu(page).getByRole('option', { name: /^Approve a$/ })).toBeVisible();
  await expect(menu(page).getByRole('option', { name: /^Reply/ })).toHaveCount(0);
  await menu(page)
    .getByRole('option', { name: /^Reject… r$/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Reject this message?' })).toBeVisible();
});

test('l and # act on the current row of the list', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await expect(page.getByTestId('thread-list').getByRole('link')).not.toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: /Labels/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('#');
  const question = page.getByRole('dialog', { name: 'Delete 1 conversation?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
});

test('the help names each key of the list, of approvals and of writing', async ({ signedIn: page }) => {
  await page.goto('/console');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of [
    'Select',
    'Select up to here',
    'Delete…',
    'Labels',
    'Undo',
    'Approve',
    'Keep as a draft',
  ])
    await expect(help.getByText(name, { exact: true }).first()).toBeVisible();
});
