import { expect, type Page } from '@playwright/test';
import { test, type Workspace } from './console-session.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** Every page of the mail part: its address, and a check that it is ready. */
const pages: [name: string, path: (workspace: Workspace) => string, ready: (page: Page) => Promise<void>][] =
  [
    [
      'inbox',
      ({ mail }) => mail,
      (page) => expect(page.getByText('URGENT: payment was taken twice')).toBeVisible(),
    ],
    [
      'nothing archived',
      ({ mail }) => `${mail}?view=archive`,
      (page) => expect(page.getByText('Nothing is archived')).toBeVisible(),
    ],
    [
      'compose',
      ({ mail }) => `${mail}/compose`,
      (page) => expect(page.getByLabel('Message', { exact: true })).toBeVisible(),
    ],
    [
      'quarantine',
      ({ mail }) => `${mail}/quarantine`,
      async (page) => {
        await page.getByRole('button', { name: /Your account is limited/ }).click();
        await expect(page.getByTestId('mail-frame')).toBeVisible();
      },
    ],
    [
      'search',
      ({ mail }) => `${mail}/search?q=invoice&mode=keyword`,
      (page) => expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible(),
    ],
    [
      'search help',
      ({ mail }) => `${mail}/search`,
      (page) => expect(page.getByText('newer_than:', { exact: true })).toBeVisible(),
    ],
    [
      'identities',
      () => '/console/identities',
      (page) => expect(page.getByRole('link', { name: 'Support' })).toBeVisible(),
    ],
  ];

for (const [name, path, ready] of pages) {
  test(`${name} is whole and accessible`, async ({ looking: page, session, baseURL }, info) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(path(session.workspace));
    await ready(page);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });
}

test('a conversation is whole and accessible', async ({ signedIn: page, session, baseURL }, info) => {
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto(session.workspace.mail);
  await page.getByRole('link', { name: /Invoice 2026-114/ }).click();
  await page.getByRole('button', { name: 'Who sent this?' }).click();
  await expect(page.getByText('The sender could not be verified.')).toBeVisible();
  await expect(page.getByText('It is a program that looks like a document.')).toBeVisible();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(page.getByText(/Will be sent to grace@navy\.example/)).toBeVisible();
  await expectWhole(page);
  await page.screenshot({ path: info.outputPath('conversation.png') });
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
});
