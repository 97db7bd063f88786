import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

test('a person sees why a message waits, edits one, approves and rejects others', async ({
  signedIn: page,
  session,
  baseURL,
}, info) => {
  const { workspace } = session;
  const [, identity] = /\/mail\/([^/?]+)/.exec(workspace.mail)!;
  const { tenant_id } = await api(target, 'GET', `/v1/identities/${identity}`);
  await api(target, 'PATCH', `/v1/tenants/${tenant_id}`, { policy: { sending: { approval: 'always' } } });
  const mark = info.project.name;
  for (const subject of ['Offer', 'Bank account', 'Greeting'])
    await api(target, 'POST', `/v1/identities/${identity}/messages`, {
      to: ['success@simulator.mail.localhost', 'Grace Hopper <grace@outside.example>'],
      subject: `${subject} ${mark}`,
      text: `Dear Grace,\n\nthe price is ten euros.\n\nKind regards\n${subject}`,
    });
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto('/console/approvals');
  const card = (subject: string) => page.getByRole('article', { name: `${subject} ${mark}` });
  await expect(card('Offer')).toBeVisible();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('queue.png') });

  await card('Offer').getByRole('button', { expanded: false }).click();
  await expect(card('Offer').getByText('The policy requires approval for every message.')).toBeVisible();
  await expect(card('Offer').getByText('the price is ten euros.')).toBeVisible();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('open.png') });
  await card('Offer').getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message').fill('Dear Grace,\n\nthe price is twelve euros.\n\nKind regards\nOffer');
  await page.screenshot({ path: info.outputPath('edit.png') });
  await dialog.getByRole('button', { name: 'Approve this version' }).click();
  await expect(card('Offer')).toBeHidden();

  // One key opens the card, and the same key approves the shown message.
  await card('Greeting').getByRole('button', { expanded: false }).focus();
  await page.keyboard.press('a');
  await expect(card('Greeting').getByText('the price is ten euros.')).toBeVisible();
  await page.keyboard.press('a');
  await expect(card('Greeting')).toBeHidden();

  await card('Bank account').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Reject…' }).first().click();
  await dialog.getByLabel('Name of the batch').fill('Monday');
  await dialog.getByLabel('Why?').fill('Not the account of our customer.');
  await expect(dialog.getByText('the price is ten euros.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('batch.png') });
  await dialog.getByRole('button', { name: 'Reject all' }).click();
  await expect(page.getByText('Nothing waits for approval')).toBeVisible();

  await page.goto('/console/approvals?tab=all');
  await card('Offer').getByRole('button', { expanded: false }).click();
  await expect(card('Offer').getByText('the price is twelve euros.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('decided.png') });
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  await api(target, 'PATCH', `/v1/tenants/${tenant_id}`, { policy: { sending: { approval: 'never' } } });
});

test('what is written is a draft on the server, and goes on where it was left', async ({
  signedIn: page,
  session,
}, info) => {
  await page.goto(`${session.workspace.mail}/compose`);
  await page.getByLabel('Subject', { exact: true }).fill(`Kept ${info.project.name}`);
  await page.getByPlaceholder('Write your message…').fill('Half a thought.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring the ladder.') };
  await page.locator('input[type=file]').setInputFiles(notes);
  await expect(page.getByText('Draft saved')).toBeHidden();
  await expect(page.getByText('Draft saved')).toBeVisible();
  // After a reload the draft is still there, and the page for a new message offers it.
  await page.reload();
  await expect(page.getByPlaceholder('Write your message…')).toHaveValue('Half a thought.');
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole('button', { name: `Kept ${info.project.name}` }).click();
  await expect(page.getByPlaceholder('Write your message…')).toHaveValue('Half a thought.');
  await expect(page.getByRole('list', { name: 'Attached files' }).getByText('notes.txt')).toBeVisible();
  await page.screenshot({ path: info.outputPath('draft.png') });
  // After sending and undoing, the draft opens again with its file, which is then sent with it.
  const to = page.getByLabel('To', { exact: true });
  await to.fill('delivered@simulator.mail.localhost');
  await to.press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Attached files' }).getByText('notes.txt')).toBeVisible();
  await expect(page.getByPlaceholder('Write your message…')).toHaveValue('Half a thought.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const [, identity] = /\/mail\/([^/?]+)/.exec(session.workspace.mail)!;
  const sent = async () => {
    const { data } = await api(
      target,
      'GET',
      `/v1/identities/${identity}/messages?direction=outbound&limit=10`,
    );
    const mine = data.filter(
      ({ subject, status }: { subject: string; status: string }) =>
        subject === `Kept ${info.project.name}` && status !== 'canceled',
    );
    return mine.map(({ attachments }: { attachments: { filename: string }[] }) => attachments[0]?.filename);
  };
  await expect.poll(sent).toEqual(['notes.txt']);
  await page.goto(`${session.workspace.mail}/compose`);
  await page.getByLabel('Subject', { exact: true }).fill(`Kept again ${info.project.name}`);
  await page.getByPlaceholder('Write your message…').fill('Another half.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`${session.workspace.mail}/compose`);
  await expect(page.getByLabel('Subject', { exact: true })).toBeVisible();
  await expect(page.getByText(`Kept ${info.project.name}`)).toBeHidden();
  await expect(page.getByText(`Kept again ${info.project.name}`)).toBeHidden();
});
