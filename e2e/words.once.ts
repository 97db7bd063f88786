import { globSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { target, type Workspace } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { test } from './operator.ts';
import { rawWords, readableText } from './raw-words.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** Every page of the console, from its route files, so that new pages are visited as well. */
const routes = globSync('app/console/(workspace)/**/page.tsx')
  .map((file) => file.replace('app/console/(workspace)', '/console').replace('/page.tsx', ''))
  .map((route) => route.replaceAll(/\/\([^)]+\)/g, ''))
  .toSorted();
const ofPlatform = (route: string) => route.startsWith('/console/platform');

/** Pages behind the tabs and filters that routes do not name. */
const more = [
  '/console/suppressions?tab=send',
  '/console/suppressions?tab=receive',
  '/console/approvals?tab=all',
];

type Ids = Record<string, string>;

/** Fills a workspace with objects in all kinds of states. @returns ids for the parameters of the routes */
async function fillWorkspace({ billing, support, tenantId }: Workspace): Promise<Ids> {
  const call = (method: string, path: string, body?: object) => api(target, method, path, body);
  const [webhook, domain] = await Promise.all([
    call('POST', `/v1/tenants/${tenantId}/webhooks`, {
      url: 'http://127.0.0.1:9/hook',
      events: ['message.received', 'message.bounced', 'identity.paused'],
    }),
    call('POST', `/v1/tenants/${tenantId}/domains`, {
      domain: `${tenantId.slice(-8).toLowerCase()}.example`,
      method: 'records',
    }),
    call('POST', '/v1/keys', {
      name: 'Agent',
      level: 'identity',
      identity_id: support.id,
      permissions: ['messages:read', 'messages:send'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    ...(['manual', 'hard_bounce', 'complaint', 'provider', 'unsubscribe'] as const).map((reason) =>
      call('POST', `/v1/tenants/${tenantId}/suppressions`, { address: `${reason}@outside.example`, reason }),
    ),
    call('POST', `/v1/tenants/${tenantId}/invitations`, { email: 'guest@outside.example', role: 'viewer' }),
  ]);
  await call('POST', `/v1/webhooks/${webhook.id}/test`, {});
  for (const outcome of ['success', 'bounce', 'complaint', 'defer', 'reject', 'suppressed', 'timeout'])
    await call('POST', `/v1/identities/${billing.id}/messages`, {
      to: [`${outcome}@simulator.mail.localhost`],
      subject: `Outcome ${outcome}`,
      text: 'Hello.',
    });
  await call('PATCH', `/v1/tenants/${tenantId}`, { policy: { sending: { approval: 'always' } } });
  await call('POST', `/v1/identities/${billing.id}/messages`, {
    to: ['stranger@outside.example'],
    subject: 'Waits',
    text: 'The new account is DE89370400440532013000.',
  });
  await call('PATCH', `/v1/identities/${support.id}`, { status: 'paused' });
  const { data: threads } = await call('GET', `/v1/identities/${billing.id}/threads`);
  return {
    identity: billing.id,
    webhook: webhook.id,
    domain: domain.id,
    thread: threads[0].id,
    tenant: tenantId,
  };
}

async function fillPlatform(): Promise<Ids> {
  await api(target, 'POST', '/v1/partners', { name: 'Words' });
  await api(target, 'POST', '/v1/platform/jobs', { name: 'blob_sweep' });
  // Other journeys insert jobs that never ran, with errors that no person would see.
  await withDatabase((db) => db.query("delete from dead_letters where queue = 'sign_in'"));
  await withDatabase((db) =>
    db.query(
      `insert into dead_letters (id, ref, queue, job, payload, tries, error, attempts, status, first_failed_at, last_failed_at)
       values ($1, $1, 'sending', 'sending.submit_scheduled', '{}', 7, 'no answer', 7, 'open', now(), now())
       on conflict do nothing`,
      ['dlq_01K9ZZ5P6T3Q8V1W4X7Y2B0CDF'],
    ),
  );
  const { data } = await api(target, 'GET', '/v1/platform/outbox');
  return { mail: data[0].id };
}

function addressOf(route: string, ids: Ids): string {
  return route.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`This journey knows no ${name} for ${route}: add one to fillWorkspace.`);
    return id;
  });
}

/** The raw words of a page, after it has loaded, and of all parts that unfold. */
async function rawWordsAt(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main .animate-pulse, main .skeleton')).toHaveCount(0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  for (const summary of await page.locator('main details:not([open]) > summary').all())
    await summary.click({ timeout: 2_000 }).catch(() => undefined);
  return rawWords(await readableText(page));
}

test('no page of a workspace shows a word of the API', async ({ signedIn: page, session: { workspace } }) => {
  test.setTimeout(600_000);
  const ids = await fillWorkspace(workspace);
  const found: string[] = [];
  for (const route of [...routes.filter((each) => !ofPlatform(each)), ...more])
    for (const word of await rawWordsAt(page, addressOf(route, ids))) found.push(`${route}: ${word}`);
  const { data: messages } = await api(target, 'GET', `/v1/identities/${ids.identity}/threads`);
  for (const { id } of messages.slice(0, 12))
    for (const word of await rawWordsAt(page, `/console/mail/${ids.identity}/${id}`))
      found.push(`thread: ${word}`);
  expect(found).toEqual([]);
});

test('no page of the platform shows a word of the API', async ({
  asOperator: page,
  session: { workspace },
}) => {
  test.setTimeout(600_000);
  const ids = { ...(await fillPlatform()), tenant: workspace.tenantId };
  const found: string[] = [];
  for (const route of routes.filter(ofPlatform))
    for (const word of await rawWordsAt(page, addressOf(route, ids))) found.push(`${route}: ${word}`);
  expect(found).toEqual([]);
});

/** A form, an input that the server refuses, and the sentence next to the field. */
const refusals: [
  what: string,
  path: string,
  fill: (page: Page) => Promise<void>,
  field: string,
  sentence: RegExp,
][] = [
  [
    'a taken username',
    '/console/identities',
    async (page) => {
      await page.getByRole('button', { name: 'New identity' }).first().click();
      await page.getByLabel('Username').fill('billing');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
    },
    'Username',
    /taken.*Choose another/,
  ],
  [
    'a network that is none',
    '/console/developers/keys',
    async (page) => {
      await page.getByRole('button', { name: 'New key' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill('Refused');
      await page.getByLabel('Only from these networks').fill('nowhere');
      await page.getByRole('button', { name: 'Create key' }).click();
    },
    'Only from these networks',
    /Use an address or a network/,
  ],
];

for (const [what, path, fill, field, sentence] of refusals)
  test(`${what} is explained beside its field, which gets the focus`, async ({ signedIn: page }) => {
    await page.goto(path);
    await fill(page);
    const input = page.getByRole('dialog').getByLabel(field);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toBeFocused();
    await expect(input).toBeInViewport();
    await expect(input).toHaveAccessibleDescription(sentence);
  });
