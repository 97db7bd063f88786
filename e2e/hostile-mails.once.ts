import { expect } from '@playwright/test';
import { test } from './console-session.ts';
import { hostileHtml } from './hostile-mails.ts';
import { api, arrived, deliver } from './mail-seed.ts';
import { watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** The number of messages of a conversation that are shown at once. */
const PER_THREAD = 30;

test('of 60 hostile mails none runs, loads or navigates anything', async ({
  signedIn: page,
  session,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { target, tenantId } = session.workspace;
  expect(hostileHtml).toHaveLength(60);
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'victim' });
  await deliver(
    target,
    hostileHtml.map((html, index) => ({
      from: `Mallory <mallory${Math.floor(index / PER_THREAD)}@evil.example>`,
      to: mailbox.primary_address,
      subject: `Offer ${Math.floor(index / PER_THREAD)}`,
      messageId: `<hostile-${index}@evil.example>`,
      references: index % PER_THREAD === 0 ? [] : [`<hostile-${index - (index % PER_THREAD)}@evil.example>`],
      html: `<p>Case ${index}</p>${html}<p>End</p>`,
    })),
  );
  await arrived(target, mailbox.id, hostileHtml.length);
  const { data: threads } = await api(target, 'GET', `/v1/identities/${mailbox.id}/threads`);
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  let shown = 0;
  for (const { id } of threads) {
    const path = `/console/mail/${mailbox.id}/${id}`;
    await page.goto(path);
    await expect(page.getByRole('article').first()).toBeVisible();
    const many = await page.getByRole('article').count();
    await expect(page.getByTestId('mail-frame')).toHaveCount(many);
    for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
      await expect(frame.locator('body')).toContainText('Case');
      for (const link of await frame.locator('a').all()) {
        if (!(await link.getAttribute('href'))?.startsWith('https:')) await link.click({ force: true });
      }
      shown += 1;
    }
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(shown).toBe(hostileHtml.length);
  expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
  expect(context.pages()).toHaveLength(1);
  expect(watch.foreignRequests).toEqual([]);
});
