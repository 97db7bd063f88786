import { expect, type Page } from '@playwright/test';
import { target } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { test } from './operator.ts';
import { expectWhole, watchPage } from './page-watch.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It needs an operator, and the given instance has its own.');

const DEAD = 'dlq_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';

/** Every page of the platform part, and a check that it is ready. */
const pages: [name: string, ready: (page: Page, slug: string) => Promise<void>][] = [
  ['tenants', (page, slug) => expect(page.getByText(slug, { exact: true })).toBeVisible()],
  ['partners', (page) => expect(page.getByText('Blue Harbour').first()).toBeVisible()],
  ['billing', (page) => expect(page.getByText('mailboxes').first()).toBeVisible()],
  ['health', (page) => expect(page.getByText('It responds on port')).toBeVisible()],
  [
    'jobs',
    (page) => expect(page.getByRole('article', { name: 'Delete expired data' }).first()).toBeVisible(),
  ],
  ['dead-letters', (page) => expect(page.getByText('connect ECONNREFUSED')).toBeVisible()],
  [
    'audit',
    (page) => expect(page.getByRole('button', { name: 'created the workspace' }).first()).toBeVisible(),
  ],
  ['outbox', (page, slug) => expect(page.getByText(`${slug}@example.com`).first()).toBeVisible()],
];

test.beforeAll(async () => {
  await api(target, 'POST', '/v1/partners', { name: 'Blue Harbour' });
  await api(target, 'POST', '/v1/platform/jobs', { name: 'retention' });
  await withDatabase((db) =>
    db.query(
      `insert into dead_letters (id, ref, queue, job, payload, tries, error, attempts, status, first_failed_at, last_failed_at)
       values ($1, $1, 'sending', 'sending.submit', '{}', 7, 'connect ECONNREFUSED 192.0.2.25:587', 7, 'open', now(), now())
       on conflict do nothing`,
      [DEAD],
    ),
  );
});

for (const [name, ready] of pages) {
  test(`platform: ${name} is whole and accessible`, async ({
    lookingAsOperator: page,
    operator,
    baseURL,
  }, info) => {
    const watch = watchPage(page, new URL(baseURL ?? '').origin);
    await page.goto(`/console/platform/${name}`);
    await ready(page, operator.slug);
    await expectWhole(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
    expect(watch).toEqual({ complaints: [], foreignRequests: [] });
  });
}
