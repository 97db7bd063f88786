import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';

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
  // Text that is typed before the form is ready is kept for it, but nothing is sent.
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('We have refunded one of them.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
  // The words are there again, and Escape keeps them.
  const text = page.getByLabel('Message', { exact: true });
  await expect(text).toHaveValue('We have refunded one of them.');
  await text.press('Escape');
  await expect(page.getByText('Kept as a draft')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await expect(text).toHaveValue('We have refunded one of them.');
});

test('while one writes, the server says to whom it would not go', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}/compose`);
  await page.getByLabel('To', { exact: true }).fill('gra');
  await page.getByRole('option', { name: /grace@navy\.example/ }).click();
  await expect(page.getByText(/Will be sent to grace@navy\.example/)).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('grace@navy.example, bounce@simulator.mail.localhost');
  await expect(page.getByText(/Will not be sent to bounce@simulator\.mail\.localhost/)).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('not an address,');
  await expect(
    page
      .getByTitle('This is not an address.')
      .or(page.getByTitle(/address/i))
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove not an address' }).click();
  await expect(page.getByRole('button', { name: 'Remove not an address' })).toHaveCount(0);
});

test('an uncertain message is resolved by a person', async ({ signedIn: page, session }) => {
  const [, identity] = /\/mail\/([^/?]+)/.exec(session.workspace.mail)!;
  await api(target, 'POST', `/v1/identities/${identity}/messages`, {
    to: ['timeout@simulator.mail.localhost'],
    subject: 'Statement for November',
    text: 'Please find the statement below.',
  });
  await page.goto(`${session.workspace.mail}?view=sent`);
  await page.getByRole('link', { name: /Statement for November/ }).click();
  await page.getByRole('button', { name: 'Resolve…' }).click();
  await page.getByRole('button', { name: 'It was not sent' }).click();
  await expect(page.getByText('Somebody checked and found that it was not sent.')).toBeVisible();
});

test('Sent tells how each message ended, and shows only what did not arrive', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(`${session.workspace.mail}?view=sent`);
  const list = page.getByTestId('thread-list');
  await expect(list.getByRole('link', { name: /Reminder: invoice 2026-101/ })).toContainText('Bounced');
  await page.getByLabel('Status').selectOption({ label: 'Waiting' });
  await expect(list.getByRole('link')).toHaveCount(1);
  await page.getByLabel('Status').selectOption({ label: 'Not delivered' });
  await list.getByRole('link', { name: /Reminder: invoice 2026-101/ }).click();
  const steps = page.getByRole('list', { name: 'What happened' });
  await expect(steps).toContainText('Accepted');
  await expect(steps).toContainText('The recipient’s server refused it permanently.');
});

test('several conversations are selected with keys and archived at once', async ({
  signedIn: page,
  session,
}, info) => {
  await page.goto(session.workspace.mail);
  const rows = page.getByTestId('thread-list').getByRole('link');
  await expect(rows).not.toHaveCount(0);
  const many = await rows.count();
  for (const key of ['x', 'j', 'j', 'X']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await page.screenshot({ path: info.outputPath('selected.png') });
  await page.keyboard.press('#');
  await expect(page.getByRole('dialog', { name: 'Delete 3 conversations?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.keyboard.press('e');
  await expect(page.getByText('Archived: 3 conversations')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(rows).toHaveCount(many - 3);
  await page.keyboard.press('z');
  await expect(rows).toHaveCount(many);
});

test('what is typed while a conversation loads answers it, and never acts on the list', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(session.workspace.mail);
  const list = page.getByTestId('thread-list');
  await expect(list.getByRole('link')).not.toHaveCount(0);
  const many = await list.getByRole('link').count();
  await page.route(/messages\.list|threads\.get|drafts\.list/, async (route) => {
    await held;
    await route.continue();
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await list.getByRole('link', { name: /Meeting on Thursday/ }).click();
  await expect(page.getByRole('status', { name: 'Loading the conversation' })).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('yes, please');
  release();
  await expect(page.getByRole('form', { name: 'Reply' }).getByLabel('Message', { exact: true })).toHaveValue(
    'yes, please',
  );
  await expect(list.getByRole('link')).toHaveCount(many);
});

test('all mailboxes are one list, and one is found by its name', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await page
    .getByRole('button', { name: /Billing/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Mailboxes' });
  await dialog.getByRole('button', { name: /All mailboxes/ }).click();
  await expect(page).toHaveURL(/\/console\/mail\/all$/);
  await page
    .getByTestId('thread-list')
    .getByRole('link', { name: /Field notes, November/ })
    .click();
  await expect(page).toHaveURL(/\/mail\/all\/thr_\w+\?in=idn_/);
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /All mailboxes/ }).click();
  await dialog.getByLabel('Find a mailbox').fill('supp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${session.workspace.support.id}$`));
});

test('held mail says why in its conversation, and is released there', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await page.getByRole('link', { name: /Your account is limited/ }).click();
  const held = page.getByRole('region', { name: 'Quarantined' });
  await expect(held).toContainText('The sender could not be verified');
  await expect(held.getByRole('button', { name: 'Release…' })).toBeVisible();
  await page.getByRole('button', { name: 'Header fields' }).click();
  await expect(page.getByRole('dialog', { name: 'Header fields' })).toContainText('Your account is limited');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Raw message' }).click();
  await expect(page.getByRole('dialog', { name: 'Raw message' }).locator('pre')).toContainText(
    'paypa1.example',
  );
});

test('quarantined mail is released with a reason, and is in the inbox then', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(`${session.workspace.mail}/quarantine`);
  const card = page.getByRole('article', { name: 'Your code' });
  await card.getByRole('button', { name: /Your code/ }).click();
  await expect(card.locator('mark')).toContainText('Your code is 493021.');
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
