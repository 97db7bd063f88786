import { createHash, createPublicKey, type JsonWebKey, verify as verifyBytes } from 'node:crypto';
import { component, verifySignature, webcrypto } from 'http-message-sig';
import { createVerifier, httpbis } from 'http-message-signatures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify as verifyBot } from 'web-bot-auth';
import { verifierFromJWK } from 'web-bot-auth/crypto';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';

// Signed HTTP requests and the key directory (spec 4.5), each checked by two independent implementations: Cloudflare's,
// and one of RFC 9421.

type Request = { method: string; url: string; headers: Record<string, string> };

/** A deployment with one identity that may sign. The verifiers take the time from the machine. */
async function openSigner(env: Record<string, string> = {}) {
  const world = await openWorld({ PM_WEB_BOT_AUTH: 'on', PM_PUBLIC_URL: 'https://mail.example', ...env });
  world.time.now = new Date();
  const tenant = await world.tenant({ policy: { web_bot_auth: { allowed: true } } });
  const identity = await world.identity(tenant);
  const key = await world.key({ level: 'identity', identity_id: identity.id }, ['identities:sign']);
  const sign = (body: unknown): Promise<ApiAnswer> =>
    world.call('POST', `/v1/identities/${identity.id}/http-signatures`, { body, key });
  return { world, identity, sign };
}

type Signer = Awaited<ReturnType<typeof openSigner>>;

const directoryOf = (world: World): Promise<ApiAnswer> =>
  world.call('GET', '/.well-known/http-message-signatures-directory', { key: null });

const keysOf = async (world: World): Promise<(JsonWebKey & { kid: string })[]> =>
  JSON.parse((await directoryOf(world)).body.text).keys;

type Accepts = (world: World, request: Request) => Promise<boolean>;

const held = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Whether Cloudflare's verifier of the older form accepts the request. */
const olderBotAccepts: Accepts = async (world, request) => {
  const keys = await keysOf(world);
  return held(
    verifyBot(request, async (data, signature, params) => {
      const jwk = keys.find(({ kid }) => kid === params.keyid);
      if (!jwk) throw new Error('unknown key');
      await (await verifierFromJWK(jwk))(data, signature, params);
    }),
  );
};

/** Whether Cloudflare's verifier of the current form accepts the request, with the conditions of the draft. */
const botAccepts: Accepts = async (world, { method, url, headers }) => {
  const keys = await keysOf(world);
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const message = { kind: 'request', method, targetUri: url, fields } as const;
  const required = ['created', 'expires', 'keyid', 'alg', 'tag'];
  const components = ['@authority', component('signature-agent', { key: 'sig1' })];
  return held(
    verifySignature(message, {
      policy: { algorithms: ['ed25519'], requiredComponents: components, requiredParameters: required },
      resolveVerifier: async ({ parameters }) => {
        const jwk = keys.find(({ kid }) => kid === parameters.keyid);
        if (!jwk || parameters.tag !== 'web-bot-auth') throw new Error('unknown key or tag');
        return webcrypto.verifier(await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']));
      },
    }),
  );
};

/** Whether an implementation of RFC 9421 accepts the request, with what Web Bot Auth makes mandatory. */
const rfcAccepts: Accepts = async (world, request) => {
  const keys = await keysOf(world);
  const config = {
    keyLookup: async ({ keyid }: { keyid?: string }) => {
      const jwk = keys.find(({ kid }) => kid === keyid);
      if (!jwk) return null;
      const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
      return { id: jwk.kid, algs: ['ed25519'], verify: createVerifier(publicKey, 'ed25519') };
    },
    requiredParams: ['created', 'expires', 'keyid', 'tag'],
    requiredFields: ['@authority', 'signature-agent'],
  };
  return httpbis.verifyMessage(config, request).then(
    (isValid) => isValid === true,
    () => false,
  );
};

const forms = [
  {
    form: 'dictionary',
    env: { PM_WEB_BOT_AUTH_FORM: 'dictionary' },
    header: 'sig1="https://mail.example"',
    covered: '"signature-agent";key="sig1"',
    accepts: botAccepts,
  },
  {
    form: 'string',
    env: { PM_WEB_BOT_AUTH_FORM: 'string' },
    header: '"https://mail.example"',
    covered: '"signature-agent"',
    accepts: olderBotAccepts,
  },
];

describe.each(forms)('as $form', ({ env, header, covered, accepts }) => {
  let signer: Signer;
  beforeAll(async () => {
    signer = await openSigner(env);
  });
  afterAll(() => signer.world.close());

  const all = {
    url: 'https://Shop.example.com:443/orders?page=2#top',
    method: 'POST',
    components: ['@query', '@method', '@path', '@authority'],
  };
  const sent = async (body: Record<string, unknown>): Promise<Request> => ({
    method: String(body.method ?? 'GET'),
    // Clients do not send the fragment.
    url: String(body.url).replace(/#.*/, ''),
    headers: (await signer.sign(body)).body.headers,
  });

  it('verifies by both, over what was asked for', async () => {
    const request = await sent(all);
    expect(request.headers['Signature-Agent']).toBe(header);
    expect(request.headers['Signature-Input']).toContain(
      `("@authority" ${covered} "from" "@method" "@path" "@query")`,
    );
    expect(await accepts(signer.world, request)).toBe(true);
    expect(await rfcAccepts(signer.world, request)).toBe(true);
  });

  it.each([
    ['another host', { url: 'https://other.example/orders?page=2' }],
    ['another path', { url: 'https://shop.example.com/order?page=2' }],
    ['another query', { url: 'https://shop.example.com/orders?page=3' }],
    ['another method', { method: 'GET' }],
  ])('verifies by neither with %s', async (_what, change) => {
    const request = { ...(await sent(all)), ...change };
    expect(await accepts(signer.world, request)).toBe(false);
    expect(await rfcAccepts(signer.world, request)).toBe(false);
  });

  it('verifies by neither with another agent or From', async () => {
    const request = await sent(all);
    for (const [name, value] of [
      ['Signature-Agent', header.replace('mail.example', 'mail.evil')],
      ['From', 'someone@else.example'],
    ] as const) {
      const forged = { ...request, headers: { ...request.headers, [name]: value } };
      expect(await accepts(signer.world, forged)).toBe(false);
      expect(await rfcAccepts(signer.world, forged)).toBe(false);
    }
  });

  it('has a query of `?` when the URL has none', async () => {
    const request = await sent({ url: 'https://a.example', components: ['@query'] });
    expect(await rfcAccepts(signer.world, request)).toBe(true);
  });
});

describe('signed requests', () => {
  let signer: Signer;
  let world: World;
  beforeAll(async () => {
    signer = await openSigner();
    world = signer.world;
  });
  afterAll(() => world.close());

  it('say who, when and until when', async () => {
    const { status, body } = await signer.sign({ url: 'https://a.example', nonce: 'a "quoted\\ nonce' });
    expect(status).toBe(200);
    expect(Object.keys(body.headers)).toEqual(['Signature-Agent', 'Signature-Input', 'Signature', 'From']);
    expect(body.headers.From).toBe(signer.identity.primary_address);
    const input = body.headers['Signature-Input'];
    expect(input).toContain('tag="web-bot-auth"');
    expect(input).toContain('nonce="a \\"quoted\\\\ nonce"');
    expect(input).toContain(`created=${Date.parse(body.created_at) / 1000}`);
    expect(input).toContain(`expires=${Date.parse(body.expires_at) / 1000}`);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60_000);
    expect(input).toContain(`keyid="${body.kid}"`);
  });

  it('have a nonce of 64 bytes of their own unless one is given', async () => {
    const ask = async () => (await signer.sign({ url: 'https://a.example' })).body.headers['Signature-Input'];
    const nonces = [await ask(), await ask()].map((input) => /nonce="([\w-]+)"/.exec(input)![1]!);
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(64);
  });

  it('are listed in a directory that proves its own keys and its own content', async () => {
    const { headers, body } = await directoryOf(world);
    expect(headers.get('content-type')).toBe('application/http-message-signatures-directory+json');
    expect(headers.get('cache-control')).toBe('max-age=86400');
    const digest = `sha-256=:${createHash('sha256').update(body.text).digest('base64')}:`;
    expect(headers.get('content-digest')).toBe(digest);
    const [jwk] = JSON.parse(body.text).keys;
    const input = headers.get('signature-input')!.replace(/^binding0=/, '');
    expect(input).toContain('("@authority";req "content-digest")');
    const base = [
      '"@authority";req: mail.example',
      `"content-digest": ${digest}`,
      `"@signature-params": ${input}`,
    ].join('\n');
    const signature = Buffer.from(/^binding0=:(.+):$/.exec(headers.get('signature')!)![1]!, 'base64');
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verifyBytes(null, Buffer.from(base), publicKey, signature)).toBe(true);
  });

  it('and the directory is proven to an implementation of RFC 9421', async () => {
    const { status, headers, body } = await directoryOf(world);
    const request = { method: 'GET', url: 'https://mail.example/.well-known/x', headers: {} };
    const response = { status, headers: Object.fromEntries(headers) };
    const [jwk] = JSON.parse(body.text).keys;
    const verify = createVerifier(createPublicKey({ key: jwk, format: 'jwk' }), 'ed25519');
    const config = { keyLookup: async () => ({ id: jwk.kid, algs: ['ed25519'], verify }), all: true };
    expect(await httpbis.verifyMessage(config, response, request)).toBe(true);
    const elsewhere = { ...request, url: 'https://evil.example/.well-known/x' };
    expect(await httpbis.verifyMessage(config, response, elsewhere)).toBe(false);
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
    const answer = await signer.sign(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors[0].path).toBe(path);
  });

  it('need the policy of the tenant', async () => {
    const { id } = await world.identity(await world.tenant());
    const key = await world.key({ level: 'identity', identity_id: id }, ['identities:sign']);
    const body = { url: 'https://a.example' };
    const answer = await world.call('POST', `/v1/identities/${id}/http-signatures`, { body, key });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'policy_denied']);
    expect(answer.body.error.details).toEqual({ field: 'web_bot_auth.allowed' });
  });

  it('and the directory do not exist while they are switched off', async () => {
    const off = await openSigner({ PM_WEB_BOT_AUTH: 'off' });
    try {
      const answer = await off.sign({ url: 'https://a.example' });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'web_bot_auth_disabled']);
      const directory = await directoryOf(off.world);
      expect([directory.status, directory.body.error.code]).toEqual([404, 'key_not_found']);
    } finally {
      await off.world.close();
    }
  });
});
