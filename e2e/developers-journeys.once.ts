import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver, type WebhookReceiver } from '../src/testing/webhook-receiver.ts';
import { test, type Workspace } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const run = promisify(execFile);

const write = ({ target, billing }: Workspace, subject: string) =>
  deliver(target, [
    { from: 'Grace <grace@navy.example>', to: billing.primary_address, subject, text: 'Hello.' },
  ]);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.close());

const ofType = (type: string) => receiver.received.filter(({ event }) => event.type === type);

/** Creates an endpoint on the page. @returns its secret, which is shown only once */
async function createEndpoint(page: Page): Promise<string> {
  await page.goto('/console/developers/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  await page.getByLabel('URL').fill(`${receiver.url}/hook`);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Secret of the endpoint' });
  const secret = await dialog.locator('pre').first().textContent();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: new RegExp(new URL(receiver.url).host) }).click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  return secret ?? '';
}

test('an endpoint is made, tested, hears of mail, is replayed and deleted by its name', async ({
  signedIn: page,
  session: { workspace },
}) => {
  const secret = await createEndpoint(page);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(/The endpoint answered 200 in \d+ ms/)).toBeVisible();
  const [tested] = ofType('webhook.test');
  expect(new Webhook(secret).verify(tested?.body ?? '', tested?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  });

  await write(workspace, 'For the webhook');
  const row = page.getByRole('button', { name: /Message received/ });
  await expect(row.getByText('Delivered')).toBeVisible({ timeout: 15_000 });
  await row.click();
  const delivery = page.getByRole('dialog', { name: 'Delivery' });
  await expect(delivery.getByText('"For the webhook"')).toBeVisible();
  await delivery.getByRole('button', { name: 'Deliver again' }).click();
  await expect(page.getByText('Delivering 1 event again')).toBeVisible();
  await expect.poll(() => ofType('message.received').length).toBe(2);
  const [first, again] = ofType('message.received');
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

  await page.getByLabel('State').selectOption('Failed');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(row.first()).toBeVisible();

  await page.getByRole('button', { name: 'More actions for this endpoint' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this endpoint?' });
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByLabel('Type the name to confirm').fill(new URL(receiver.url).host);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/developers\/webhooks$/);
  await expect(page.getByText(new URL(receiver.url).host)).toHaveCount(0);
});

test('an endpoint is edited, switched off and on again, gets a new secret, and is told what it missed', async ({
  signedIn: page,
  session: { workspace },
}) => {
  const secret = await createEndpoint(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit endpoint' });
  await form.getByLabel('Description').fill('Only new mail');
  await form.getByRole('radio', { name: 'Only these events' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Only new mail')).toBeVisible();
  await expect(page.locator('dd').getByText('Message received', { exact: true })).toBeVisible();

  const more = page.getByRole('button', { name: 'More actions for this endpoint' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await write(workspace, 'Missed');
  const mails = () => api(workspace.target, 'GET', `/v1/identities/${workspace.billing.id}/messages?limit=1`);
  await expect.poll(async () => (await mails()).data[0].subject).toBe('Missed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  await more.click();
  await page.getByRole('menuitem', { name: 'New secret…' }).click();
  await page.getByRole('button', { name: 'Create new secret' }).click();
  const shown = page.getByRole('dialog', { name: 'New secret of the endpoint' });
  const rotated = (await shown.locator('pre').first().textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have stored it' }).click();

  await page.getByRole('button', { name: 'Deliver again…' }).click();
  const replay = page.getByRole('dialog', { name: 'Deliver again' });
  await replay.getByLabel('Events').selectOption({ index: 3 });
  await replay.getByRole('button', { name: 'Deliver again' }).click();
  await expect(page.getByText(/Delivering \d+ events again/)).toBeVisible();
  const missed = () =>
    ofType('message.received').find(({ event }) => event.data.message.subject === 'Missed');
  await expect.poll(missed).toBeTruthy();
  for (const each of [secret, rotated])
    expect(new Webhook(each).verify(missed()?.body ?? '', missed()?.headers ?? {})).toBeTruthy();
});

test('events appear as they happen, wait while paused, and open', async ({ signedIn: page, session }) => {
  const { workspace } = session;
  await page.goto(`/console/developers/events?type=message.received&identity=${workspace.billing.id}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await write(workspace, 'Seen at once');
  await expect(page.getByRole('button', { name: /Seen at once/ })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await write(workspace, 'Seen later');
  const show = page.getByRole('button', { name: 'Show 1 new event' });
  await expect(show).toBeVisible();
  await expect(page.getByRole('button', { name: /Seen later/ })).toHaveCount(0);
  await show.click();
  await page.getByRole('button', { name: /Seen later/ }).click();
  const payload = page.getByRole('dialog', { name: 'Message received' });
  await expect(payload.getByText('"Seen later"')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Event type').selectOption('message.bounced');
  await expect(page.getByRole('button', { name: /bounce@simulator/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Seen later/ })).toHaveCount(0);
});

test('the requests that Connect shows run as they stand, in a shell and in Node', async ({
  signedIn: page,
  session: { workspace },
}) => {
  const { target, tenantId, support } = workspace;
  const permissions = ['messages:read', 'messages:send', 'search:read'];
  const key = await api(target, 'POST', '/v1/keys', {
    name: 'Connect',
    level: 'identity',
    tenant_id: tenantId,
    identity_id: support.id,
    permissions,
  });
  await page.goto('/console/developers/connect');
  await page.getByLabel('Identity of the examples').selectOption(support.primary_address);
  const requests = page.locator('section[aria-labelledby="requests"]');
  const lines = async () => (await requests.locator('pre').allTextContents()).join('\n');
  const env = { ...process.env, PROOFMAIL_KEY: key.secret, FORCE_COLOR: '0' };
  const told = /"text":"Is anybody there\?"|"subject":"(Re: )?Hello"|subject: '(Re: )?Hello'/;

  const shell = await run('bash', ['-euc', await lines()], { env, timeout: 60_000 });
  expect(shell.stdout).not.toContain('"error"');
  expect(shell.stdout).toContain('"status":"queued"');
  expect(shell.stdout).toContain('"timed_out":false');
  expect(shell.stdout).toMatch(told);

  await requests.getByText('TypeScript', { exact: true }).click();
  await expect(requests.getByText('Set up', { exact: true })).toBeVisible();
  const node = await run('node', ['--input-type=module', '-e', await lines()], { env, timeout: 60_000 });
  expect(node.stdout).not.toContain('error:');
  expect(node.stdout).toContain("status: 'queued'");
  expect(node.stdout).toContain('timed_out: false');

  for (const client of ['Claude Desktop', 'Cursor', 'VS Code']) {
    await page.getByText(client, { exact: true }).click();
    const snippet = await page.locator('section[aria-labelledby="mcp"] pre').textContent();
    expect(JSON.stringify(JSON.parse(snippet ?? ''))).toContain(`${target.url}/mcp`);
  }
});

test('the audit log says who did what, and leads to everything by them', async ({
  signedIn: page,
  session: { workspace },
}) => {
  await page.goto('/console/developers/keys?new=1');
  await page.getByRole('dialog').getByLabel('Name').fill('Agent of the audit');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/console\/audit$/);
  // Other journeys create keys as well. The newest is the first.
  const row = page.getByRole('button', { name: /Ada Lovelace created an API key/ }).first();
  await row.click();
  const detail = page.getByRole('dialog', { name: 'Ada Lovelace created an API key' });
  await expect(detail.getByText('key.create')).toBeVisible();
  await detail.getByRole('button', { name: 'Everything by this person' }).click();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: /The operator created/ })).toHaveCount(0);
  await page.getByLabel('Action').selectOption('created an identity');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await page.goto(`/console/audit?target=${workspace.billing.id}`);
  await expect(page.getByRole('button', { name: /The operator created an identity/ })).toBeVisible();
});

test('a viewer reads webhooks and events, and has no button that the server would refuse', async ({
  browser,
  session: { workspace },
}) => {
  const { target, tenantId } = workspace;
  const viewer = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'viewer' });
  const endpoint = await api(target, 'POST', `/v1/tenants/${tenantId}/webhooks`, {
    url: `${receiver.url}/hook`,
    events: ['*'],
  });
  const email = viewer.primary_address;
  await api(target, 'POST', `/v1/tenants/${tenantId}/invitations`, { email, role: 'viewer' });
  await arrived(target, viewer.id, 1);
  const { data } = await api(target, 'GET', `/v1/identities/${viewer.id}/messages`);
  const token = /invitation\?token=([\w-]+)/.exec(data[0].extracted_text)?.[1];
  const context = await browser.newContext({ baseURL: target.url });
  const joined = await context.request.post('/api/auth/invitation', { data: { token } });
  expect(joined.ok(), await joined.text()).toBe(true);
  const page = await context.newPage();
  await page.goto(`/console/developers/webhooks/${endpoint.id}`);
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Send a test|Replay|Edit|More actions/ })).toHaveCount(0);
  await page.goto('/console/developers/webhooks');
  await expect(page.getByText(endpoint.url)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New endpoint' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await context.close();
});
