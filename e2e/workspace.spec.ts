import { expect, type Page } from '@playwright/test';
import { test } from './console-session.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** Every page about the workspace: its address, and a check that it is ready. */
const pages: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['policy', '/console/policy', (page) => expect(page.getByText('max_recipients')).toBeVisible()],
  ['suppressions', '/console/suppressions', (page) => expect(page.getByText('Bounced').last()).toBeVisible()],
  [
    'sending lists',
    '/console/suppressions?tab=send',
    (page) => expect(page.getByText('Not in use')).toBeVisible(),
  ],
  ['billing', '/console/billing', (page) => expect(page.getByText('Usage and limits')).toBeVisible()],
  [
    'usage',
    '/console/usage',
    (page) => expect(page.getByRole('table', { name: 'Usage by day' })).toBeVisible(),
  ],
  [
    'sessions',
    '/console/sessions',
    (page) => expect(page.getByText('This device', { exact: true })).toBeVisible(),
  ],
  ['members', '/console/members', (page) => expect(page.getByText('(you)')).toBeVisible()],
];

for (const [name, path, ready] of pages) {
  test(`${name} is whole and accessible`, async ({ looking: page, baseURL }, info) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(path);
    await ready(page);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });
}
