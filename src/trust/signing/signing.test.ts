import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#kernel/base/clock.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { jobs } from './jobs.ts';

// Identity signing keys and assertions (spec 4.5; decisions.md section 3).

let world: World;
let tenant: string;
let identity: ApiAnswer['body'];
let key: string;

beforeAll(async () => {
  world = await openWorld({ PM_PUBLIC_URL: 'https://mail.example', PM_WEB_BOT_AUTH: 'on' });
  tenant = await world.tenant({ slug: 'main', policy: { web_bot_auth: { allowed: true } } });
});
afterAll(() => world.close());
beforeEach(async () => {
  identity = await world.identity(tenant);
  key = await signerOf(identity.id);
});

const pass = (milliseconds: number): void => {
  world.time.now = new Date(world.time.now.getTime() + milliseconds);
};

const signerOf = (identityId: string): Promise<string> =>
  world.key({ level: 'identity', identity_id: identityId }, ['identities:sign']);

const sign = (what: 'assertions' | 'http-signatures', body: unknown, secret = key): Promise<ApiAnswer> =>
  world.call('POST', `/v1/identities/${identity.id}/${what}`, { body, key: secret });
const keys = (verb = '', body: unknown = {}): Promise<ApiAnswer> =>
  world.call('POST', `/v1/identities/${identity.id}/keys${verb}`, { body });
const keySet = (id = identity.id): Promise<ApiAnswer> =>
  world.call('GET', `/.well-known/jwks/${id}.json`, { key: null });
const publishedIds = async (): Promise<string[]> =>
  (await keySet()).body.keys.map(({ kid }: { kid: string }) => kid);
const errorOf = ({ status, body }: ApiAnswer) => [status, body.error?.code];

describe('keys', () => {
  it('are made once, named by their RFC 7638 thumbprint, and never show a private part', async () => {
    const made = await keys();
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ identity_id: identity.id, algorithm: 'EdDSA', status: 'active' });
    expect(made.body).toMatchObject({ retire_at: null, revoked_at: null });
    expect(made.body.kid).toBe(await calculateJwkThumbprint(made.body.public_jwk));
    expect(JSON.stringify(made.body)).not.toContain('"d"');
    const again = await keys();
    expect([again.status, again.body]).toEqual([200, made.body]);
  });

  it('are one when two ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => keys()));
    expect(new Set(answers.map(({ body }) => body.kid)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('rotate with an overlap, after which the key before leaves the set', async () => {
    const first = (await keys()).body;
    pass(HOUR);
    const second = await keys('/rotate', { overlap_hours: 2 });
    expect(second.body).toMatchObject({ status: 'active' });
    expect(await publishedIds()).toEqual([second.body.kid, first.kid]);
    pass(2 * HOUR);
    expect(await publishedIds()).toEqual([second.body.kid]);
    await jobs[0].run({ services: world.services, attempt: 1, signal: AbortSignal.timeout(60_000) }, {});
    const { data } = (await world.call('GET', `/v1/identities/${identity.id}/keys`)).body;
    expect(data.map(({ kid, status }: ApiAnswer['body']) => [kid, status])).toEqual([
      [second.body.kid, 'active'],
      [first.kid, 'revoked'],
    ]);
    expect(data[1].revoked_at).toBe(data[1].retire_at);
  });

  it('rotate without an overlap at once, also when there was none', async () => {
    const first = (await keys('/rotate', { overlap_hours: 0 })).body;
    const second = (await keys('/rotate', { overlap_hours: 0 })).body;
    expect(await publishedIds()).toEqual([second.kid]);
    expect(second.kid).not.toBe(first.kid);
  });

  it('are revoked at once, and the next signature makes another', async () => {
    const { kid } = (await sign('assertions', { audience: 'x' })).body;
    const revoked = await keys(`/${kid}/revoke`);
    expect(revoked.body).toMatchObject({ kid, status: 'revoked' });
    expect((await keys(`/${kid}/revoke`)).body).toEqual(revoked.body);
    expect(await publishedIds()).toEqual([]);
    expect((await sign('assertions', { audience: 'x' })).body.kid).not.toBe(kid);
  });

  it('of another identity are missing', async () => {
    const { kid } = (await keys()).body;
    const other = await world.identity(tenant);
    const answer = await world.call('POST', `/v1/identities/${other.id}/keys/${kid}/revoke`, { body: {} });
    expect(errorOf(answer)).toEqual([404, 'key_not_found']);
  });

  it('are audited: create, rotate and revoke (spec 2.13)', async () => {
    const first = (await keys()).body;
    const second = (await keys('/rotate')).body;
    await keys(`/${second.kid}/revoke`);
    const { data } = (await world.call('GET', `/v1/audit-events?tenant_id=${tenant}`)).body;
    const rows = data
      .filter(({ target_type }: ApiAnswer['body']) => target_type === 'identity_key')
      .slice(0, 3)
      .map(({ action, target_id }: ApiAnswer['body']) => [action, target_id]);
    expect(rows).toEqual([
      ['identity_key.revoke', second.kid],
      ['identity_key.rotate', second.kid],
      ['identity_key.create', first.kid],
    ]);
  });

  it('are told of: created (also by a signature), rotated, revoked, and retired after their overlap (6.4)', async () => {
    const { kid: first } = (await sign('assertions', { audience: 'x' })).body;
    await keys();
    const { kid: second } = (await keys('/rotate', { overlap_hours: 1 })).body;
    const { kid: third } = (await keys('/rotate', { overlap_hours: 0 })).body;
    await keys(`/${third}/revoke`);
    await keys(`/${third}/revoke`);
    pass(HOUR);
    for (const _ of [1, 2])
      await jobs[0].run({ services: world.services, attempt: 1, signal: AbortSignal.timeout(60_000) }, {});
    const feed = await world.call('GET', `/v1/identities/${identity.id}/events?limit=100`);
    const told = feed.body.data
      .filter(({ type }: ApiAnswer['body']) => type.startsWith('identity.key_'))
      .map(({ type, sequence, data }: ApiAnswer['body']) => [sequence, type, data])
      .toReversed();
    const { id: identity_id } = identity;
    expect(told).toEqual([
      [2, 'identity.key_created', { identity_id, kid: first }],
      [3, 'identity.key_rotated', { identity_id, kid: second, previous_kid: first }],
      [4, 'identity.key_rotated', { identity_id, kid: third, previous_kid: second }],
      [5, 'identity.key_revoked', { identity_id, kid: second }],
      [6, 'identity.key_revoked', { identity_id, kid: third }],
      [7, 'identity.key_revoked', { identity_id, kid: first }],
    ]);
  });

  it.each([[-1], [169], [1.5], ['2']])('refuse an overlap of %j hours', async (overlap_hours) => {
    expect(errorOf(await keys('/rotate', { overlap_hours }))).toEqual([400, 'invalid_request']);
  });
});

describe('assertions', () => {
  it('verify against the published set with every claim of decisions.md', async () => {
    const { status, body } = await sign('assertions', {
      audience: 'https://api.example.com',
      expires_in: 120,
      nonce: 'once',
      ext: { order: 7 },
    });
    expect(status).toBe(200);
    const set = createLocalJWKSet((await keySet()).body as never);
    const { payload } = await jwtVerify(body.assertion, set, {
      audience: 'https://api.example.com',
      issuer: 'https://mail.example',
      typ: 'agent-assertion+jwt',
      currentDate: world.time.now,
    });
    expect(decodeProtectedHeader(body.assertion)).toEqual({
      alg: 'EdDSA',
      typ: 'agent-assertion+jwt',
      kid: body.kid,
    });
    expect(payload).toEqual({
      iss: 'https://mail.example',
      sub: identity.id,
      aud: 'https://api.example.com',
      iat: Date.parse(body.issued_at) / 1000,
      exp: Date.parse(body.expires_at) / 1000,
      jti: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      nonce: 'once',
      email: identity.primary_address,
      name: identity.display_name,
      tenant_id: tenant,
      ext: { order: 7 },
    });
    expect(payload.exp! - payload.iat!).toBe(120);
  });

  it('leave out nonce and ext that were not given, and last five minutes', async () => {
    const { body } = await sign('assertions', { audience: 'x' });
    const [, payload] = body.assertion.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims.exp - claims.iat).toBe(300);
    expect(Object.keys(claims)).not.toContain('nonce');
    expect(Object.keys(claims)).not.toContain('ext');
  });

  it.each([
    ['no audience', {}, 'audience'],
    ['an empty audience', { audience: '' }, 'audience'],
    ['a long audience', { audience: 'x'.repeat(257) }, 'audience'],
    ['an audience beyond ASCII', { audience: 'é' }, 'audience'],
    ['too short a life', { audience: 'x', expires_in: 59 }, 'expires_in'],
    ['too long a life', { audience: 'x', expires_in: 601 }, 'expires_in'],
    ['a long nonce', { audience: 'x', nonce: 'n'.repeat(129) }, 'nonce'],
    ['a large ext', { audience: 'x', ext: { a: 'x'.repeat(2_048) } }, 'ext'],
    ['a registered claim', { audience: 'x', ext: { iss: 'me' } }, 'ext.iss'],
    ['a service claim', { audience: 'x', ext: { tenant_id: 'me' } }, 'ext.tenant_id'],
    ['an ext that is no object', { audience: 'x', ext: [] }, 'ext'],
  ])('refuse %s', async (_, body, path) => {
    const answer = await sign('assertions', body);
    expect(errorOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors[0].path).toBe(path);
  });

  it('never honour an Idempotency-Key (spec 4.1, rule 2)', async () => {
    const ask = () =>
      world.call('POST', `/v1/identities/${identity.id}/assertions`, {
        body: { audience: 'x' },
        key,
        headers: { 'Idempotency-Key': 'same' },
      });
    const [first, second] = [await ask(), await ask()];
    expect(first.body.assertion).not.toBe(second.body.assertion);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('who cannot act', () => {
  it('signs nothing and publishes nothing while paused', async () => {
    await sign('assertions', { audience: 'x' });
    await world.call('PATCH', `/v1/identities/${identity.id}`, { body: { status: 'paused' } });
    const refused = await sign('assertions', { audience: 'x' });
    expect(errorOf(refused)).toEqual([409, 'identity_paused']);
    expect(refused.body.error.details).toEqual({ reason: 'manual' });
    expect(errorOf(await sign('http-signatures', { url: 'https://a.example/' }))).toEqual([
      409,
      'identity_paused',
    ]);
    expect(errorOf(await keySet())).toEqual([404, 'identity_not_found']);
  });

  it.each(['nobody', 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'])('has no set as %s', async (id) => {
    expect(errorOf(await keySet(id))).toEqual([404, 'identity_not_found']);
  });

  it('publishes an empty set for five minutes before the first signature', async () => {
    const answer = await keySet();
    expect(answer.body).toEqual({ keys: [] });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('is a platform or partner key: the permission is for tenant and identity keys', async () => {
    const answer = await world.call('POST', `/v1/identities/${identity.id}/assertions`, {
      body: { audience: 'x' },
    });
    expect(answer.status).toBe(403);
  });
});
