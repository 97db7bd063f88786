import { createPublicKey, verify } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#kernel/base/clock.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { jobs } from './jobs.ts';

// Identity signing keys, assertions and signed HTTP requests (interface-spec 4.5; decisions.md section 3).

let world: World;
let tenant: string;
let identity: ApiAnswer['body'];
let key: string;

beforeAll(async () => {
  world = await openWorld({ PM_WEB_BOT_AUTH: 'on', PM_PUBLIC_URL: 'https://mail.example' });
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

  it('are audited: create, rotate and revoke (interface-spec 2.13)', async () => {
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

  it('never honour an Idempotency-Key (interface-spec 4.1, rule 2)', async () => {
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

/** The line of the signature base for each component, as the receiver of the request sees it (RFC 9421, section 2.5). */
async function verifies(headers: Record<string, string>, seen: Record<string, string>): Promise<boolean> {
  const input = headers['Signature-Input']!.replace(/^sig1=/, '');
  const names = [...input.slice(0, input.indexOf(')')).matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
  const base = [...names.map((name) => `"${name}": ${seen[name]}`), `"@signature-params": ${input}`].join(
    '\n',
  );
  const directory = await world.call('GET', '/.well-known/http-message-signatures-directory', { key: null });
  const set = JSON.parse(directory.body.text);
  const keyid = /keyid="([^"]+)"/.exec(input)![1];
  const jwk = set.keys.find(({ kid }: { kid: string }) => kid === keyid);
  const signature = Buffer.from(/^sig1=:(.+):$/.exec(headers.Signature!)![1]!, 'base64');
  return verify(null, Buffer.from(base), createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

describe('signed HTTP requests', () => {
  it('verify with the key directory, over what was asked for', async () => {
    const { status, body } = await sign('http-signatures', {
      url: 'https://Shop.example.com:443/orders?page=2#top',
      method: 'POST',
      components: ['@query', '@method', '@path', '@authority'],
      nonce: 'a "quoted\\ nonce',
    });
    expect(status).toBe(200);
    expect(Object.keys(body.headers)).toEqual(['Signature-Agent', 'Signature-Input', 'Signature', 'From']);
    const seen = {
      '@authority': 'shop.example.com',
      'signature-agent': '"https://mail.example"',
      from: identity.primary_address,
      '@method': 'POST',
      '@path': '/orders',
      '@query': '?page=2',
    };
    expect(await verifies(body.headers, seen)).toBe(true);
    expect(await verifies(body.headers, { ...seen, '@query': '?page=3' })).toBe(false);
    const input = body.headers['Signature-Input'];
    expect(input).toContain('("@authority" "signature-agent" "from" "@method" "@path" "@query")');
    expect(input).toContain('tag="web-bot-auth"');
    expect(input).toContain('nonce="a \\"quoted\\\\ nonce"');
    expect(input).toContain(`created=${Date.parse(body.created_at) / 1000}`);
    expect(input).toContain(`expires=${Date.parse(body.expires_at) / 1000}`);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60_000);
    expect(input).toContain(`keyid="${body.kid}"`);
  });

  it('have a query of `?` when the URL has none', async () => {
    const { body } = await sign('http-signatures', { url: 'https://a.example', components: ['@query'] });
    const seen = {
      '@authority': 'a.example',
      'signature-agent': '"https://mail.example"',
      from: identity.primary_address,
      '@query': '?',
    };
    expect(await verifies(body.headers, seen)).toBe(true);
  });

  it('are listed in a directory that proves its own keys', async () => {
    const { headers, body } = await world.call('GET', '/.well-known/http-message-signatures-directory', {
      key: null,
    });
    expect(headers.get('content-type')).toBe('application/http-message-signatures-directory+json');
    expect(headers.get('cache-control')).toBe('max-age=86400');
    const [jwk] = JSON.parse(body.text).keys;
    const input = headers.get('signature-input')!.replace(/^binding0=/, '');
    const base = `"@authority";req: mail.example\n"@signature-params": ${input}`;
    const signature = Buffer.from(/^binding0=:(.+):$/.exec(headers.get('signature')!)![1]!, 'base64');
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, Buffer.from(base), publicKey, signature)).toBe(true);
  });

  it.each([
    ['http', { url: 'http://a.example/' }, 'url'],
    ['a name and password', { url: 'https://me:secret@a.example/' }, 'url'],
    ['text beyond ASCII', { url: 'https://a.example/ü' }, 'url'],
    ['no URL', { url: 'https://' }, 'url'],
    ['a long URL', { url: `https://a.example/${'x'.repeat(2_048)}` }, 'url'],
    ['too short a life', { url: 'https://a.example', expires_in: 29 }, 'expires_in'],
    ['too long a life', { url: 'https://a.example', expires_in: 301 }, 'expires_in'],
    ['an unknown component', { url: 'https://a.example', components: ['@status'] }, 'components.0'],
    ['a method with a blank', { url: 'https://a.example', method: 'GET /' }, 'method'],
  ])('refuse %s', async (_, body, path) => {
    const answer = await sign('http-signatures', body);
    expect(errorOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors[0].path).toBe(path);
  });

  it('need the policy of the tenant', async () => {
    identity = await world.identity(await world.tenant());
    const answer = await sign('http-signatures', { url: 'https://a.example' }, await signerOf(identity.id));
    expect(errorOf(answer)).toEqual([403, 'policy_denied']);
    expect(answer.body.error.details).toEqual({ field: 'web_bot_auth.allowed' });
  });
});

it('a deployment that has it switched off signs no requests and lists no keys', async () => {
  const off = await openWorld();
  try {
    const owner = await off.tenant({ policy: { web_bot_auth: { allowed: true } } });
    const { id } = await off.identity(owner);
    const key = await off.key({ level: 'identity', identity_id: id }, ['identities:sign']);
    const answer = await off.call('POST', `/v1/identities/${id}/http-signatures`, {
      body: { url: 'https://a.example' },
      key,
    });
    expect(errorOf(answer)).toEqual([422, 'web_bot_auth_disabled']);
    const directory = await off.call('GET', '/.well-known/http-message-signatures-directory', { key: null });
    expect(errorOf(directory)).toEqual([404, 'key_not_found']);
  } finally {
    await off.close();
  }
});
