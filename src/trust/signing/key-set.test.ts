import { createPublicKey } from 'node:crypto';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVerifier, type DecodedJwt } from 'fast-jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { eventually } from '#testing/product.ts';
import { identityKeySet, revokeBuriedKeys } from './index.ts';

// The published key sets: how they are cached, whether other implementations can verify with them, and that no restored
// database brings a revoked key back (spec 4.2, 4.5).

let world: World;
let tenant: string;
let identity: ApiAnswer['body'];
let kid: string;
let assertion: string;

beforeAll(async () => {
  world = await openWorld({ PM_SECRET: 'one secret for both processes' });
  tenant = await world.tenant();
});
afterAll(() => world.close());
beforeEach(async () => {
  identity = await world.identity(tenant);
  const key = await world.key({ level: 'identity', identity_id: identity.id }, ['identities:sign']);
  const body = { audience: 'https://api.example.com' };
  const answer = await world.call('POST', `/v1/identities/${identity.id}/assertions`, { body, key });
  ({ kid, assertion } = answer.body);
});

const pass = (milliseconds: number): void => {
  world.time.now = new Date(world.time.now.getTime() + milliseconds);
};
const read = (headers: Record<string, string> = {}, id = identity.id): Promise<ApiAnswer> =>
  world.call('GET', `/.well-known/jwks/${id}.json`, { key: null, headers });
const publishedIds = async (): Promise<string[]> =>
  (await read()).body.keys.map((key: { kid: string }) => key.kid);
const revoke = (which = kid) =>
  world.call('POST', `/v1/identities/${identity.id}/keys/${which}/revoke`, { body: {} });

/** The number of statements on the database while the work runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { db } = world.services;
  const first = db.first;
  let count = 0;
  db.first = (statement) => {
    count += 1;
    return first(statement);
  };
  try {
    await work();
  } finally {
    db.first = first;
  }
  return count;
}

describe('a key set', () => {
  it('has an entity tag, which a client that knows it sends instead of reading again', async () => {
    const answer = await read();
    const tag = answer.headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const same = await read({ 'If-None-Match': known });
      expect([same.status, same.body.text, same.headers.get('etag')]).toEqual([304, '', tag]);
      expect(same.headers.get('cache-control')).toBe('public, max-age=300');
    }
    expect((await read({ 'If-None-Match': '"other"' })).status).toBe(200);
    await world.call('POST', `/v1/identities/${identity.id}/keys/rotate`, { body: {} });
    const changed = await read({ 'If-None-Match': tag });
    expect([changed.status, changed.body.keys.length]).toEqual([200, 2]);
  });

  it('may be read by pages of any site', async () => {
    const { headers } = await read();
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('ETag, Age');
    expect((await read({}, 'idn_nobody')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('costs one statement, and none again within its age, which it says', async () => {
    expect(await statementsOf(read)).toBe(1);
    pass(299 * SECOND);
    expect(await statementsOf(async () => expect((await read()).headers.get('age')).toBe('299'))).toBe(0);
    pass(SECOND);
    expect(await statementsOf(async () => expect((await read()).headers.get('age')).toBe('0'))).toBe(1);
  });

  it('leaves out a key whose overlap ends within that age', async () => {
    await world.call('POST', `/v1/identities/${identity.id}/keys/rotate`, { body: { overlap_hours: 1 } });
    pass(59 * MINUTE);
    expect(await publishedIds()).toHaveLength(2);
    pass(MINUTE);
    expect(await publishedIds()).toHaveLength(1);
  });

  it.each([
    ['its key is revoked', () => revoke(), async () => expect(await publishedIds()).toEqual([])],
    [
      'it is paused',
      () => world.call('PATCH', `/v1/identities/${identity.id}`, { body: { status: 'paused' } }),
      async () => expect((await read()).status).toBe(404),
    ],
    [
      'it is deleted',
      () => world.call('DELETE', `/v1/identities/${identity.id}`),
      async () => expect((await read()).status).toBe(404),
    ],
  ])('is read again at once when %s', async (_, change, expected) => {
    expect(await publishedIds()).toEqual([kid]);
    await change();
    await expected();
  });

  it('is read again at once when its tenant is suspended, resumed and erased', async () => {
    const owner = await world.tenant();
    const { id } = await world.identity(owner);
    const status = async () => (await read({}, id)).status;
    expect(await status()).toBe(200);
    await world.call('PATCH', `/v1/tenants/${owner}`, { body: { status: 'suspended' } });
    expect(await status()).toBe(404);
    await world.call('PATCH', `/v1/tenants/${owner}`, { body: { status: 'active' } });
    expect(await status()).toBe(200);
    const body = { tenant_id: owner, scope: 'tenant', reason: 'test' };
    expect((await world.call('POST', '/v1/erasure-requests', { body })).status).toBe(202);
    expect(await status()).toBe(404);
  });

  it('is forgotten by the other processes of the deployment too', async () => {
    const { config, db } = world.services;
    const other: OpenServices = await createServices(config, {
      databaseUrl: String(db.pool.options.connectionString),
      clock: { now: () => new Date(world.time.now) },
    });
    try {
      const there = async () => JSON.parse((await identityKeySet(other, identity.id)).text).keys.length;
      expect(await there()).toBe(1);
      await revoke();
      await eventually(there, (keys) => keys === 0);
    } finally {
      await other.close();
    }
  });

  it('verifies assertions in a library that is not ours', async () => {
    const { keys } = (await read()).body;
    const verify = createVerifier({
      key: async ({ header }: DecodedJwt) => {
        const jwk = keys.find((key: { kid: string }) => key.kid === header.kid);
        return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      },
      algorithms: ['EdDSA'],
      allowedIss: world.services.config.publicUrl,
      allowedAud: 'https://api.example.com',
      allowedSub: identity.id,
      checkTyp: 'agent-assertion+jwt',
      clockTimestamp: world.time.now.getTime(),
    });
    expect(await verify(assertion)).toMatchObject({ sub: identity.id, email: identity.primary_address });
    const [header, payload, signature] = assertion.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'ceo@acme.example' })).toString(
      'base64url',
    );
    await expect(verify(`${header}.${forged}.${signature}`)).rejects.toThrow(/signature/);
  });
});

describe('a revoked key', () => {
  const file = () => join(world.services.config.dataDir, 'revoked-keys');
  /** Restores the database from an earlier backup. */
  const restore = (which: string) =>
    world.services.db.run(sql`
      update identity_keys set status = 'active', revoked_at = null, private_key = '\\x00' where kid = ${which}`);
  const status = async (which: string) => {
    const { data } = (await world.call('GET', `/v1/identities/${identity.id}/keys`)).body;
    return data.find((key: { kid: string }) => key.kid === which).status;
  };

  it('stays revoked when the database is restored from a backup, and its event says so', async () => {
    await revoke();
    await restore(kid);
    expect(await status(kid)).toBe('active');
    expect(await revokeBuriedKeys(world.services)).toBe(1);
    expect(await status(kid)).toBe('revoked');
    expect(await publishedIds()).toEqual([]);
    expect(await revokeBuriedKeys(world.services)).toBe(0);
    const { data } = (await world.call('GET', `/v1/identities/${identity.id}/events?limit=1`)).body;
    expect(data[0]).toMatchObject({ type: 'identity.key_revoked', data: { kid } });
  });

  it.each([
    [
      'a rotation without an overlap',
      () => world.call('POST', `/v1/identities/${identity.id}/keys/rotate`, { body: { overlap_hours: 0 } }),
    ],
    ['the end of the identity', () => world.call('DELETE', `/v1/identities/${identity.id}`)],
  ])('is remembered after %s', async (_, change) => {
    await change();
    expect(await readFile(file(), 'utf8')).toContain(`\n${kid}\n`);
  });

  it('is read from a file that was cut off, or that nobody has written yet', async () => {
    await writeFile(file(), 'not a key\nAAAA');
    await revoke();
    await appendFile(file(), 'BBBB');
    await restore(kid);
    expect(await revokeBuriedKeys(world.services)).toBe(1);
    await rm(file());
    expect(await revokeBuriedKeys(world.services)).toBe(0);
  });
});
