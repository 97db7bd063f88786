import { expect, type Page, type Route } from '@playwright/test';
import { target, test } from './console-session.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const pages = (mail: string) => [
  '/console',
  mail,
  `${mail}?view=sent`,
  `${mail}/quarantine`,
  '/console/mail/all',
  '/console/approvals',
  '/console/identities',
  '/console/contacts',
  '/console/developers/keys',
  '/console/developers/webhooks',
  '/console/developers/events',
  '/console/domains',
  '/console/suppressions',
  '/console/suppressions?tab=send',
  '/console/policy',
  '/console/privacy',
  '/console/privacy?tab=exports',
  '/console/audit',
  '/console/members',
  '/console/usage',
  '/console/billing',
  '/console/notices',
];

const CALLS = '**/api/trpc/**';
const words = (page: Page) => page.getByRole('main').textContent();

/** Lists and home are part of the first response, so they can only fail after navigating from another page. */
const isCarried = (path: string): boolean => /^\/console(\/mail\/\w+)?$/.test(path);

/** Opens a page whose calls are answered by `answer`. */
async function open(page: Page, path: string, answer: (route: Route) => unknown): Promise<void> {
  if (!isCarried(path)) {
    await page.route(CALLS, answer);
    await page.goto(path);
    return;
  }
  await page.goto('/console/profile');
  await page.waitForLoadState('networkidle');
  await page.route(CALLS, answer);
  await page.evaluate((href) => {
    const { next } = window as unknown as { next: { router: { push(to: string): void } } };
    next.router.push(href);
  }, path);
}

/** The fault of the open page while its calls fail: no message, or no way to try again. */
async function fault(page: Page, path: string): Promise<string | null> {
  const retry = page.getByRole('main').getByRole('button', { name: /Try again|Retry/ });
  const shown = await retry
    .first()
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    );
  if (!shown) return `${path}: no way to try again: ${(await words(page))?.slice(0, 300)}`;
  await page.unroute(CALLS);
  const button = retry.first();
  // Each failed part of a page has its own button.
  for (let left = await retry.count(); left > 0; left -= 1)
    await button.click({ timeout: 2_000 }).catch(() => {});
  const isBack = await expect(retry)
    .toHaveCount(0)
    .then(
      () => true,
      () => false,
    );
  return isBack ? null : `${path}: does not recover: ${(await words(page))?.slice(0, 300)}`;
}

test('a page that cannot be read says so, and is there again after trying again', async ({
  signedIn: page,
  session,
}) => {
  test.setTimeout(400_000);
  const faults: string[] = [];
  for (const [index, path] of pages(session.workspace.mail).entries()) {
    // A failing server, and a lost network.
    await open(page, path, (route) =>
      index % 2 === 0 ? route.fulfill({ status: 500, body: 'Internal Server Error' }) : route.abort(),
    );
    const found = await fault(page, path);
    if (found) faults.push(found);
    await page.unroute(CALLS);
  }
  expect(faults).toEqual([]);
});

test('a page that is on its way says so, instead of being blank', async ({ signedIn: page, session }) => {
  test.setTimeout(300_000);
  const blank: string[] = [];
  for (const path of pages(session.workspace.mail)) {
    await open(page, path, () => {});
    const busy = page.locator('main [role=status][aria-label], main .pulse');
    const isBusy = await busy
      .first()
      .waitFor({ state: 'attached', timeout: 6_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isBusy) blank.push(`${path}: ${(await words(page))?.slice(0, 200)}`);
    await page.unroute(CALLS);
  }
  expect(blank).toEqual([]);
});

test('a reply outlives a network that is gone, and is sent once it is back', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(session.workspace.mail);
  await page.getByRole('link', { name: /Meeting on Thursday/ }).click();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const text = page.getByRole('form', { name: 'Reply' }).getByLabel('Message', { exact: true });
  await text.fill('Thursday at 14:00 is fine.');
  await page.route(CALLS, (route) => route.abort());
  await text.press('Control+Enter');
  await expect(page.getByText('The deployment does not respond.').first()).toBeVisible();
  // The conversation is reloaded from time to time. It stays, including the text in it.
  await expect(text).toHaveValue('Thursday at 14:00 is fine.');
  await page.unroute(CALLS);
  await text.press('Control+Enter');
  await expect(page.getByText('Sending…')).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('a reply that was sent before its form had loaded is sent once', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  const link = page.getByTestId('thread-list').getByRole('link', { name: /Thank you/ });
  await expect(link).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sends = 0;
  page.on('request', (request) => {
    if (/messages\.reply\b/.test(request.url()) && !(request.postData() ?? '').includes('"dry_run":true'))
      sends += 1;
  });
  await page.route(/messages\.list|threads\.get|drafts\.list/, async (route) => {
    await held;
    await route.continue();
  });
  await link.click();
  await expect(page.getByRole('status', { name: 'Loading the conversation' })).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('You are welcome.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('This is sent as soon as the conversation has loaded.')).toBeVisible();
  release();
  await expect(page.getByText('Sending…')).toBeVisible();
  await expect(page.getByText('You are welcome.').first()).toBeVisible();
  expect(sends).toBe(1);
});

test('links open what they name: a recipient, a key, an approval', async ({ signedIn: page, session }) => {
  await page.goto(`${session.workspace.mail}/compose?to=grace@navy.example`);
  await expect(page.getByRole('button', { name: 'Remove grace@navy.example' })).toBeVisible();
  await page.goto('/console/developers/keys?key=key_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Show all keys' }).click();
  await expect(page).toHaveURL(/\/developers\/keys$/);
  await page.goto('/console/approvals?open=apr_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Show all waiting messages' }).click();
  await expect(page).toHaveURL(new RegExp(`${target.url}/console/approvals$`));
});
