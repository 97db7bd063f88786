import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, insertKey, type World } from '#testing/world.ts';

// Rate limits and their headers (spec 4.1, 8.1), with the limiter of one process.

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

const everRemaining: boolean[] = [];
afterEach(() => expect(everRemaining).not.toContain(true));

type Asked = Parameters<TestApi['call']>;
async function ask(...[method, path, options]: Asked) {
  const { status, body, headers } = await api.call(method, path, options);
  everRemaining.push(headers.has('ratelimit-remaining'));
  const number = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null);
  return {
    status,
    error: body.error,
    limit: number('ratelimit-limit'),
    reset: number('ratelimit-reset'),
    retryAfter: number('retry-after'),
  };
}

const newKey = async (level: 'platform' | 'partner' | 'tenant', owner = world.owners.own) =>
  (await insertKey(api.services.db, { level, owner })).secret;

/** Sends requests until one is refused. @returns the number of accepted requests, and the refusal */
async function exhaust(most: number, ...asked: Asked) {
  for (let count = 0; count <= most; count += 1) {
    const answer = await ask(...asked);
    if (answer.status === 429) return { count, refusal: answer };
  }
  throw new Error(`More than ${most} were let in.`);
}

describe('RateLimit-Limit', () => {
  it('is on every authenticated answer, refusals too', async () => {
    const key = await newKey('tenant');
    const answers = [
      await ask('GET', '/v1/me', { key }),
      await ask('GET', '/v1/keys/key_x', { key }),
      await ask('GET', '/v1/partners', { key }),
      await ask('POST', '/v1/tenants', { key, body: {} }),
      await ask('POST', '/v1/keys', { key, body: {} }),
      await ask('POST', '/v1/keys', { key, body: '{' }),
      await ask('POST', '/v1/keys', { key, body: 'x', headers: { 'content-type': 'text/plain' } }),
      await ask('HEAD', '/v1/me', { key }),
      await ask('DELETE', '/v1/keys/key_x', { key }),
    ];
    expect(answers.map(({ limit }) => limit)).toEqual(answers.map(() => 600));
    expect(answers.map(({ reset, retryAfter }) => reset ?? retryAfter)).toEqual(answers.map(() => null));
  });

  it('is on none without a key', async () => {
    const answers = [
      await ask('GET', '/v1/me', { key: null }),
      await ask('GET', '/health', { key: null }),
      await ask('GET', '/v1/nothing'),
    ];
    expect(answers.map(({ limit }) => limit)).toEqual([null, null, null]);
  });

  it('tells the bucket that applies', async () => {
    const { identityId } = world.owners.own;
    const headers = { 'idempotency-key': 'which bucket' };
    const sent = await ask('POST', `/v1/identities/${identityId}/messages`, { body: {}, headers });
    expect([sent.status, sent.limit]).toEqual([400, 120]);
    const made = await ask('POST', '/v1/tenants', { body: {}, key: await newKey('partner') });
    expect([made.status, made.limit]).toEqual([400, 10]);
  });
});

describe('429', () => {
  it('after 600 requests of one key within its minute; other keys go on', async () => {
    const [key, other] = [await newKey('tenant'), await newKey('tenant')];
    const { count, refusal } = await exhaust(600, 'GET', '/v1/me', { key });
    expect(count).toBe(600);
    expect(refusal).toMatchObject({
      limit: 600,
      error: { code: 'rate_limited', retryable: true, details: { bucket: 'api', limit: 600 } },
    });
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfter).toBeLessThanOrEqual(60);
    expect(refusal.reset).toBe(refusal.retryAfter);
    expect((await ask('GET', '/v1/me', { key: other })).status).toBe(200);
  });

  it('after 120 sends of one identity, whichever key sends; refused ones count too', async () => {
    const { identityId } = world.owners.sibling;
    const path = `/v1/identities/${identityId}/messages`;
    const { count, refusal } = await exhaust(120, 'POST', path, { key: await newKey('partner'), body: {} });
    expect([count, refusal.limit, refusal.error.details.bucket]).toEqual([120, 120, 'send']);
    const another = await ask('POST', path, { key: await newKey('tenant', world.owners.sibling), body: {} });
    expect(another.status).toBe(429);
  });

  it('retries of a send spend nothing of it, however many (4.1, rule 4)', async () => {
    const { identityId } = world.owners.colleague;
    const path = `/v1/identities/${identityId}/messages`;
    const body = { to: ['success@simulator.mail.localhost'], subject: 'Once', text: 'Once' };
    const headers = { 'idempotency-key': 'many times' };
    const retry = () => ask('POST', path, { body, headers });
    const answers = await Promise.all(Array.from({ length: 150 }, retry));
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    for (let n = 0; n < 5; n += 1) expect((await retry()).status).toBe(202);
  });

  it('nobody uses up the sends of an identity that he cannot reach, nor learns that it is busy', async () => {
    const { identityId } = world.owners.alone;
    const path = `/v1/identities/${identityId}/messages`;
    const stranger = await newKey('tenant', world.owners.foreign);
    for (let n = 0; n < 130; n += 1) {
      expect((await ask('POST', path, { key: stranger, body: {} })).status).toBe(404);
    }
    const owner = await newKey('tenant', world.owners.alone);
    const { count } = await exhaust(120, 'POST', path, { key: owner, body: {} });
    expect(count).toBe(120);
    expect((await ask('POST', path, { key: stranger, body: {} })).status).toBe(404);
  });

  it('after 10 tenant creations of one partner, across its keys; the platform is not held by it', async () => {
    const keys = [
      await newKey('partner', world.owners.foreign),
      await newKey('partner', world.owners.foreign),
    ];
    const statuses = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await ask('POST', '/v1/tenants', { key: keys[n % 2]!, body: {} })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await ask('POST', '/v1/tenants', { body: {} })).status).toBe(400);
    expect((await ask('GET', '/v1/tenants', { key: keys[0]! })).status).toBe(200);
  });
});
