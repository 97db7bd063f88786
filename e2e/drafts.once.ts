import { expect, type Page } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';
import { expectWhole } from './page-watch.ts';

// Nothing that is written is lost (issue 26, point 4): drafts have a page, and text survives while the server is down.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const DRAFT_CALLS = /\/api\/trpc\/[^?]*drafts\.(create|update)/;
const text = (page: Page) => page.getByLabel('Message', { exact: true });

test('drafts of members and of agents have a page, where one goes on with them', async ({
  signedIn: page,
  session,
}) => {
  const { billing, mail } = session.workspace;
  const key = await api(target, 'POST', '/v1/keys', {
    name: 'Drafting agent',
    level: 'identity',
    identity_id: billing.id,
    permissions: ['messages:read', 'drafts:write'],
  });
  const agent = { ...target, key: key.secret };
  const { data: messages } = await api(target, 'GET', `/v1/identities/${billing.id}/messages`);
  const meeting = messages.find(({ subject }: { subject: string }) => subject.startsWith('Meeting'));
  await api(agent, 'POST', `/v1/identities/${billing.id}/drafts`, {
    mode: 'reply',
    in_reply_to_message_id: meeting.id,
    text: 'Thursday suits us.',
  });
  await page.goto(`${mail}/compose`);
  await page.getByLabel('Subject').fill('A letter');
  await text(page).fill('Dear reader');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page).toHaveURL(/compose\?draft=drf_/);
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue('A letter');
  await expect(text(page)).toHaveValue('Dear reader');

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Drafts' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'A letter' })).toContainText('You');
  const prepared = rows.filter({ hasText: 'Thursday suits us.' });
  await expect(prepared).toContainText('Reply');
  await expect(prepared).toContainText('Drafting agent');
  await expectWhole(page);
  await prepared.getByRole('link').click();
  await expect(page.getByRole('form', { name: 'Reply' }).getByLabel('Message', { exact: true })).toHaveValue(
    'Thursday suits us.',
  );
  await page.goBack();
  await rows.filter({ hasText: 'A letter' }).getByRole('link').click();
  await expect(text(page)).toHaveValue('Dear reader');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard A letter' }).click();
  await page
    .getByRole('dialog', { name: 'Discard this draft?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(rows.filter({ hasText: 'A letter' })).toHaveCount(0);
});

test('words outlive a server that is down, a reload and another page, and are saved by themselves', async ({
  signedIn: page,
  session,
}) => {
  const { mail, billing } = session.workspace;
  await page.goto(`${mail}/compose`);
  await page.route(DRAFT_CALLS, (route) => route.abort());
  await page.getByLabel('Subject').fill('Written offline');
  await text(page).fill('Every word of it.');
  await expect(page.getByText('Draft not saved yet, trying again…')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue('Written offline');
  await expect(text(page)).toHaveValue('Every word of it.');
  // Leaves with Escape. The shown state must be true.
  await text(page).press('Escape');
  await expect(page.getByText('Your draft is not saved yet.')).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(text(page)).toHaveValue('Every word of it.');
  await page.unroute(DRAFT_CALLS);
  await expect(page.getByText('Draft saved')).toBeVisible();
  const stored = async () =>
    (
      await page.request
        .get(`/api/session/v1/identities/${billing.id}/drafts`)
        .then((answer) => answer.json())
    ).data.filter(({ subject }: { subject: string }) => subject === 'Written offline').length;
  await expect.poll(stored).toBe(1);
});

test('words outlive a session that ends while they are written', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}/compose`);
  const cookies = await page.context().cookies();
  await page.getByLabel('Subject').fill('Before the end');
  await page.context().clearCookies();
  await text(page).fill('After the end.');
  await expect(page.getByText('Draft not saved yet, trying again…')).toBeVisible();
  // Signed in again, in another tab.
  await page.context().addCookies(cookies);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(text(page)).toHaveValue('After the end.');
});
