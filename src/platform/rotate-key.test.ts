import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/base/clock.ts';
import type { RingPurpose } from '#kernel/keys/key-ring.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';

// Rotation of the deployment's keys (spec 4.13).

let api: TestApi;
/** Another process of the same deployment. */
let other: OpenServices;
const time = { now: new Date('2027-03-01T12:00:00.000Z') };

beforeAll(async () => {
  const clock = { now: () => new Date(time.now) };
  api = await openTestApi({ PM_WEB_BOT_AUTH: 'on', PM_SECRET: 'one secret for both processes' }, clock);
  const { pool } = api.services.db;
  other = await createServices(api.services.config, {
    databaseUrl: String(pool.options.connectionString),
    clock,
  });
  for (const name of ['one', 'two', 'three']) await api.call('POST', '/v1/partners', { body: { name } });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const rotate = (purpose: string, query = '') =>
  api.call('POST', `/v1/platform/keys/${purpose}/rotate${query}`);
const activeOf = ({ keyRing }: OpenServices, purpose: RingPurpose) => keyRing.active(purpose).kid;

describe.each([
  ['thread', 90],
  ['link', 7],
  ['cursor', 1],
] as const)('%s', (purpose, days) => {
  it(`the previous key verifies for ${days} days more`, async () => {
    const before = activeOf(api.services, purpose);
    const { status, body } = await rotate(purpose);
    const until = new Date(time.now.getTime() + days * DAY);
    expect([status, body]).toEqual([
      200,
      {
        purpose,
        kid: expect.any(String),
        created_at: time.now.toISOString(),
        previous: { kid: before, verify_until: until.toISOString(), revoked: false },
      },
    ]);
    expect(activeOf(api.services, purpose)).toBe(body.kid);
    const ring = api.services.keyRing;
    expect(ring.verifying(purpose, before, new Date(until.getTime() - 1))?.kid).toBe(before);
    expect(ring.verifying(purpose, before, until)).toBeNull();
  });

  it('every process has the new key at once, and what it revoked is gone', async () => {
    const before = activeOf(api.services, purpose);
    const { body } = await rotate(purpose, '?revoke_previous=true');
    expect(body.previous).toEqual({ kid: before, verify_until: time.now.toISOString(), revoked: true });
    expect(api.services.keyRing.verifying(purpose, before, time.now)).toBeNull();
    await eventually(
      async () => activeOf(other, purpose),
      (kid) => kid === body.kid,
    );
    expect(other.keyRing.verifying(purpose, before, time.now)).toBeNull();
  });
});

it('an open cursor goes on after a rotation, and is invalid after one that revokes', async () => {
  const { next_cursor } = (await api.call('GET', '/v1/partners?limit=1')).body;
  const next = () => api.call('GET', `/v1/partners?limit=1&cursor=${next_cursor}`);
  await rotate('cursor');
  expect((await next()).status).toBe(200);
  const later = (await next()).body.next_cursor;
  await rotate('cursor', '?revoke_previous=true');
  const answer = await api.call('GET', `/v1/partners?limit=1&cursor=${later}`);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
});

it('web_bot_auth: named by its thumbprint, listed in the directory for 7 days or until it is revoked', async () => {
  const read = async () => {
    const response = await api.fetch(
      new Request('http://localhost:3000/.well-known/http-message-signatures-directory'),
    );
    const { keys } = (await response.json()) as { keys: { kid: string }[] };
    return keys.map(({ kid }) => kid);
  };
  const [first] = await read();
  const { body } = await rotate('web_bot_auth');
  const until = new Date(time.now.getTime() + 7 * DAY).toISOString();
  expect(body.previous).toEqual({ kid: first, verify_until: until, revoked: false });
  expect(await read()).toEqual([body.kid, first]);
  const second = (await rotate('web_bot_auth', '?revoke_previous=true')).body;
  expect(second.previous).toMatchObject({ kid: body.kid, revoked: true });
  expect(await read()).toEqual([second.kid, first]);
});

it('is audit-logged, and material never leaves', async () => {
  const { body } = await rotate('link', '?revoke_previous=true');
  const { data } = (await api.call('GET', '/v1/audit-events?action=signing_key.rotate&limit=1')).body;
  expect(data).toMatchObject([
    {
      target_id: body.kid,
      details: { purpose: 'link', revoke_previous: true },
      actor_key_id: expect.any(String),
    },
  ]);
  expect(Object.keys(body).toSorted()).toEqual(['created_at', 'kid', 'previous', 'purpose']);
});

it('a purpose that does not exist is invalid, and so is a flag that is none', async () => {
  for (const purpose of ['mail', 'no%20purpose']) {
    const { status, body } = await rotate(purpose);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  }
  expect((await rotate('link', '?revoke_previous=maybe')).body.error.code).toBe('invalid_request');
});

it('web_bot_auth where it is off: 422 web_bot_auth_disabled, and nothing changes', async () => {
  const off = await openTestApi();
  const before = activeOf(off.services, 'web_bot_auth');
  const answer = await off.call('POST', '/v1/platform/keys/web_bot_auth/rotate');
  expect([answer.status, answer.body.error.code]).toEqual([422, 'web_bot_auth_disabled']);
  expect(activeOf(off.services, 'web_bot_auth')).toBe(before);
  await off.close();
});
