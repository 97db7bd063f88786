import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { auditRows } from '#testing/tenants.ts';
import {
  type Answer,
  askFor,
  CALLBACK,
  exchangeOf,
  type OAuthWorld,
  ORIGIN,
  openOAuth,
  type Person,
  usual,
} from './oauth-fixtures.ts';

// Attacks on OAuth and mistakes of careless clients, over HTTP.

let world: OAuthWorld;
let client: string;
let now = Date.parse('2026-11-22T12:00:00Z');
beforeAll(async () => {
  world = await openOAuth({}, { now: () => new Date(now) });
  client = (await world.register()).client_id;
});
afterAll(() => world.close());

const refresh = (token: string, more: Record<string, string> = {}) =>
  world.form('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client,
    refresh_token: token,
    ...more,
  });
const outcome = ({ status, body }: Answer) => [status, body.error];
const codeOf = async (token: string) => {
  const { status, body } = await world.me(token);
  return status === 200 ? 'works' : body.error.code;
};
/** A consent that a person has given, with the form that exchanges it. */
async function allowed(person: Person = world.admin, choice = {}, query = {}) {
  const { request, verifier } = await world.ask(client, { scope: usual.join(' '), ...query });
  const input = { request, identity_ids: null, permissions: usual, days: 30, ...choice };
  const { body } = await world.decide(person, 'approve', input);
  return {
    request,
    redirect: body.redirect_to as string,
    form: exchangeOf(client, body.redirect_to, verifier),
  };
}

describe('authorization', () => {
  it('shows the consent page what is asked, without the secrets of the flow', async () => {
    const { request } = await world.ask(client, { scope: 'messages:read openid tenants:manage made:up' });
    const { body } = await world.read(world.admin, { request });
    expect(body).toEqual({
      kind: 'browser',
      name: 'Helper',
      client_id: client,
      client_uri: null,
      client_host: null,
      destination: { kind: 'computer', name: '127.0.0.1:7777' },
      scopes: ['messages:read'],
      expires_at: expect.any(String),
    });
  });

  it.each([
    ['no client', { client_id: '' }],
    ['an unknown client', { client_id: 'app_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['another path', { redirect_uri: `${CALLBACK}/more` }],
    ['another query', { redirect_uri: `${CALLBACK}?next=1` }],
    ['a fragment', { redirect_uri: `${CALLBACK}#x` }],
    ['another loopback name', { redirect_uri: 'http://localhost:7777/callback' }],
    ['a user name that looks like the host', { redirect_uri: 'http://127.0.0.1:7777@evil.example/callback' }],
    ['a host that begins alike', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('leads nowhere with %s', async (_, query) => {
    const response = await world.authorize({ ...askFor(client), ...query });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toContain('evil.example');
  });

  it('takes any port of this machine', async () => {
    const response = await world.authorize({
      ...askFor(client),
      redirect_uri: 'http://127.0.0.1:50123/callback',
    });
    expect(response.headers.get('location')).toContain('/console/authorize?request=');
  });

  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['a foreign resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['unknown scopes only', { scope: 'made:up' }, 'invalid_scope'],
  ])('tells the application about %s', async (_, query, error) => {
    const response = await world.authorize({ ...askFor(client), ...query });
    const to = new URL(response.headers.get('location')!);
    expect(to.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect([to.searchParams.get('error'), to.searchParams.get('state'), to.searchParams.get('iss')]).toEqual([
      error,
      'a state',
      ORIGIN,
    ]);
  });
});

describe('consent', () => {
  it('grants no permission that was not asked for, and none that the person lacks', async () => {
    const { request } = await world.ask(client, { scope: 'messages:read keys:manage' });
    const choose = (person: Person, permissions: string[]) =>
      world.decide(person, 'approve', { request, identity_ids: null, permissions, days: null });
    expect((await choose(world.admin, ['messages:send'])).body.error.code).toBe('invalid_request');
    const viewer = await world.person('viewer');
    expect((await choose(viewer, ['keys:manage'])).body.error.code).toBe('key_scope_exceeded');
    expect((await choose(viewer, ['messages:read'])).status).toBe(200);
  });

  it('grants no identity of another workspace', async () => {
    const { request } = await world.ask(client, { scope: usual.join(' ') });
    const input = { request, permissions: usual, days: 1, identity_ids: ['idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'] };
    expect((await world.decide(world.admin, 'approve', input)).body.error.code).toBe('key_scope_exceeded');
  });

  it('counts once, needs a session and our own page, and ends after ten minutes', async () => {
    const { request } = await world.ask(client);
    const input = { request, identity_ids: null, permissions: ['messages:read'], days: 1 };
    await world.read(world.admin, { request });
    const stranger = world.admin.browser;
    const foreign = await stranger.call('POST', '/api/trpc/applications.approve', input, {
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    const signedOut = await stranger.call('POST', '/api/trpc/applications.approve', input, { cookie: '' });
    expect(signedOut.status).toBe(401);
    const both = await Promise.all([
      world.decide(world.admin, 'approve', input),
      world.decide(world.admin, 'deny', { request }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const late = await world.ask(client);
    now += 10 * MINUTE;
    const answer = await world.read(world.admin, { request: late.request });
    expect(answer.body.error.code).toBe('access_request_not_found');
  });

  it('a refusal goes back as access_denied', async () => {
    const { request } = await world.ask(client);
    const { body } = await world.decide(world.admin, 'deny', { request });
    expect(new URL(body.redirect_to).searchParams.get('error')).toBe('access_denied');
  });
});

describe('the code', () => {
  it('gives a key of just what was granted, with the person as its maker', async () => {
    const { form } = await allowed();
    const { status, body, headers } = await world.form('/oauth/token', form);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: usual.join(' ') });
    const me = (await world.me(body.access_token)).body;
    expect(me).toMatchObject({ level: 'tenant', tenant_id: world.tenantId, permissions: usual });
    expect(Date.parse(me.expires_at)).toBe(now + 30 * DAY);
    const key = (await world.call('GET', `/v1/keys/${me.key_id}`)).body;
    expect(key).toMatchObject({
      name: 'Helper',
      oauth_client_id: client,
      created_by: { type: 'user', id: world.admin.id },
    });
    expect(key.prefix).toBe(body.access_token.slice(0, 12));
    const [row] = await auditRows(world, me.key_id);
    expect(row).toMatchObject({ action: 'application.connect', actor_user_id: world.admin.id });
    const stored = await world.services.db.rows(sql`select * from oauth_requests`);
    for (const secret of [form.code!, body.refresh_token])
      expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await world.call('POST', `/v1/keys/${me.key_id}/rotate`, { body: {} })).status).toBe(400);
  });

  it.each([
    ['another client', async () => ({ client_id: (await world.register()).client_id })],
    ['another redirect URI', async () => ({ redirect_uri: 'http://127.0.0.1:1/callback' })],
    ['another verifier', async () => ({ code_verifier: 'x'.repeat(43) })],
    ['no verifier', async () => ({ code_verifier: '' })],
    ['another code', async () => ({ code: 'y'.repeat(43) })],
  ])('is refused with %s, and still works for its owner', async (_, change) => {
    const { form } = await allowed();
    const wrong = await world.form('/oauth/token', { ...form, ...(await change()) });
    expect(outcome(wrong)).toEqual([400, 'invalid_grant']);
    expect((await world.form('/oauth/token', form)).status).toBe(200);
  });

  it('works for 60 seconds', async () => {
    const { form } = await allowed();
    now += 60 * SECOND;
    expect(outcome(await world.form('/oauth/token', form))).toEqual([400, 'invalid_grant']);
  });

  it('works once, also for eight exchanges at once; its second use ends what came of it', async () => {
    const { form } = await allowed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.form('/oauth/token', form)));
    const [first, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(await codeOf(first!.body.access_token)).toBe('key_revoked');
    expect(outcome(await refresh(first!.body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('gives nothing when the person has left, and less when they may do less', async () => {
    const [leaver, demoted] = [await world.person('admin'), await world.person('admin')];
    const [one, other] = [await allowed(leaver), await allowed(demoted)];
    const members = `/v1/tenants/${world.tenantId}/members`;
    expect((await world.call('DELETE', `${members}/${leaver.id}`)).status).toBe(204);
    const changed = await world.call('PATCH', `${members}/${demoted.id}`, { body: { role: 'viewer' } });
    expect(changed.status).toBe(200);
    expect(outcome(await world.form('/oauth/token', one.form))).toEqual([400, 'invalid_grant']);
    expect((await world.form('/oauth/token', other.form)).body.scope).toBe('messages:read');
  });
});

describe('refresh tokens', () => {
  it('give the next pair; the access token before ends within a minute', async () => {
    const first = await world.connect(world.admin, client);
    const second = (await refresh(first.refresh_token)).body;
    expect([await codeOf(first.access_token), await codeOf(second.access_token)]).toEqual(['works', 'works']);
    now += MINUTE;
    expect([await codeOf(first.access_token), await codeOf(second.access_token)]).toEqual([
      'key_expired',
      'works',
    ]);
  });

  it('a used one ends the whole family', async () => {
    const first = await world.connect(world.admin, client);
    const second = (await refresh(first.refresh_token)).body;
    expect(outcome(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await codeOf(second.access_token)).toBe('key_revoked');
    expect(outcome(await refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('of eight uses at once at most one gives tokens, and they end', async () => {
    const first = await world.connect(world.admin, client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(await codeOf(good[0]!.body.access_token)).toBe('key_revoked');
  });

  it('cannot widen the scope, serve another client, or name another resource', async () => {
    const { refresh_token } = await world.connect(world.admin, client);
    expect(outcome(await refresh(refresh_token, { scope: 'messages:read keys:manage' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    expect(outcome(await refresh(refresh_token, { resource: 'https://evil.example' }))).toEqual([
      400,
      'invalid_target',
    ]);
    const other = (await world.register()).client_id;
    expect(outcome(await refresh(refresh_token, { client_id: other }))).toEqual([400, 'invalid_grant']);
    expect((await refresh(refresh_token, { scope: 'messages:read' })).status).toBe(200);
  });

  it('end with the time that the person chose, and when nobody uses them', async () => {
    const short = await world.connect(world.admin, client, { days: 1 });
    const long = await world.connect(world.admin, client, { days: null });
    now += DAY;
    expect(await codeOf(short.access_token)).toBe('key_expired');
    expect(outcome(await refresh(short.refresh_token))).toEqual([400, 'invalid_grant']);
    now += 89 * DAY;
    expect(outcome(await refresh(long.refresh_token))).toEqual([400, 'invalid_grant']);
    client = (await world.register()).client_id;
  });
});

describe('people', () => {
  it('a removed member takes their applications along, and what these made', async () => {
    const leaver = await world.person('admin');
    const query = { scope: 'keys:manage messages:read' };
    const choice = { permissions: ['keys:manage', 'messages:read'] };
    const tokens = await world.connect(leaver, client, choice, query);
    const made = await world.call('POST', '/v1/keys', {
      key: tokens.access_token,
      body: { name: 'child', level: 'tenant', permissions: ['messages:read'] },
    });
    expect(made.status).toBe(201);
    expect((await world.call('DELETE', `/v1/tenants/${world.tenantId}/members/${leaver.id}`)).status).toBe(
      204,
    );
    for (const token of [tokens.access_token, made.body.secret])
      expect(await codeOf(token)).toBe('key_revoked');
    expect(outcome(await refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('a member who may do less leaves the application less, at once', async () => {
    const member = await world.person('admin');
    const tokens = await world.connect(member, client);
    const path = `/v1/tenants/${world.tenantId}/members/${member.id}`;
    await world.call('PATCH', path, { body: { role: 'viewer' } });
    expect((await world.me(tokens.access_token)).body.permissions).toEqual(['messages:read']);
    expect((await refresh(tokens.refresh_token)).body.scope).toBe('messages:read');
  });

  it('see and end their own applications; who manages keys all of them', async () => {
    const [one, other] = [await world.person('member'), await world.person('member')];
    const tokens = await world.connect(one, client);
    const { key_id } = (await world.me(tokens.access_token)).body;
    const listed = async (person: Person) => {
      await world.read(person, { user_code: 'BBBB-BBBB' });
      const { body } = await person.browser.call('GET', '/api/trpc/applications.list?input=%7B%7D');
      return body.result.data.data.some((row: { key_id: string }) => row.key_id === key_id);
    };
    expect([await listed(one), await listed(other), await listed(world.admin)]).toEqual([true, false, true]);
    expect((await world.decide(other, 'disconnect', { key_id })).body.error.code).toBe(
      'application_not_found',
    );
    expect(await codeOf(tokens.access_token)).toBe('works');
    expect((await world.decide(one, 'disconnect', { key_id })).status).toBe(200);
    expect(await codeOf(tokens.access_token)).toBe('key_revoked');
    expect((await world.decide(one, 'disconnect', { key_id })).body.error.code).toBe('application_not_found');
    expect((await auditRows(world, key_id)).map(({ action }) => action)).toEqual([
      'application.connect',
      'application.disconnect',
    ]);
  });
});

describe('revocation (RFC 7009)', () => {
  const revoke = (token: string, clientId = client) =>
    world.form('/oauth/revoke', { token, client_id: clientId });

  it('an access token ends alone, a refresh token with everything', async () => {
    const tokens = await world.connect(world.admin, client);
    expect((await revoke(tokens.access_token)).status).toBe(200);
    expect(await codeOf(tokens.access_token)).toBe('key_expired');
    const next = (await refresh(tokens.refresh_token)).body;
    expect((await revoke(next.refresh_token)).status).toBe(200);
    expect(await codeOf(next.access_token)).toBe('key_revoked');
  });

  it('a foreign token and a missing one answer the same and change nothing', async () => {
    const tokens = await world.connect(world.admin, client);
    const other = (await world.register()).client_id;
    const answers = await Promise.all(
      [tokens.access_token, tokens.refresh_token, 'nonsense'].map((token) => revoke(token, other)),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
      [200, {}],
    ]);
    expect(await codeOf(tokens.access_token)).toBe('works');
    // The secret of an API key is not a token of an application.
    expect((await revoke(world.platformKey)).status).toBe(200);
    expect(await codeOf(world.platformKey)).toBe('works');
  });
});
