import { expect, type Page } from '@playwright/test';
import { test as base, type Workspace } from './console-session.ts';
import { api } from './mail-seed.ts';
import { expectWhole, watchPage } from './page-watch.ts';

base.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

type Endpoint = { id: string; url: string };

/** An endpoint where nobody listens, with a failed test delivery. */
const test = base.extend<object, { endpoint: Endpoint }>({
  endpoint: [
    async ({ session: { workspace } }, use) => {
      const { target, tenantId } = workspace;
      const made = await api(target, 'POST', `/v1/tenants/${tenantId}/webhooks`, {
        url: 'http://127.0.0.1:9/hooks/mail',
        events: ['message.received', 'message.bounced'],
        description: 'Support desk',
      });
      await api(target, 'POST', `/v1/webhooks/${made.id}/test`);
      await use({ id: made.id, url: made.url });
    },
    { scope: 'worker' },
  ],
});

type Ready = (page: Page) => Promise<void>;
type Entry = [name: string, path: (endpoint: Endpoint, workspace: Workspace) => string, ready: Ready];

/** Every page of the developers' part, and the audit log. */
const pages: Entry[] = [
  [
    'webhooks',
    () => '/console/developers/webhooks',
    (page) => expect(page.getByText('Support desk')).toBeVisible(),
  ],
  [
    'new webhook',
    () => '/console/developers/webhooks',
    async (page) => {
      await page.getByRole('button', { name: 'New endpoint' }).click();
      await page.getByRole('radio', { name: 'Only these events' }).check();
      await expect(page.getByRole('checkbox', { name: /message\.received/ })).toBeChecked();
    },
  ],
  [
    'webhook',
    ({ id }) => `/console/developers/webhooks/${id}`,
    (page) => expect(page.getByRole('button', { name: /Failed.*Webhook test/ })).toBeVisible(),
  ],
  [
    'delivery',
    ({ id }) => `/console/developers/webhooks/${id}`,
    async (page) => {
      await page.getByRole('button', { name: /Webhook test/ }).click();
      await expect(page.getByText('"webhook.test"')).toBeVisible();
    },
  ],
  [
    'events',
    () => '/console/developers/events',
    async (page) => {
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /Message received/ }).first()).toBeVisible();
    },
  ],
  [
    'connect',
    () => '/console/developers/connect',
    (page) => expect(page.getByText('Wait for the reply')).toBeVisible(),
  ],
  [
    'audit log',
    () => '/console/audit',
    (page) => expect(page.getByRole('button', { name: /created a webhook endpoint/ }).first()).toBeVisible(),
  ],
  [
    'audit log, filtered to nothing',
    () => '/console/audit?action=hold.create',
    (page) => expect(page.getByText('Nothing matches the filters')).toBeVisible(),
  ],
];

for (const [name, path, ready] of pages) {
  test(`${name} is whole and accessible`, async ({ looking: page, session, endpoint, baseURL }, info) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(path(endpoint, session.workspace));
    await ready(page);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });
}
