import { expect, type Page } from '@playwright/test';
import { test } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { insertCalls, insertLogs, insertMessages, insertRecords, insertThreads } from './many-threads.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const THREADS = 10_000;
/** The maximum number of rows on the page: the visible ones and a few more, however long the list is. */
const MOST_ROWS = 40;

const list = (page: Page) => page.getByTestId('thread-list');
const rows = (page: Page) => list(page).getByRole('listitem');
const numberOf = async (page: Page) =>
  Number(/Matter (\d+)/.exec((await rows(page).last().textContent()) ?? '')?.[1]);

test('a mailbox of 10,000 conversations scrolls and moves as one of ten', async ({
  signedIn: page,
  session,
}) => {
  test.setTimeout(90_000);
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'busy' });
  await withDatabase((db) => insertThreads(db, { tenantId, identityId: mailbox.id, many: THREADS }));
  await page.goto(`/console/mail/${mailbox.id}`);
  await expect(list(page).getByText('Matter 1', { exact: true })).toBeVisible();
  await list(page).hover();
  // Each time the end of the loaded part becomes visible, the list has grown.
  for (let reached = 0; reached < 400; ) {
    await page.mouse.wheel(0, 6_000);
    await expect.poll(() => numberOf(page)).toBeGreaterThan(reached);
    reached = await numberOf(page);
    expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
  }
  await rows(page).last().scrollIntoViewIfNeeded();
  // Found by its subject, because another row is the last one once more rows arrive.
  const subject = `Matter ${await numberOf(page)}`;
  await rows(page)
    .filter({ has: page.getByText(subject, { exact: true }) })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1, name: subject, exact: true })).toBeVisible();
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('j');
  const later = `Matter ${Number(subject.slice('Matter '.length)) + 30}`;
  await expect(page.getByRole('heading', { level: 1, name: later, exact: true })).toBeVisible();
  await expect(list(page).getByText(later, { exact: true })).toBeInViewport();
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});

test('lists of 10,000 rows open with their newest, and go on when asked', async ({
  signedIn: page,
  session,
}) => {
  test.setTimeout(120_000);
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'known' });
  await withDatabase((db) => insertRecords(db, { tenantId, identityId: mailbox.id, many: THREADS }));
  for (const [path, first, last] of [
    ['/console/suppressions', 'person1@many.example', 'person60@many.example'],
    [`/console/contacts?identity=${mailbox.id}`, 'Person 1', 'Person 60'],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText(first, { exact: true })).toBeVisible();
    await expect(main.getByText(last, { exact: true })).toHaveCount(0);
    await main.getByRole('button', { name: 'Show more' }).click();
    await expect(main.getByText(last, { exact: true })).toBeAttached();
    await expect(main.getByRole('button', { name: 'Show more' })).toBeVisible();
  }
});

test('10,000 sent messages scroll as one of ten', async ({ signedIn: page, session }) => {
  test.setTimeout(90_000);
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'writer' });
  await withDatabase((db) => insertLogs(db, { tenantId, identityId: mailbox.id, many: THREADS }));
  await page.goto(`/console/mail/${mailbox.id}?view=sent`);
  await expect(list(page).getByText('Notice 1', { exact: true })).toBeVisible();
  await list(page).hover();
  const lastNotice = async () =>
    Number(/Notice (\d+)/.exec((await rows(page).last().textContent()) ?? '')?.[1]);
  for (let reached = 0; reached < 200; ) {
    await page.mouse.wheel(0, 6_000);
    await expect.poll(lastNotice).toBeGreaterThan(reached);
    reached = await lastNotice();
    expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
  }
  // The filter reads the other end of an index, not all rows one after the other.
  await page.getByLabel('Status').selectOption({ label: 'Not delivered' });
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.goto('/console/audit?action=suppression.create');
  const main = page.getByRole('main');
  await expect(main.getByText('entry 1', { exact: true })).toBeVisible();
  await expect(main.getByText('entry 60', { exact: true })).toHaveCount(0);
  await main.getByRole('button', { name: 'Show more' }).click();
  await expect(main.getByText('entry 60', { exact: true })).toBeAttached();
});

test('a log of 10,000 requests opens with its newest, and is narrowed to one', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId } = session.workspace;
  await withDatabase((db) => insertCalls(db, { tenantId, many: THREADS }));
  await page.goto('/console/developers/requests');
  const main = page.getByRole('main');
  const more = main.getByRole('button', { name: 'Show more' });
  const call = (number: number) => main.getByText(`GET /v1/call/${number}`, { exact: true });
  // The calls that filled the workspace are newer or older than some of these.
  for (let pages = 0; pages < 6 && (await call(60).count()) === 0; pages += 1) {
    const before = await main.getByRole('listitem').count();
    await more.click();
    await expect.poll(() => main.getByRole('listitem').count()).toBeGreaterThan(before);
  }
  await expect(call(60)).toBeAttached();
  await expect(more).toBeVisible();
  await main.getByLabel('Route').fill('/v1/call/9999');
  await main.getByLabel('Route').press('Enter');
  await expect(call(9999)).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(1);
});

test('a long conversation begins at its newest messages, and shows older ones when asked', async ({
  signedIn: page,
  session,
}) => {
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'talker' });
  const threadId = await withDatabase(async (db) => {
    await insertThreads(db, { tenantId, identityId: mailbox.id, many: 1 });
    const { rows: found } = await db.query('select id from threads where identity_id = $1', [mailbox.id]);
    await insertMessages(db, { threadId: found[0].id, many: 119 });
    return found[0].id as string;
  });
  await page.goto(`/console/mail/${mailbox.id}/${threadId}`);
  await expect(page.getByRole('article')).toHaveCount(50);
  await expect(page.getByText('Message 119', { exact: true })).toBeInViewport();
  await expect(page.getByText('Message 70', { exact: true })).toBeAttached();
  await page.getByRole('button', { name: 'Show older messages (70)' }).click();
  await expect(page.getByRole('article')).toHaveCount(100);
  await page.getByRole('button', { name: 'Show older messages (20)' }).click();
  await expect(page.getByRole('article')).toHaveCount(120);
  await expect(page.getByRole('button', { name: /Show older/ })).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('What matter 1 is about.');
});
