import { test as base, expect, type Page } from '@playwright/test';
import { type OpenIdAccount, openOpenIdProvider } from '#testing/openid-provider.ts';
import { CLIENT, openProvider, type Said } from '#testing/provider-server.ts';
import { api, arrived } from './mail-seed.ts';
import { type OwnInstance, startOwnInstance } from './own-instance.ts';
import { expectWhole } from './page-watch.ts';

// Issue 22, point 3: the buttons of providers, pressed in a browser. Google, Microsoft and the company's own are a
// certified OpenID provider each, on whose pages the person signs in; GitHub is a stand-in with its API.

type OpenIdProvider = Awaited<ReturnType<typeof openOpenIdProvider>>;
type Instance = { product: OwnInstance; github: Said; peopleId: string };

/** Anybody who signs in at a provider has an account with this address there. */
const anybody = {
  get: (login: string): OpenIdAccount => ({ sub: login, email: login, email_verified: true }),
};

const test = base.extend<object, { instance: Instance }>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const github: Said = { subject: '1', email: '', emails: [] };
      const providers: OpenIdProvider[] = [];
      const gitHub = await openProvider(github);
      const product = await startOwnInstance(async (url) => {
        const open = async (name: string) => {
          const provider = await openOpenIdProvider(
            anybody as Map<string, OpenIdAccount>,
            `${url}/api/auth/oauth/${name}/callback`,
          );
          providers.push(provider);
          return { url: provider.issuer, id: provider.client.id, secret: provider.client.secret };
        };
        const [google, microsoft, oidc] = [await open('google'), await open('microsoft'), await open('oidc')];
        return {
          ...{ PM_GOOGLE_URL: google.url, GOOGLE_CLIENT_ID: google.id, GOOGLE_CLIENT_SECRET: google.secret },
          PM_MICROSOFT_URL: microsoft.url,
          MICROSOFT_CLIENT_ID: microsoft.id,
          MICROSOFT_CLIENT_SECRET: microsoft.secret,
          ...{ PM_GITHUB_URL: gitHub.url, GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret },
          ...{ PM_OIDC_ISSUER: oidc.url, PM_OIDC_CLIENT_ID: oidc.id, PM_OIDC_CLIENT_SECRET: oidc.secret },
          PM_OIDC_NAME: 'Corp Login',
        };
      });
      const people = await api(product, 'POST', '/v1/tenants', {
        slug: 'people',
        name: 'People',
        mode: 'live',
      });
      await use({ product, github, peopleId: people.id });
      await product.close();
      await gitHub.close();
      for (const provider of providers) await provider.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/** A person with a mailbox of the same deployment, who owns a workspace. */
async function ownerOf({ product, peopleId }: Instance, slug: string, name: string) {
  const { id, primary_address: email } = await api(product, 'POST', `/v1/tenants/${peopleId}/identities`, {
    username: slug,
  });
  const owner = { email, name: 'Ada Lovelace' };
  const tenant = await api(product, 'POST', '/v1/tenants', { slug, name, mode: 'live', owner });
  await arrived(product, id, 1);
  const newest = async (mails: number) => {
    await arrived(product, id, mails);
    const { data } = await api(product, 'GET', `/v1/identities/${id}/messages`);
    return data[0] as { subject: string; extracted_text: string };
  };
  return {
    email,
    tenantId: tenant.id as string,
    /** The code in the mail with this number. */
    code: async (mails: number) => /^\d{6}/.exec((await newest(mails)).subject)![0],
    token: async (mails: number) => /\?token=([\w-]+)/.exec((await newest(mails)).extracted_text)![1]!,
  };
}

/** Signs in on the pages of the OpenID provider. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await agreeThere(page);
}
const agreeThere = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

const isAtHome = (page: Page, workspace: string) =>
  expect(page.getByRole('heading', { level: 1, name: workspace })).toBeVisible();

test('buttons of providers: a code the first time, then the account alone, and more accounts on Security', async ({
  page,
  context,
  instance,
}) => {
  test.setTimeout(180_000);
  const { product, github } = instance;
  const ada = await ownerOf(instance, 'northwind', 'Northwind');
  await page.goto(`${product.url}/console/sign-in`);
  for (const name of ['Google', 'Microsoft', 'GitHub', 'Corp Login'])
    await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeVisible();
  await expectWhole(page);

  // A person who cancels at the provider sees a message and tries again.
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You could not be signed in with Google.')).toBeVisible();

  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInThere(page, ada.email);
  await expect(page.getByText('Your account at Google is new here.')).toBeVisible();
  await expectWhole(page);
  await page.getByLabel('Six-digit code').fill('000000');
  await expect(page.getByText('This code is wrong, has been used or has expired.')).toBeVisible();
  await page.getByLabel('Six-digit code').fill(await ada.code(2));
  await isAtHome(page, 'Northwind');

  // Once more, without a mail.
  await context.clearCookies();
  await page.goto(`${product.url}/console/sign-in?next=/console/security`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInThere(page, ada.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const accounts = page.getByRole('listitem').filter({ hasText: 'Linked' });
  await expect(accounts).toHaveCount(1);

  // A signed-in person can link a private account, whatever its address is.
  Object.assign(github, {
    subject: '77',
    email: 'ada@private.example',
    emails: [{ email: 'ada@private.example', verified: true, primary: true }],
  });
  await page.getByRole('button', { name: 'Link an account at GitHub' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await expect(accounts).toHaveCount(2);
  await expect(accounts.filter({ hasText: 'GitHub' })).toContainText('ada@private.example');
  await expectWhole(page);
  await context.clearCookies();
  await page.goto(`${product.url}/console/sign-in`);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await isAtHome(page, 'Northwind');

  await page.goto(`${product.url}/console/security`);
  await page.getByRole('button', { name: 'Unlink the account at GitHub' }).click();
  await expect(accounts).toHaveCount(1);
});

test('a workspace that does not accept how somebody came offers what it does accept', async ({
  page,
  context,
  instance,
}) => {
  test.setTimeout(180_000);
  const { product } = instance;
  const grace = await ownerOf(instance, 'southwind', 'Southwind');
  const second = await api(product, 'POST', '/v1/tenants', {
    slug: 'westwind',
    name: 'Westwind',
    mode: 'live',
    owner: { email: grace.email, name: 'Grace' },
  });
  expect(second.id).toBeTruthy();
  const token = await grace.token(1);
  expect((await page.request.post(`${product.url}/api/auth/link`, { data: { token } })).ok()).toBe(true);
  await page.goto(`${product.url}/console/policy`);
  await page.getByLabel('Name of the workspace').fill('South wind and sun');
  const rules = { methods: ['oidc', 'passkey'] };
  await api(product, 'PATCH', `/v1/tenants/${grace.tenantId}/sign-in`, rules);

  // When a session ends during work, typed text stays, and the person signs in in a new tab.
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Southwind asks you to sign in another way' });
  await expect(dialog.getByText('Nothing on this page is lost.')).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(`${product.url}/console`);
  await expect(
    tab.getByRole('heading', { level: 1, name: 'Southwind asks you to sign in another way' }),
  ).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Go to Westwind' })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  await expectWhole(tab);
  await tab.getByRole('button', { name: 'Continue with Corp Login' }).click();
  await tab.getByRole('link', { name: 'Cancel' }).click();
  await expect(tab.getByText('You could not be signed in with Corp Login.')).toBeVisible();
  await tab.getByRole('button', { name: 'Continue with Corp Login' }).click();
  await signInThere(tab, grace.email);
  await tab.getByLabel('Six-digit code').fill(await grace.code(3));
  await isAtHome(tab, 'Southwind');

  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Name of the workspace')).toHaveValue('South wind and sun');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible();
});

test('an error leads to its call in the request log', async ({ page, instance }) => {
  test.setTimeout(180_000);
  const { product } = instance;
  const joan = await ownerOf(instance, 'eastwind', 'Eastwind');
  const data = { token: await joan.token(1) };
  expect((await page.request.post(`${product.url}/api/auth/link`, { data })).ok()).toBe(true);

  // A refusal for a person, who is about to lock herself out.
  await page.goto(`${product.url}/console/members`);
  await page.getByRole('checkbox', { name: 'Code or link by mail' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Open in the request log' }).click();
  const rows = page.getByRole('button', { expanded: true });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('own_sign_in_excluded');
  await expect(page.getByText('Person', { exact: true }).last()).toBeVisible();
  await expectWhole(page);

  // A refusal for a key: the response links to the page for people.
  const { secret } = await api(product, 'POST', '/v1/keys', {
    name: 'Robot',
    level: 'tenant',
    tenant_id: joan.tenantId,
    permissions: ['identities:read'],
  });
  const refused = await fetch(`${product.url}/v1/identities/idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const [, url] = /<([^>]+)>; rel="describedby"/.exec(refused.headers.get('link') ?? '') ?? [];
  await page.goto(url!);
  await expect(rows).toContainText('identity_not_found');
  await expect(rows).toContainText('Robot');
});
