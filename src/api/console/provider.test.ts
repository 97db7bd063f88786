import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi } from '#testing/api.ts';
import { capturedFor } from '#testing/captured.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { CLIENT, openProvider, type Said } from '#testing/provider-server.ts';
import { createTenant } from '#testing/tenants.ts';

// Issues 9 and 22: sign-in with Google and GitHub, bound to the account there. Spec 4.13: revoking the `link` key ends
// flows.

const said: Said = { subject: '', email: '', email_verified: true, emails: [] };
let provider: Awaited<ReturnType<typeof openProvider>>;
let product: TestProduct;
let open: (address?: string) => Browser;
let now = new Date();
let clients = 0;
let people = 0;
const browser = () => open(`192.0.2.${++clients}`);

beforeAll(async () => {
  provider = await openProvider(said);
  const client = (name: string) => ({
    [`${name}_CLIENT_ID`]: CLIENT.id,
    [`${name}_CLIENT_SECRET`]: CLIENT.secret,
    [`PM_${name}_URL`]: provider.url,
  });
  product = await openTestProduct({ ...client('GOOGLE'), ...client('GITHUB') }, { now: () => now });
  open = openBrowsers(product.services);
});
afterAll(async () => {
  await product.close();
  await provider.close();
});
beforeEach(() => {
  now = new Date();
});

/** A person without a workspace, for whom the provider will return a new subject. */
async function person(): Promise<{ id: string; email: string }> {
  people += 1;
  const [id, email] = [`usr_p${people}`, `p${people}@example.com`];
  await product.services.db.run(
    sql`insert into users (id, email, name) values (${id}, ${email}, 'A person')`,
  );
  saysThat(email, String(1_000 + people));
  return { id, email };
}

function saysThat(email: string, subject: string): void {
  for (const key of Object.keys(said)) delete said[key as keyof Said];
  const emails = [{ email, verified: true, primary: true }];
  Object.assign(said, { subject, email, email_verified: true, emails });
}

async function begin(visitor: Browser, name: string, next?: string): Promise<string> {
  const { status, body } = await visitor.call('POST', '/api/auth/oauth', {
    provider: name,
    ...(next && { next }),
  });
  expect(status).toBe(200);
  return body.url;
}

/** The page to which the browser is redirected after it returned from the provider. */
const comeBack = async (visitor: Browser, url: string) =>
  new URL((await visitor.call('GET', provider.agree(url))).headers.Location!);

async function signIn(name: string, visitor = browser()) {
  const page = await comeBack(visitor, await begin(visitor, name));
  return { page: page.pathname + page.search, visitor };
}

const whoIs = async (visitor: Browser) => (await visitor.call('GET', '/api/auth/session')).body.user?.email;

const mailsTo = (address: string) => capturedFor(product.services.db, address);

async function mailedCode(address: string, many = 1): Promise<string> {
  const found = await product.eventually(
    () => mailsTo(address),
    (all) => all.length >= many,
  );
  const { text } = found.at(-1)!;
  expect(text).not.toContain('token=');
  return /^ {4}(\d{6})$/m.exec(text ?? '')![1]!;
}

/** Signs in for the first time, with the code that proves the address. */
async function linked(name: string) {
  const who = await person();
  const { visitor } = await signIn(name);
  expect((await visitor.call('POST', '/api/auth/code', { code: await mailedCode(who.email) })).status).toBe(
    200,
  );
  return { ...who, visitor };
}

describe.each(['google', 'github'])('sign-in with %s', (name) => {
  const refused = `/console/sign-in?refused=${name}&reason=unauthenticated`;
  const confirm = `/console/sign-in?confirm=${name}&next=%2Fconsole`;

  it('asks for a code by mail at first, then signs in by the account alone', async () => {
    const { email } = await person();
    const first = await signIn(name);
    expect(first.page).toBe(confirm);
    expect(await whoIs(first.visitor)).toBeUndefined();
    const code = await mailedCode(email);
    const stranger = browser();
    expect((await stranger.call('POST', '/api/auth/code', { code })).status).toBe(401);
    expect((await first.visitor.call('POST', '/api/auth/code', { code })).status).toBe(200);
    expect(await whoIs(first.visitor)).toBe(email);

    // The address may change at the provider. The account still belongs to the same person.
    saysThat('other@example.net', said.subject);
    const visitor = browser();
    const url = new URL(await begin(visitor, name, '/console/policy?x=1'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: `http://localhost:3000/api/auth/oauth/${name}/callback`,
      code_challenge_method: 'S256',
    });
    const answer = await visitor.call('GET', provider.agree(url.href));
    expect([answer.status, answer.headers.Location]).toEqual([
      303,
      'http://localhost:3000/console/policy?x=1',
    ]);
    expect(answer.headers['Set-Cookie']).toMatch(/^pm_session_3000=.*HttpOnly; SameSite=Lax$/);
    expect(await whoIs(visitor)).toBe(email);
  });

  it('gives no account to another one with its address', async () => {
    const { email } = await linked(name);
    saysThat(email, '66');
    const thief = await signIn(name);
    expect(thief.page).toBe(confirm);
    expect(await whoIs(thief.visitor)).toBeUndefined();
    for (let n = 0; n < 11; n += 1) {
      const code = String(n).padStart(6, '0');
      expect((await thief.visitor.call('POST', '/api/auth/code', { code })).status).toBe(401);
    }
  });

  it('answers alike for strangers, and refuses addresses that the provider calls unverified', async () => {
    saysThat(`nobody${name}@example.com`, '77');
    expect((await signIn(name)).page).toBe(confirm);
    const { email } = await person();
    said.email_verified = false;
    said.emails = [{ email, verified: false, primary: true }];
    const { page, visitor } = await signIn(name);
    expect(page).toBe(refused);
    expect(visitor.cookies.has('pm_session_3000')).toBe(false);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('takes an answer once, in the browser that asked, in its ten minutes, and for this provider', async () => {
    await linked(name);
    const visitor = browser();
    const back = provider.agree(await begin(visitor, name));
    const to = async (who: Browser, path: string) => (await who.call('GET', path)).headers.Location;
    const page = `http://localhost:3000${refused}`;
    expect(await to(browser(), back)).toBe(page);
    expect(await to(visitor, back.replace(/state=[^&]*/, 'state=xyz'))).toBe(page);
    expect(await to(visitor, back.replace(/code=[^&]*&/, ''))).toBe(page);
    const other = name === 'google' ? 'github' : 'google';
    expect(await to(visitor, back.replace(name, other))).toBe(page.replace(name, other));
    now = new Date(now.getTime() + 10 * 60_000);
    expect(await to(visitor, back)).toBe(page);
    now = new Date(now.getTime() - 60_000);
    expect(await to(visitor, back)).toBe('http://localhost:3000/console');
    visitor.cookies.delete('pm_session_3000');
    expect(await to(visitor, back)).toBe(page);
  });

  it('never leads away from the console', async () => {
    await linked(name);
    for (const next of ['https://evil.example/', '//evil.example', '/console\\evil', '/consolex', '/v1/me']) {
      const visitor = browser();
      expect((await comeBack(visitor, await begin(visitor, name, next))).href).toBe(
        'http://localhost:3000/console',
      );
    }
  });

  it('links an account to the person who is signed in, and unlinks it', async () => {
    const { email, visitor } = await linked(name);
    saysThat('private@example.net', `9${people}`);
    const begun = await visitor.call('POST', '/api/auth/accounts/link', { provider: name });
    const back = provider.agree(begun.body.url);
    const thief = browser();
    thief.cookies.set('pm_oauth_3000', visitor.cookies.get('pm_oauth_3000')!);
    expect((await thief.call('GET', back)).headers.Location).toMatch(/sign-in\?refused=/);
    const landed = await comeBack(visitor, begun.body.url);
    expect(landed.pathname).toBe('/console/security');
    const { accounts } = (await visitor.call('GET', '/api/auth/security')).body;
    expect(accounts.map((each: { provider: string }) => each.provider)).toEqual([name, name]);
    const again = await signIn(name);
    expect(await whoIs(again.visitor)).toBe(email);
    const { id } = accounts.find((each: { email: string }) => each.email === 'private@example.net');
    await visitor.call('POST', '/api/auth/accounts/unlink', { account_id: id });
    expect((await signIn(name)).page).toBe(confirm);
  });
});

it.each<[string, Partial<Said>]>([
  ['another issuer', { issuer: 'https://accounts.evil.example' }],
  ['another client', { audience: 'client-2' }],
  ['another attempt', { nonce: 'replayed' }],
  ['nobody that we know', { signedBy: 'stranger' }],
])('Google: a token of %s signs nobody in', async (_, lie) => {
  await linked('google');
  Object.assign(said, lie);
  expect((await signIn('google')).page).toMatch(/refused=google/);
});

it('Google: only an account that its organisation runs is single sign-on for its domain', async () => {
  const tenant = await createTenant(product);
  await insertDomain(product.services, {
    domain: 'corp.example',
    tenantId: tenant.id,
    inbound_forwarding: true,
  });
  people += 1;
  const [id, email] = [`usr_p${people}`, 'grace@corp.example'];
  await product.services.db.run(sql`insert into users (id, email, name) values (${id}, ${email}, 'Grace')`);
  await product.services.db.run(
    sql`insert into members (tenant_id, user_id, role) values (${tenant.id}, ${id}, 'member')`,
  );
  const rules = await product.call('PATCH', `/v1/tenants/${tenant.id}/sign-in`, {
    body: { sso_provider: 'google' },
  });
  expect(rules.status).toBe(200);
  saysThat(email, 'own-1');
  const first = await signIn('google');
  expect(first.page).toBe('/console/sign-in?confirm=google&next=%2Fconsole');
  const refused = await first.visitor.call('POST', '/api/auth/code', { code: await mailedCode(email) });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'sso_required']);

  saysThat(email, 'managed-1');
  said.hd = 'corp.example';
  const { visitor } = await signIn('google');
  const { status } = await visitor.call('POST', '/api/auth/code', { code: await mailedCode(email, 2) });
  expect([status, await whoIs(visitor)]).toEqual([200, email]);
  expect((await signIn('google')).page).toBe('/console');
  // The account left its organisation. It stays known but can no longer sign in.
  delete said.hd;
  expect((await signIn('google')).page).toMatch(/reason=sso_required/);
});

it('GitHub: the primary address counts first, then the other verified ones', async () => {
  const { email: second } = await person();
  const { email: first } = await person();
  said.emails = [
    { email: second, verified: true, primary: false },
    { email: first, verified: true, primary: true },
  ];
  await signIn('github');
  await mailedCode(first);
  saysThat('private@example.net', '88');
  said.emails.push({ email: second, verified: true, primary: false });
  await signIn('github');
  await mailedCode(second);
});

it('ends with its link key (spec 4.13)', async () => {
  await linked('google');
  const visitor = browser();
  const back = provider.agree(await begin(visitor, 'google'));
  await product.call('POST', '/v1/platform/keys/link/rotate?revoke_previous=true');
  expect((await visitor.call('GET', back)).headers.Location).toMatch(/refused=google/);
});

it('is there only where it is set up, and counts per client', async () => {
  const plain = await openTestApi();
  const visitor = openBrowsers(plain.services)();
  const begun = await visitor.call('POST', '/api/auth/oauth', { provider: 'google' });
  expect([begun.status, begun.body.error.code]).toEqual([404, 'route_not_found']);
  expect((await visitor.call('GET', '/api/auth/oauth/google/callback?code=x&state=y')).status).toBe(404);
  await plain.close();
  const eager = browser();
  for (let n = 0; n < 10; n += 1) await begin(eager, 'github');
  expect((await eager.call('POST', '/api/auth/oauth', { provider: 'github' })).status).toBe(429);
});
