import { expect } from '@playwright/test';
import { test } from './console-session.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

test('reads, archives, undoes and moves with the keyboard alone', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  const list = page.getByTestId('thread-list');
  await expect(list.getByRole('link')).not.toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/thr_/);
  // The list's heading, and the conversation's.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2);
  const first = await page.getByRole('heading', { level: 1 }).last().textContent();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1 }).last()).not.toHaveText(first ?? '');
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1 }).last()).toHaveText(first ?? '');
  await page.keyboard.press('e');
  await expect(list.getByText(first ?? '')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText(first ?? '')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page).toHaveURL(new RegExp(`${session.workspace.mail}$`));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expect(page).toHaveURL(/\/quarantine$/);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search mail' })).toBeFocused();
});

test('the command menu goes where its name says, and changes the theme for good', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(session.workspace.mail);
  await expect(page.getByTestId('thread-list')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.type('theme: dark');
  await expect(page.getByRole('option', { name: 'Theme: dark' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByTestId('thread-list')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.type('identities');
  await expect(page.getByRole('option', { name: /Identities/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/identities$/);
});

test('a reply can be taken back before it leaves', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await page.getByRole('link', { name: /URGENT: payment/ }).click();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByLabel('Message', { exact: true }).fill('We have refunded one of them.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
});

test('while one writes, the server says to whom it would not go', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}/compose`);
  await page.getByLabel('To', { exact: true }).fill('gra');
  await page.getByRole('option', { name: /grace@navy\.example/ }).click();
  await expect(page.getByText(/Will be sent to grace@navy\.example/)).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('grace@navy.example, bounce@simulator.mail.localhost');
  await expect(page.getByText(/Will not be sent to bounce@simulator\.mail\.localhost/)).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('not an address');
  await expect(page.getByText(/not an RFC 5321 address|address/i).last()).toBeVisible();
});

test('an uncertain message is resolved by a person', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}?view=sent`);
  await page.getByRole('link', { name: /Statement for October/ }).click();
  await page.getByRole('button', { name: 'Resolve…' }).click();
  await page.getByRole('button', { name: 'It was not sent' }).click();
  await expect(page.getByText('Somebody checked and found that it was not sent.')).toBeVisible();
});

test('quarantined mail is released with a reason, and is in the inbox then', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(`${session.workspace.mail}/quarantine`);
  const card = page.getByRole('article', { name: 'Your code' });
  await card.getByRole('button', { name: /Your code/ }).click();
  await expect(card.getByText('Your code is 493021.')).toBeVisible();
  await card.getByRole('button', { name: 'Release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release this message?' });
  await expect(dialog.getByRole('button', { name: 'Release' })).toBeDisabled();
  await dialog.getByLabel('Why is it safe?').fill('We asked for this code.');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(card).toHaveCount(0);
});

test('search completes operators and narrows by facets', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}/search?mode=keyword`);
  const box = page.getByRole('combobox', { name: 'Search mail' });
  await box.pressSequentially('invoice cat');
  await page.getByRole('option', { name: /category:/ }).click();
  await expect(box).toHaveValue('invoice category:');
  await box.pressSequentially('bill');
  await box.press('Tab');
  await expect(box).toHaveValue('invoice category:billing ');
  await box.press('Enter');
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('Invoice 2026-114');
  await box.fill('from:(');
  await box.press('Enter');
  await expect(page.getByText('The search is not valid from here on:')).toBeVisible();
});
