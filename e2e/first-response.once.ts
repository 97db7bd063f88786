import { expect, type Page, test as plain } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';
import { watchPage } from './page-watch.ts';

/** Delays the page's scripts until the returned function is called, as on a slow network. HTML and styles arrive. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

const list = (page: Page) => page.getByTestId('thread-list');

test('the first response carries the inbox, and nothing of it is asked for again', async ({
  signedIn: page,
  session,
  baseURL,
}) => {
  const { mail } = session.workspace;
  const document = await page.request.get(mail);
  expect(document.headers()['cache-control']).toContain('no-store');
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(trpc|auth)\//.test(pathname)) calls.push(pathname);
  });
  const letGo = await holdScripts(page);
  await page.goto(mail, { waitUntil: 'commit' });
  const subject = list(page).getByText('URGENT: payment was taken twice');
  await expect(subject).toBeVisible();
  const before = await list(page).getByRole('link').allTextContents();
  letGo();
  await page.waitForLoadState('networkidle');
  expect(await list(page).getByRole('link').allTextContents()).toEqual(before);
  expect(calls).toEqual([]);
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
});

test('home and a conversation come with the first response too', async ({ signedIn: page, session }) => {
  const { mail } = session.workspace;
  const { data } = await api(target, 'GET', `/v1/identities/${session.workspace.billing.id}/threads?limit=1`);
  const letGo = await holdScripts(page);
  await page.goto(`${mail}/${data[0].id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: data[0].subject })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/console', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  letGo();
});

plain('without a session the first response holds no mail', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: target.url });
  await page.goto('/console/mail/all');
  await expect(page).toHaveURL(/\/console\/sign-in\?next=/);
  await page.close();
});

test('a tab that acts in another workspace never shows the one of the session', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('pm-place', 'ten_01000000000000000000000000'));
  const letGo = await holdScripts(page);
  await page.goto('/console/mail/all', { waitUntil: 'commit' });
  // A locator by role finds nothing hidden.
  const row = list(page).locator('a').first();
  await expect(row).toBeAttached();
  await expect(row).toBeHidden();
  letGo();
  // The person is no member of such a workspace, so the page opens in their own.
  await expect(row).toBeVisible();
});

test('what is done before the scripts run is done when they are there', async ({
  signedIn: page,
  session,
}) => {
  const letGo = await holdScripts(page);
  await page.goto(session.workspace.mail, { waitUntil: 'commit' });
  const rows = list(page).getByRole('link');
  await expect(rows.first()).toBeVisible();
  const many = await rows.count();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  letGo();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(list(page).getByRole('listitem').nth(2).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(many);
});

test('keys pressed while a menu loads are for the menu', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await page.waitForLoadState('networkidle');
  const many = await list(page).getByRole('link').count();
  const letGo = await holdScripts(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  // The second entry, a category; "e" would archive, were it for the list.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  letGo();
  await expect(page).toHaveURL(/category=/);
  await page.goto(session.workspace.mail);
  await expect(list(page).getByRole('link')).toHaveCount(many);
});

test('words typed while the command menu loads are for the menu', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await page.waitForLoadState('networkidle');
  const letGo = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('identities');
  await page.keyboard.press('Enter');
  letGo();
  await expect(page).toHaveURL(/\/console\/identities$/);
});

test('words typed while Search and a new message load go into their fields', async ({
  signedIn: page,
  session,
}) => {
  await page.goto(session.workspace.mail);
  await page.waitForLoadState('networkidle');
  const many = await list(page).getByRole('link').count();
  let release = () => {};
  let held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_rsc=|_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('receipt');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/search\?q=receipt/);
  await expect(page.getByRole('combobox', { name: 'Search mail' })).toHaveValue('receipt');
  await page.goto(session.workspace.mail);
  await page.waitForLoadState('networkidle');
  await expect(list(page).getByRole('link')).toHaveCount(many);
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.keyboard.press('c');
  await page.keyboard.type('eve@outside.example');
  release();
  await expect(
    page.getByRole('textbox', { name: 'To' }).or(page.getByRole('combobox', { name: 'To' })),
  ).toHaveValue(/eve@outside\.example/);
});

test('a new message moves to another mailbox with all that is written', async ({
  signedIn: page,
  session,
}) => {
  const { mail, support, billing } = session.workspace;
  await page.goto(`${mail}/compose`);
  await page.getByLabel('Subject').fill('Moved along');
  await page.getByLabel('Message', { exact: true }).fill('Not a word is lost.');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('combobox', { name: 'From' }).selectOption(support.primary_address);
  await expect(page).toHaveURL(new RegExp(`${support.id}/compose`));
  await expect(page.getByLabel('Subject')).toHaveValue('Moved along');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Not a word is lost.');
  await expect(page.getByText('plan.txt')).toBeVisible();
  await expect(page.getByText('Draft saved')).toBeVisible();
  const drafts = async (id: string) =>
    (await page.request.get(`/api/session/v1/identities/${id}/drafts`).then((answer) => answer.json())).data
      .map(({ subject }: { subject: string }) => subject)
      .filter((subject: string) => subject === 'Moved along');
  await expect.poll(() => drafts(support.id)).toEqual(['Moved along']);
  await expect.poll(() => drafts(billing.id)).toEqual([]);
});
