import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

test('the pages of a PDF are drawn in a document that can reach nothing', async ({
  signedIn: page,
  session,
  context,
}) => {
  const { tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'pages' });
  const printer = await context.newPage();
  await printer.setContent('<h1>Invoice 7</h1><div style="page-break-after:always"></div><h2>Terms</h2>');
  const pdf = await printer.pdf();
  await printer.close();
  await deliver(target, [
    {
      from: 'Mary <mary@jackson.example>',
      to: mailbox.primary_address,
      subject: 'The invoice as a PDF',
      text: 'Here it is.',
      attachments: [
        { filename: 'invoice-7.pdf', content: pdf, contentType: 'application/pdf' },
        { filename: 'broken.pdf', content: '%PDF-1.7\nnothing of it', contentType: 'application/pdf' },
      ],
    },
  ]);
  await arrived(target, mailbox.id, 1);
  const { data } = await api(target, 'GET', `/v1/identities/${mailbox.id}/threads`);
  await page.goto(`/console/mail/${mailbox.id}/${data[0].id}`);
  await page.getByRole('button', { name: 'Preview invoice-7.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'invoice-7.pdf' });
  await expect(dialog.getByText('2 pages')).toBeVisible();
  const pages = page.frameLocator('[data-testid=pdf-frame]').getByRole('img');
  await expect(pages).toHaveCount(2);
  const ink = () =>
    pages.first().evaluate((canvas: HTMLCanvasElement) => {
      const { data: pixels } = canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, Math.floor(canvas.height / 4));
      return pixels.some((value, index) => index % 4 === 0 && value < 50);
    });
  await expect.poll(ink).toBe(true);
  const reached = await pages.first().evaluate(async () => ({
    origin: self.origin,
    page: (() => {
      try {
        return String(parent.document.title);
      } catch {
        return 'refused';
      }
    })(),
    network: await fetch('/api/auth/session').then(
      () => 'open',
      () => 'refused',
    ),
  }));
  expect(reached).toEqual({ origin: 'null', page: 'refused', network: 'refused' });
  const text = dialog.getByRole('button', { name: 'Show as text' });
  // The server reads the text of a file a moment after it has arrived.
  if (await text.isVisible()) {
    await text.click();
    await expect(dialog.getByText('Invoice 7')).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview broken.pdf' }).click();
  await expect(page.getByText('This PDF cannot be shown here.')).toBeVisible();
});
