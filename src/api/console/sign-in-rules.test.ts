import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { capturedFor } from '#testing/captured.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { type OpenIdAccount, openOpenIdProvider } from '#testing/openid-provider.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { createTenant } from '#testing/tenants.ts';
import { totpCode } from '#testing/totp.ts';
import { issueSignInToken } from '#workspace/members/index.ts';

// Issue 22, point 3: any OpenID provider by PM_OIDC_*, and the sign-in rules of a workspace.

const CALLBACK = 'http://localhost:3000/api/auth/oauth/oidc/callback';
const accounts = new Map<string, OpenIdAccount>();
let now = new Date();
let provider: Awaited<ReturnType<typeof openOpenIdProvider>>;
let product: TestProduct;
let open: (address?: string) => Browser;
let clients = 0;
let made = 0;
const browser = () => open(`192.0.2.${++clients}`);

beforeAll(async () => {
  provider = await openOpenIdProvider(accounts, CALLBACK);
  product = await openTestProduct(
    {
      PM_OIDC_ISSUER: provider.issuer,
      PM_OIDC_CLIENT_ID: provider.client.id,
      PM_OIDC_CLIENT_SECRET: provider.client.secret,
      PM_OIDC_NAME: 'Corp Login',
    },
    { now: () => now },
  );
  open = openBrowsers(product.services);
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

const post = (visitor: Browser, path: string, body: unknown = {}) =>
  visitor.call('POST', `/api/auth/${path}`, body);

async function mailTo(address: string, many: number) {
  const found = await product.eventually(
    () => capturedFor(product.services.db, address),
    (all) => all.length >= many,
  );
  return found.at(-1)!.text ?? '';
}
const codeIn = (text: string) => /^ {4}(\d{6})$/m.exec(text)![1]!;

/** A workspace with a proven domain, and its owner, who has an address of it. */
async function corporation() {
  made += 1;
  const domain = `corp${made}.example`;
  const email = `ada@${domain}`;
  const tenant = await createTenant(product, { owner: { email, name: 'Ada' } });
  await mailTo(email, 1);
  // People's mail goes to another server, which forwards mail for agents.
  await insertDomain(product.services, { domain, tenantId: tenant.id, inbound_forwarding: true });
  const [owner] = await product.services.db.rows<{ user_id: string }>(
    sql`select user_id from members where tenant_id = ${tenant.id}`,
  );
  accounts.set(email, { sub: email, email, email_verified: true });
  return { email, domain, tenantId: tenant.id as string, ownerId: owner!.user_id };
}

/** Creates a member with this address directly. */
async function member(tenantId: string, email: string): Promise<string> {
  const id = `usr_r${++made}`;
  await product.services.db.run(sql`insert into users (id, email, name) values (${id}, ${email}, 'M')`);
  await product.services.db.run(
    sql`insert into members (tenant_id, user_id, role) values (${tenantId}, ${id}, 'member')`,
  );
  return id;
}

async function follow(userId: string, visitor = browser()) {
  const token = await issueSignInToken(product.services.db, product.services, userId);
  return { ...(await post(visitor, 'link', { token })), visitor };
}

/** Signs in at the provider. @returns the page to which the browser is redirected */
async function through(login: string, visitor = browser()) {
  const { url } = (await post(visitor, 'oauth', { provider: 'oidc' })).body;
  const answer = await visitor.call('GET', await provider.agree(url, login));
  const { pathname, search } = new URL(answer.headers.Location!);
  return { page: pathname + search, visitor };
}

/** Signs in for the first time, with the code that proves the address. `mails`: the number of earlier mails. */
async function firstTime(email: string, mails: number): Promise<Browser> {
  const { visitor } = await through(email);
  const { status } = await post(visitor, 'code', { code: codeIn(await mailTo(email, mails + 1)) });
  expect(status).toBe(200);
  return visitor;
}

const rulesPath = (tenantId: string) => `/v1/tenants/${tenantId}/sign-in`;
const change = (visitor: Browser, tenantId: string, body: unknown) =>
  visitor.call('PATCH', `/api/session${rulesPath(tenantId)}`, body);
const reads = async (visitor: Browser, tenantId: string) =>
  visitor.call('GET', `/api/session/${tenantId}/v1/tenants/${tenantId}/members`);

describe('an OpenID provider by PM_OIDC_*', () => {
  it('is found by discovery, checked, and bound to the account', async () => {
    const { email } = await corporation();
    const first = await through(email);
    expect(first.page).toMatch(/confirm=oidc/);
    expect(await mailTo(email, 2)).toContain('an account at Corp Login');
    await post(first.visitor, 'code', { code: codeIn(await mailTo(email, 2)) });
    expect((await first.visitor.call('GET', '/api/auth/session')).body.user.email).toBe(email);
    expect((await through(email)).page).toBe('/console');
    accounts.set('mallory', { sub: 'mallory', email, email_verified: true });
    expect((await through('mallory')).page).toMatch(/confirm=oidc/);
    accounts.set('eve', { sub: 'eve', email, email_verified: false });
    expect((await through('eve')).page).toMatch(/refused=oidc/);
  });

  it('is followed by the second factor of those who have one', async () => {
    const { email } = await corporation();
    const visitor = await firstTime(email, 1);
    const { secret } = (await post(visitor, 'app/begin')).body;
    await post(visitor, 'app/confirm', { code: totpCode(secret, now) });
    const next = await through(email);
    expect(next.page).toMatch(/step=second/);
    now = new Date(now.getTime() + 30_000);
    const { status } = await post(next.visitor, 'second-factor', { code: totpCode(secret, now) });
    expect([status, (await through(email)).page]).toEqual([200, expect.stringMatching(/step=second/)]);
  });
});

describe('single sign-on for a domain', () => {
  it('lets its addresses in through the provider only, and nobody locks themselves out', async () => {
    const { email, domain, tenantId, ownerId } = await corporation();
    const guest = await member(tenantId, `guest${made}@elsewhere.example`);
    const colleague = await member(tenantId, `grace@${domain}`);
    const early = (await follow(colleague)).visitor;
    expect((await reads(early, tenantId)).status).toBe(200);
    const byMail = (await follow(ownerId)).visitor;
    const refused = await change(byMail, tenantId, { sso_provider: 'oidc' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'own_sign_in_excluded']);

    const owner = await firstTime(email, 1);
    expect((await change(owner, tenantId, { sso_provider: 'oidc' })).body).toMatchObject({
      sso_provider: 'oidc',
      domains: [domain],
    });
    // Sessions with other ways of signing in lose the workspace at once.
    for (const visitor of [byMail, early]) {
      const { status, body } = await reads(visitor, tenantId);
      expect([status, body.error.code]).toEqual([403, 'sso_required']);
    }
    expect((await reads(owner, tenantId)).status).toBe(200);
    const link = await follow(colleague);
    expect([link.status, link.body.error.code]).toEqual([403, 'sso_required']);
    await post(browser(), 'request', { email: `grace@${domain}` });
    expect(await mailTo(`grace@${domain}`, 1)).toMatch(/requires that you sign in with Corp Login/);
    expect((await follow(guest)).status).toBe(200);
    // An account with an address of another domain does not count as single sign-on.
    accounts.set(email, { sub: email, email: 'ada@private.example', email_verified: true });
    expect((await through(email)).page).toMatch(/refused=oidc&reason=sso_required/);
    // The platform key can remove the rule.
    const lifted = await product.call('PATCH', rulesPath(tenantId), { body: { sso_provider: null } });
    expect([lifted.status, (await follow(colleague)).status]).toEqual([200, 200]);
  });

  it('lets people who are invited join, and then sign in through the provider', async () => {
    const { domain, tenantId, email } = await corporation();
    const owner = await firstTime(email, 1);
    await change(owner, tenantId, { sso_provider: 'oidc' });
    const invited = `new@${domain}`;
    await product.call('POST', `/v1/tenants/${tenantId}/invitations`, {
      body: { email: invited, role: 'member' },
    });
    const token = /token=([\w-]+)/.exec(await mailTo(invited, 1))![1];
    const joined = await post(browser(), 'invitation', { token });
    expect([joined.status, joined.body.error.code]).toEqual([403, 'sso_required']);
    accounts.set(invited, { sub: invited, email: invited, email_verified: true });
    expect((await reads(await firstTime(invited, 1), tenantId)).status).toBe(200);
  });

  it('needs a proven domain and a provider that is there', async () => {
    const tenant = await createTenant(product);
    for (const [body, path] of [
      [{ sso_provider: 'oidc' }, 'sso_provider'],
      [{ sso_provider: 'okta' }, 'sso_provider'],
      [{ methods: ['mail', 'smoke'] }, 'methods.1'],
      [{ session_hours: 0 }, 'session_hours'],
    ] as const) {
      const answer = await product.call('PATCH', rulesPath(tenant.id), { body });
      expect([answer.status, answer.body.error.details.errors[0].path]).toEqual([400, path]);
    }
  });
});

it('accepted ways: others lose this workspace, and keep their others', async () => {
  const { email, tenantId, ownerId } = await corporation();
  const second = (await corporation()).tenantId;
  await product.services.db.run(
    sql`insert into members (tenant_id, user_id, role) values (${second}, ${ownerId}, 'member')`,
  );
  const byMail = (await follow(ownerId)).visitor;
  const owner = await firstTime(email, 1);
  expect((await change(byMail, tenantId, { methods: ['oidc'] })).status).toBe(409);
  expect((await change(owner, tenantId, { methods: ['oidc', 'passkey'] })).status).toBe(200);
  const { status, body } = await reads(byMail, tenantId);
  expect([status, body.error.code]).toEqual([403, 'sign_in_method_denied']);
  expect((await reads(byMail, second)).status).toBe(200);
  expect((await reads(owner, tenantId)).status).toBe(200);

  // The console learns the allowed ways, and the person uses one in the same browser.
  const denialIn = async (visitor: Browser) =>
    (await visitor.call('GET', '/api/auth/session', undefined, { 'proofmail-workspace': tenantId })).body
      .denial;
  expect(await denialIn(owner)).toBeNull();
  expect(await denialIn(byMail)).toEqual({
    code: 'sign_in_method_denied',
    ways: [
      { name: 'passkey', label: 'Passkey' },
      { name: 'oidc', label: 'Corp Login' },
    ],
  });
  accounts.set('eve', { sub: 'eve', email, email_verified: false });
  expect((await through('eve', byMail)).page).toBe(
    '/console/sign-in?refused=oidc&reason=unauthenticated&again=1',
  );
  expect((await through(email, byMail)).page).toBe('/console');
  expect(await denialIn(byMail)).toBeNull();
});

it('session length: the session ends so long after it began, however it is used', async () => {
  const { tenantId, ownerId } = await corporation();
  const { visitor } = await follow(ownerId);
  expect((await change(visitor, tenantId, { session_hours: 2 })).status).toBe(200);
  for (const minutes of [50, 50]) {
    now = new Date(now.getTime() + minutes * 60_000);
    expect((await reads(visitor, tenantId)).status).toBe(200);
  }
  now = new Date(now.getTime() + 21 * 60_000);
  expect((await reads(visitor, tenantId)).status).toBe(401);
});
