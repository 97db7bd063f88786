import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { CLIENT, openProvider, type Said } from './oauth-fixtures.ts';

// Issue 9: optional sign-in with Google and GitHub. spec 4.13: flows end with their `link` key.

const said: Said = { email: '', email_verified: true, emails: [] };
let provider: Awaited<ReturnType<typeof openProvider>>;
let api: TestApi;
let open: (address?: string) => Browser;
let now = new Date();
let clients = 0;
const browser = () => open(`192.0.2.${++clients}`);

beforeAll(async () => {
  provider = await openProvider(said);
  const client = (name: string) => ({
    [`${name}_CLIENT_ID`]: CLIENT.id,
    [`${name}_CLIENT_SECRET`]: CLIENT.secret,
    [`PM_${name}_URL`]: provider.url,
  });
  api = await openTestApi({ ...client('GOOGLE'), ...client('GITHUB') }, { now: () => now });
  open = openBrowsers(api.services);
  for (const name of ['ada', 'grace'])
    await api.services.db.run(
      sql`insert into users (id, email, name) values (${`usr_${name}`}, ${`${name}@example.com`}, ${name})`,
    );
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  now = new Date();
  const emails = [{ email: 'ada@example.com', verified: true, primary: true }];
  for (const key of Object.keys(said)) delete said[key as keyof Said];
  Object.assign(said, { email: 'Ada@Example.com', email_verified: true, emails });
});

async function begin(visitor: Browser, name: string, next?: string): Promise<string> {
  const { status, body } = await visitor.call('POST', '/api/auth/oauth', {
    provider: name,
    ...(next && { next }),
  });
  expect(status).toBe(200);
  return body.url;
}

/** Begins, agrees at the provider, and comes back. @returns where the browser is led */
async function signIn(name: string, visitor = browser()) {
  const answer = await visitor.call('GET', provider.agree(await begin(visitor, name)));
  expect(answer.status).toBe(303);
  return {
    scope: new URL(answer.headers.Location!).pathname + new URL(answer.headers.Location!).search,
    visitor,
  };
}

const whoIs = async (visitor: Browser) => (await visitor.call('GET', '/api/auth/session')).body.user?.email;

describe.each(['google', 'github'])('sign-in with %s', (name) => {
  const refused = { scope: `/console/sign-in?refused=${name}` };

  it('signs in whose verified address is a person’s, and leads where they wanted to go', async () => {
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
    expect(await whoIs(visitor)).toBe('ada@example.com');
  });

  it('answers alike for strangers and for addresses that nobody verified', async () => {
    said.email = 'nobody@example.com';
    said.emails = [{ email: 'nobody@example.com', verified: true, primary: true }];
    expect(await signIn(name)).toMatchObject(refused);
    said.email = 'ada@example.com';
    said.email_verified = false;
    said.emails = [{ email: 'ada@example.com', verified: false, primary: true }];
    const { scope, visitor } = await signIn(name);
    expect(scope).toBe(refused.scope);
    expect(visitor.cookies.has('pm_session_3000')).toBe(false);
  });

  it('takes an answer once, in the browser that asked, in its ten minutes, and for this provider', async () => {
    const visitor = browser();
    const back = provider.agree(await begin(visitor, name));
    const to = async (who: Browser, path: string) => (await who.call('GET', path)).headers.Location;
    const page = `http://localhost:3000${refused.scope}`;
    expect(await to(browser(), back)).toBe(page);
    expect(await to(visitor, back.replace(/state=[^&]*/, 'state=x.y.z'))).toBe(page);
    expect(await to(visitor, back.replace(/code=[^&]*&/, ''))).toBe(page);
    const other = name === 'google' ? 'github' : 'google';
    expect(await to(visitor, back.replace(name, other))).toBe(
      `http://localhost:3000/console/sign-in?refused=${other}`,
    );
    now = new Date(now.getTime() + 10 * 60_000);
    expect(await to(visitor, back)).toBe(page);
    now = new Date(now.getTime() - 60_000);
    expect(await to(visitor, back)).toBe('http://localhost:3000/console');
    expect(await to(visitor, back)).toBe(page);
  });

  it('never leads away from the console', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/console\\evil', '/consolex', '/v1/me']) {
      const visitor = browser();
      const answer = await visitor.call('GET', provider.agree(await begin(visitor, name, next)));
      expect(answer.headers.Location).toBe('http://localhost:3000/console');
    }
  });
});

it.each<[string, Partial<Said>]>([
  ['another issuer', { issuer: 'https://accounts.evil.example' }],
  ['another client', { audience: 'client-2' }],
  ['another attempt', { nonce: 'replayed' }],
  ['nobody that we know', { signedBy: 'stranger' }],
])('Google: a token of %s signs nobody in', async (_, lie) => {
  Object.assign(said, lie);
  expect((await signIn('google')).scope).toBe('/console/sign-in?refused=google');
});

it('GitHub: the primary address counts first, then the other verified ones', async () => {
  said.emails = [
    { email: 'grace@example.com', verified: true, primary: false },
    { email: 'ada@example.com', verified: true, primary: true },
  ];
  expect(await whoIs((await signIn('github')).visitor)).toBe('ada@example.com');
  said.emails = [
    { email: 'private@example.net', verified: true, primary: true },
    { email: 'grace@example.com', verified: true, primary: false },
  ];
  expect(await whoIs((await signIn('github')).visitor)).toBe('grace@example.com');
});

it('ends with its link key (spec 4.13)', async () => {
  const visitor = browser();
  const back = provider.agree(await begin(visitor, 'google'));
  await api.call('POST', '/v1/platform/keys/link/rotate?revoke_previous=true');
  expect((await visitor.call('GET', back)).headers.Location).toMatch(/refused=google$/);
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
