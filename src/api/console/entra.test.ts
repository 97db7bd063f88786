import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi } from '#testing/api.ts';
import { capturedFor } from '#testing/captured.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { type EntraSaid, openEntra, PERSONAL } from '#testing/entra-server.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { CLIENT } from '#testing/provider-server.ts';
import { createTenant } from '#testing/tenants.ts';

// Issue 22, point 3: Microsoft Entra with accounts of several organisations, none of which can be trusted with claims.

const CONTOSO = '11111111-aaaa-4bbb-8ccc-000000000001';
const EVIL = '22222222-aaaa-4bbb-8ccc-000000000002';
/** Another organisation, with a separate key for its tokens. */
const FABRIKAM = '33333333-aaaa-4bbb-8ccc-000000000003';

const said = {} as EntraSaid;
let entra: Awaited<ReturnType<typeof openEntra>>;
let product: TestProduct;
let open: (address?: string) => Browser;
let clients = 0;
let people = 0;
const browser = () => open(`192.0.2.${++clients}`);

const environment = (place: string) => ({
  MICROSOFT_CLIENT_ID: CLIENT.id,
  MICROSOFT_CLIENT_SECRET: CLIENT.secret,
  PM_MICROSOFT_URL: `${entra.url}/${place}/v2.0`,
});

beforeAll(async () => {
  entra = await openEntra(said, [EVIL, FABRIKAM]);
  product = await openTestProduct(environment('organizations'));
  open = openBrowsers(product.services);
});
afterAll(async () => {
  await product.close();
  await entra.close();
});

const says = (next: EntraSaid): void => {
  for (const key of Object.keys(said)) delete said[key as keyof EntraSaid];
  Object.assign(said, next);
};

beforeEach(() => {
  people += 1;
  says({ tid: CONTOSO, oid: `oid-${people}`, sub: `sub-${people}`, email: `ann${people}@contoso.example` });
});

/** A person with the address that Entra names. */
async function person(): Promise<string> {
  const { email } = said;
  await product.services.db.run(
    sql`insert into users (id, email, name) values (${`usr_e${people}`}, ${email}, 'Ann')`,
  );
  return email!;
}

const mailsTo = (address: string) => capturedFor(product.services.db, address);

/** @returns the page to which the browser is redirected after it returned from Entra */
async function signIn(visitor = browser()) {
  const { status, body } = await visitor.call('POST', '/api/auth/oauth', { provider: 'microsoft' });
  expect(status).toBe(200);
  const { pathname, search } = new URL((await visitor.call('GET', entra.agree(body.url))).headers.Location!);
  return { page: pathname + search, visitor };
}

/** Signs in for the first time, with the code that proves the address. */
async function firstTime(address: string): Promise<Browser> {
  const { page, visitor } = await signIn();
  expect(page).toBe(CONFIRM);
  const [mail] = await product.eventually(
    () => mailsTo(address),
    (all) => all.length > 0,
  );
  const code = /^ {4}(\d{6})$/m.exec(mail!.text ?? '')![1]!;
  expect((await visitor.call('POST', '/api/auth/code', { code })).status).toBe(200);
  return visitor;
}

const CONFIRM = '/console/sign-in?confirm=microsoft&next=%2Fconsole';
const REFUSED = '/console/sign-in?refused=microsoft&reason=unauthenticated';

describe('Entra for every organisation', () => {
  it('signs in the account of an organisation, known by that organisation and its subject', async () => {
    const email = await person();
    await firstTime(email);
    expect((await signIn()).page).toBe('/console');
    const [account] = await product.services.db.rows<{ issuer: string; subject: string }>(
      sql`select issuer, subject from provider_accounts where user_id = ${`usr_e${people}`}`,
    );
    expect(account).toEqual({ issuer: entra.issuerOf(CONTOSO), subject: said.sub });
    // The account's address may change at the provider.
    said.email = 'ann.new@contoso.example';
    expect((await signIn()).page).toBe('/console');
    // The same subject in another organisation is another account.
    Object.assign(said, { tid: EVIL, email });
    expect((await signIn()).page).toBe(CONFIRM);
  });

  it('signs nobody in by an address that any organisation can write', async () => {
    const email = await person();
    await firstTime(email);
    says({ tid: EVIL, oid: 'mallory', sub: `mallory-${people}`, email });
    const mallory = await signIn();
    expect(mallory.page).toBe(CONFIRM);
    expect((await mallory.visitor.call('GET', '/api/auth/session')).status).toBe(401);
    await product.eventually(
      () => mailsTo(email),
      (all) => all.length === 2,
    );
    // The code of that mail does not work in the victim's browser, and a guess does not work in Mallory's.
    const stranger = await browser().call('POST', '/api/auth/code', { code: '000000' });
    expect(stranger.status).toBe(401);
    says({ tid: CONTOSO, oid: 'none', sub: `none-${people}` });
    expect((await signIn()).page).toBe(REFUSED);
  });

  it.each<[string, () => Partial<EntraSaid>]>([
    ['the issuer of another organisation', () => ({ iss: entra.issuerOf(EVIL) })],
    ['another organisation than its issuer', () => ({ tid: EVIL, iss: entra.issuerOf(CONTOSO) })],
    ['the template as its issuer', () => ({ iss: `${entra.url}/{tenantid}/v2.0` })],
    ['the template as its organisation', () => ({ tid: '{tenantid}' })],
    ['no organisation', () => ({ tid: 'common' })],
    ['a path as its organisation', () => ({ tid: `${CONTOSO}/../${EVIL}` })],
    ['an issuer elsewhere', () => ({ iss: `https://login.evil.example/${CONTOSO}/v2.0` })],
    ['an issuer of version 1', () => ({ iss: `https://sts.windows.net/${CONTOSO}/` })],
    ['the key of another organisation', () => ({ key: EVIL })],
    ['the key of personal accounts', () => ({ key: PERSONAL })],
    ['a personal account', () => ({ tid: PERSONAL, key: PERSONAL })],
    ['a key that Entra does not have', () => ({ key: 'stranger' })],
    ['another client', () => ({ aud: 'client-2' })],
    ['another attempt', () => ({ nonce: 'replayed' })],
  ])('refuses a token with %s', async (_, lie) => {
    const email = await person();
    await firstTime(email);
    Object.assign(said, lie());
    expect((await signIn()).page).toBe(REFUSED);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('takes an answer once, and in the browser that asked', async () => {
    const email = await person();
    await firstTime(email);
    const [visitor, other] = [browser(), browser()];
    const { body } = await visitor.call('POST', '/api/auth/oauth', { provider: 'microsoft' });
    const back = entra.agree(body.url);
    await other.call('POST', '/api/auth/oauth', { provider: 'microsoft' });
    const to = async (who: Browser) => new URL((await who.call('GET', back)).headers.Location!);
    expect((await to(other)).search).toMatch(/refused=microsoft/);
    expect((await to(visitor)).pathname).toBe('/console');
    visitor.cookies.delete('pm_session_3000');
    expect((await to(visitor)).search).toMatch(/refused=microsoft/);
  });

  it('takes tokens of an organisation with a key of its own', async () => {
    Object.assign(said, { tid: FABRIKAM, key: FABRIKAM });
    await firstTime(await person());
    expect((await signIn()).page).toBe('/console');
  });

  it('is nothing that a workspace can require for its domain', async () => {
    const tenant = await createTenant(product);
    await insertDomain(product.services, { domain: 'contoso.example', tenantId: tenant.id });
    const path = `/v1/tenants/${tenant.id}/sign-in`;
    const { status, body } = await product.call('PATCH', path, { body: { sso_provider: 'microsoft' } });
    expect([status, body.error.details.errors[0].path]).toEqual([400, 'sso_provider']);
  });
});

it.each<[string, string, boolean]>([
  ['common', CONTOSO, true],
  ['common', PERSONAL, true],
  ['consumers', PERSONAL, true],
  ['consumers', CONTOSO, false],
  [CONTOSO, CONTOSO, true],
  [CONTOSO, EVIL, false],
])('Entra at /%s: an account of %s is known: %s', async (place, tid, isKnown) => {
  const api = await openTestApi(environment(place));
  const visitor = openBrowsers(api.services)();
  Object.assign(said, { tid, key: tid === PERSONAL ? PERSONAL : 'shared' });
  expect((await signIn(visitor)).page).toBe(isKnown ? CONFIRM : REFUSED);
  await api.close();
});
