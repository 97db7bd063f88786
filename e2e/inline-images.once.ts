import { expect } from '@playwright/test';
import { test } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';
import { watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.__ran=1"/>';

test('images that a mail brought along are shown; nothing else that it names is', async ({
  signedIn: page,
  session,
  baseURL,
}) => {
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'pictures' });
  await deliver(target, [
    {
      from: 'Grace <grace@navy.example>',
      to: mailbox.primary_address,
      subject: 'The plan',
      html: '<p>Here <img id="a" alt="plan" src="cid:plan@navy.example"><img id="b" src="cid:drawn@navy.example"><img id="c" src="cid:none"></p>',
      attachments: [
        { filename: 'plan.png', content: PNG, cid: 'plan@navy.example' },
        { filename: 'drawn.svg', content: SVG, contentType: 'image/svg+xml', cid: 'drawn@navy.example' },
      ],
    },
  ]);
  await arrived(target, mailbox.id, 1);
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto(`/console/mail/${mailbox.id}`);
  await page.getByRole('link', { name: /The plan/ }).click();
  const images = page.frameLocator('[data-testid=mail-frame]').locator('img');
  await expect(images).toHaveCount(3);
  await expect(images.first()).toHaveAttribute('src', /^data:image\/png;base64,/);
  await expect
    .poll(() => images.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1);
  await expect(images.nth(1)).not.toHaveAttribute('src');
  await expect(images.nth(2)).not.toHaveAttribute('src');
  expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
});
