import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi } from '#testing/api.ts';
import { oauthRetention } from './index.ts';
import { CALLBACK, exchangeOf, freshClient, type OAuthWorld, ORIGIN, openOAuth } from './oauth-fixtures.ts';

// Metadata, registration, devices, CORS and the texts of refusals, over HTTP.

let world: OAuthWorld;
let now = Date.parse('2026-11-22T12:00:00Z');
beforeAll(async () => {
  world = await openOAuth({}, { now: () => new Date(now) });
});
afterAll(() => world.close());

const get = (path: string, headers = {}) => world.call('GET', path, { key: null, headers });

describe('metadata', () => {
  it('names the server, its endpoints and PKCE', async () => {
    const rest = await get('/.well-known/oauth-protected-resource');
    const mcp = await get('/.well-known/oauth-protected-resource/mcp');
    expect(rest.body).toMatchObject({ resource: ORIGIN, authorization_servers: [ORIGIN] });
    expect(mcp.body).toMatchObject({ resource: `${ORIGIN}/mcp`, authorization_servers: [ORIGIN] });
    const server = await get('/.well-known/oauth-authorization-server');
    expect(server.body).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      client_id_metadata_document_supported: true,
    });
    for (const name of ['token', 'registration', 'revocation', 'device_authorization'])
      expect(server.body[`${name}_endpoint`]).toMatch(/^http:\/\/localhost:3000\/oauth\//);
  });

  it('is open to scripts of any page, as are the endpoints they call; the consent page is not', async () => {
    const origin = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/device']) {
      const asked = await world.call('OPTIONS', path, { key: null, headers: origin });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
    }
    const metadata = await get('/.well-known/oauth-authorization-server', origin);
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
    const refused = await world.form('/oauth/token', { grant_type: 'refresh_token' }, origin);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect((await get('/oauth/authorize', origin)).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('a refused key says what is wrong with it', () => {
  const challenge = async (path: string, authorization?: string) => {
    const headers = new Headers(authorization ? { authorization } : {});
    const init = { method: path === '/mcp' ? 'POST' : 'GET', headers };
    const response = await world.fetch(new Request(`${ORIGIN}${path}`, init));
    const { error } = (await response.json()) as { error: { message: string; code: string } };
    return [response.status, error.code, error.message, response.headers.get('www-authenticate')];
  };
  const metadata = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource`;

  it.each([
    ['/v1/me', `${metadata}"`],
    ['/mcp', `${metadata}/mcp"`],
  ])('%s', async (path, pointer) => {
    expect(await challenge(path)).toEqual([
      401,
      'unauthenticated',
      'The request contains neither an API key nor an access token.',
      `Bearer ${pointer}`,
    ]);
    for (const [given, message] of [
      ['Bearer wrong', 'The header Authorization contains neither an API key nor an access token.'],
      [`Bearer pmk_live_${'0'.repeat(64)}`, 'This deployment does not know this API key or access token.'],
    ] as const)
      expect(await challenge(path, given)).toEqual([
        401,
        'unauthenticated',
        message,
        `Bearer error="invalid_token", error_description="${message}", ${pointer}`,
      ]);
  });

  it('and names the scope that a token lacks', async () => {
    const { client_id } = await world.register();
    const { access_token } = await world.connect(world.admin, client_id);
    const [status, code, , header] = await challenge('/v1/keys', `Bearer ${access_token}`);
    expect([status, code]).toEqual([403, 'permission_denied']);
    expect(header).toBe(`Bearer error="insufficient_scope", scope="keys:manage", ${metadata}"`);
  });

  it('without OAuth there is no pointer and no endpoint', async () => {
    const plain = await openTestApi({ PM_OAUTH: 'off' });
    const me = await plain.call('GET', '/v1/me', { key: null });
    expect(me.headers.get('www-authenticate')).toBe('Bearer');
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ])
      expect((await plain.call('GET', path, { key: null })).status).toBe(404);
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/device'])
      expect((await plain.call('POST', path, { key: null, body: {} })).status).toBe(404);
    await plain.close();
  });
});

describe('registration', () => {
  const register = (body: unknown) =>
    world.call('POST', '/oauth/register', { key: null, body, headers: freshClient() });

  it.each([
    'https://app.example/callback',
    'http://localhost/callback',
    'http://[::1]:9/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('takes %s', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body.redirect_uris]).toEqual([201, [uri]]);
  });

  it.each([
    'http://app.example/callback',
    'http://localhost.evil.example/callback',
    'https://user:secret@app.example/',
    'https://app.example/#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'JavaScript:alert(1)',
    '/callback',
    '',
  ])('refuses %j', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [CALLBACK], client_name: 'x\u0000' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], client_name: 'Acme\u202etxt' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    ['no JSON', 'invalid_client_metadata'],
  ])('refuses %j', async (body, error) => {
    const answer = await register(body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)('%s needs its secret', async (method) => {
    const made = await world.register({ token_endpoint_auth_method: method });
    const id = made.client_id as string;
    expect(made.client_secret).toMatch(/^pms_/);
    const exchange = async (fields: Record<string, string>, header?: string) => {
      const { request, verifier } = await world.ask(id);
      const input = { request, identity_ids: null, permissions: ['messages:read'], days: 1 };
      const { redirect_to } = (await world.decide(world.admin, 'approve', input)).body;
      const form = { ...exchangeOf(id, redirect_to, verifier), ...fields };
      return world.form('/oauth/token', form, header === undefined ? {} : { authorization: header });
    };
    const basic = (secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    for (const answer of [
      await exchange({}),
      await exchange({ client_secret: 'pms_wrong' }),
      await exchange({}, basic('pms_wrong')),
    ])
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    const good =
      method === 'client_secret_basic'
        ? await exchange({}, basic(made.client_secret))
        : await exchange({ client_secret: made.client_secret });
    expect(good.status).toBe(200);
  });

  it('ends when nobody uses it, and lives on when somebody does', async () => {
    const [unused, used] = [await world.register(), await world.register()];
    const { access_token } = await world.connect(world.admin, used.client_id, { days: null });
    now += 30 * DAY;
    const statusOf = async ({ client_id }: { client_id?: string }) =>
      (await world.form('/oauth/device', { client_id: client_id! })).status;
    expect([await statusOf(unused), await statusOf(used)]).toEqual([401, 200]);
    now += 150 * DAY;
    expect(await statusOf(used)).toBe(401);
    const left = () =>
      world.services.db.rows(sql`
        select id from oauth_clients where id in (${unused.client_id}, ${used.client_id})
        union all select key_id from oauth_grants`);
    expect((await left()).length).toBeGreaterThan(2);
    // The keys of all connections but one have ended more than 30 days ago.
    const { services } = world;
    expect(await oauthRetention.run({ services, signal: new AbortController().signal })).toBeGreaterThan(0);
    expect(await left()).toHaveLength(1);
    // The last one had no end, but nobody has used it for 90 days.
    expect((await world.me(access_token)).body.error.code).toBe('key_revoked');
  });

  it('is limited per client network', async () => {
    const limited = await openTestApi();
    const statuses = [];
    // The rate limit's minute may end between two calls.
    for (let n = 0; n < 50 && statuses.at(-1) !== 429; n += 1) {
      const body = { redirect_uris: [CALLBACK] };
      statuses.push((await limited.call('POST', '/oauth/register', { key: null, body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    await limited.close();
  });
});

describe('devices (RFC 8628)', () => {
  const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
  const begin = async () => {
    const { client_id } = await world.register({ grant_types: [GRANT], redirect_uris: [] });
    const { body } = await world.form('/oauth/device', { client_id, scope: 'messages:read' });
    const poll = () =>
      world.form('/oauth/token', { grant_type: GRANT, client_id, device_code: body.device_code });
    return { body, poll, client_id };
  };

  it('waits for the person, slows down who asks too often, and gives tokens once', async () => {
    const { body, poll } = await begin();
    expect(body).toMatchObject({
      interval: 5,
      expires_in: 900,
      verification_uri: `${ORIGIN}/console/device`,
    });
    expect(body.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect((await poll()).body.error).toBe('authorization_pending');
    expect((await poll()).body.error).toBe('slow_down');
    now += 5 * SECOND;
    expect((await poll()).body.error).toBe('authorization_pending');
    const typed = body.user_code.toLowerCase().replace('-', ' ');
    const shown = await world.read(world.admin, { user_code: typed });
    expect(shown.body).toMatchObject({ kind: 'device', destination: null, scopes: ['messages:read'] });
    const input = { user_code: typed, identity_ids: null, permissions: ['messages:read'], days: 7 };
    expect((await world.decide(world.admin, 'approve', input)).body).toEqual({ redirect_to: null });
    const tokens = await poll();
    expect((await world.me(tokens.body.access_token)).body.permissions).toEqual(['messages:read']);
    expect((await poll()).body.error).toBe('invalid_grant');
    expect((await world.me(tokens.body.access_token)).body.error.code).toBe('key_revoked');
  });

  it('tells the device of a refusal and of the end of its time', async () => {
    const [refused, late] = [await begin(), await begin()];
    await world.decide(world.admin, 'deny', { user_code: refused.body.user_code });
    expect((await refused.poll()).body.error).toBe('access_denied');
    now += 15 * MINUTE;
    expect((await late.poll()).body.error).toBe('expired_token');
    const answer = await world.read(world.admin, { user_code: late.body.user_code });
    expect(answer.body.error.code).toBe('access_request_not_found');
  });

  it('nobody tries many codes', async () => {
    const person = await world.person('member');
    const codes = [];
    for (let n = 0; n < 30 && codes.at(-1) !== 'rate_limited'; n += 1)
      codes.push((await world.read(person, { user_code: 'BBBB-BBBB' })).body.error.code);
    expect(codes.at(-1)).toBe('rate_limited');
  });
});

describe('the token endpoint', () => {
  it.each([
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    [{}, 400, 'unsupported_grant_type'],
  ] as const)('refuses %j', async (fields, status, error) => {
    const { client_id } = await world.register();
    const answer = await world.form('/oauth/token', { client_id, ...fields });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('refuses JSON, repeated parameters and unknown clients', async () => {
    const json = await world.call('POST', '/oauth/token', {
      key: null,
      body: { grant_type: 'refresh_token' },
    });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    const twice = await world.call('POST', '/oauth/token', {
      key: null,
      body: 'grant_type=refresh_token&grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
    const unknown = await world.form('/oauth/token', { client_id: 'nobody', grant_type: 'refresh_token' });
    expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_client']);
  });
});
