import { expect, type Page } from '@playwright/test';
import { test } from './operator.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** Home and the pages of single objects, each with a check that it is ready. */
const pages: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  [
    'home',
    '/console',
    (page) => expect(page.getByText('of 7 done').or(page.getByText('Last 7 days'))).toBeVisible(),
  ],
  [
    'identity',
    '/console/identities/$identity',
    (page) => expect(page.getByText('Keys that reach it')).toBeVisible(),
  ],
  [
    'contacts',
    '/console/contacts?identity=$identity',
    (page) => expect(page.getByText('Grace Hopper')).toBeVisible(),
  ],
  [
    'erasures',
    '/console/privacy',
    (page) => expect(page.getByRole('button', { name: 'Erase…' })).toBeVisible(),
  ],
  [
    'holds',
    '/console/privacy?tab=holds',
    (page) => expect(page.getByRole('button', { name: 'Place a hold…' })).toBeVisible(),
  ],
  [
    'exports',
    '/console/privacy?tab=exports',
    (page) => expect(page.getByRole('button', { name: 'Export…' })).toBeVisible(),
  ],
  ['profile', '/console/profile', (page) => expect(page.getByLabel('Time zone')).toBeVisible()],
];

for (const [name, path, ready] of pages) {
  test(`${name} is whole and accessible`, async ({ looking: page, session, baseURL }, info) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(path.replace('$identity', session.workspace.billing.id));
    await ready(page);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });
}

const operatorPages: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['first calls', '/console/platform/first-calls', (page) => expect(page.locator('li pre')).toHaveCount(5)],
  [
    'deployment keys',
    '/console/platform/deployment-keys',
    (page) => expect(page.getByRole('heading', { name: 'Reply addresses' })).toBeVisible(),
  ],
  ['tenant', '/console/platform/tenants/$tenant', (page) => expect(page.getByLabel('Billing')).toBeVisible()],
  [
    'tenant policy',
    '/console/platform/tenants/$tenant/policy',
    (page) => expect(page.getByText('max_recipients')).toBeVisible(),
  ],
];

for (const [name, path, ready] of operatorPages) {
  test(`operator: ${name} is whole and accessible`, async ({ lookingAsOperator: page, session }, info) => {
    await page.goto(path.replace('$tenant', session.workspace.tenantId));
    await ready(page);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
  });
}
