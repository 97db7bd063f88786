import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiHandler } from '#api/rest/web.ts';
import { DAY } from '#kernel/base/clock.ts';
import { type Database, type Queryable, sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, insertKey, type World } from '#testing/world.ts';
import { forgetAnswers } from './idempotency.ts';

// Idempotency-Key (spec 4.1), its seven rules. POST /v1/keys stands for every POST where a key is optional,
// sending for those where it is required.

let api: TestApi;
let world: World;
let time = Date.parse('2026-11-21T12:00:00Z');
let unique = 0;

beforeAll(async () => {
  api = await openTestApi({}, { now: () => new Date(time) });
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

type Options = { key?: string; idempotencyKey?: string };
const next = (): number => {
  unique += 1;
  return unique;
};
const newKey = () => `key ${next()}`;
const newName = () => `made ${next()}`;
const body = (name: string, more = {}) => ({
  name,
  level: 'tenant',
  tenant_id: world.owners.own.tenantId,
  permissions: ['messages:read'],
  ...more,
});

const create = (content: object, { key, idempotencyKey }: Options = {}) =>
  api.call('POST', '/v1/keys', {
    body: content,
    ...(key && { key }),
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  });

const madeWith = async (name: string) =>
  (await api.services.db.first<{ n: number }>(
    sql`select count(*)::int as n from api_keys where name = ${name}`,
  ))!.n;
const sendPath = (identityId: string, query = '') => `/v1/identities/${identityId}/messages${query}`;
const mail = (subject: string) => ({ to: ['someone@simulator.mail.localhost'], subject, text: 'Hello.' });
const send = (path: string, subject: string, idempotencyKey?: string, key?: string) =>
  api.call('POST', path, {
    body: mail(subject),
    ...(key && { key }),
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  });

describe('rule 1: required to send', () => {
  it('a send without is refused, a dry run needs none and records none', async () => {
    const { identityId } = world.owners.own;
    const refused = await send(sendPath(identityId), 'one');
    expect([refused.status, refused.body.error.code]).toEqual([400, 'idempotency_key_required']);
    expect((await send(sendPath(identityId, '?dry_run=true'), 'two')).status).toBe(200);
    const key = newKey();
    expect((await send(sendPath(identityId, '?dry_run=true'), 'three', key)).status).toBe(200);
    const real = await send(sendPath(identityId), 'four', key);
    expect([real.status, real.body.deduplicated]).toEqual([202, false]);
  });
});

describe('rule 2: optional on other POSTs, ignored elsewhere', () => {
  it('without, each request has its own effect', async () => {
    const name = newName();
    await create(body(name));
    await create(body(name));
    expect(await madeWith(name)).toBe(2);
  });

  it('on GET and DELETE even a bad one is ignored', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(300) };
    expect((await api.call('GET', '/v1/me', { headers })).status).toBe(200);
    const gone = await api.call('DELETE', '/v1/keys/key_x', { headers });
    expect(gone.body.error.code).toBe('key_not_found');
  });
});

describe('rule 3: where and how long a key counts', () => {
  it('per calling API key and tenant', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const callers = await Promise.all(
      [1, 2].map(() => insertKey(api.services.db, { level: 'tenant', owner: world.owners.own })),
    );
    for (const { secret } of callers) {
      const made = await create(body(name), { key: secret, idempotencyKey });
      expect([made.status, made.headers.has('idempotent-replayed')]).toEqual([201, false]);
    }
    const elsewhere = body(name, { tenant_id: world.owners.alone.tenantId });
    expect((await create(elsewhere, { idempotencyKey })).status).toBe(201);
    expect((await create(body(name), { idempotencyKey })).status).toBe(201);
    expect(await madeWith(name)).toBe(4);
  });

  it('per partner, and per deployment, where no tenant is named', async () => {
    const keysOf = (level: 'partner' | 'platform') =>
      Promise.all([1, 2].map(() => insertKey(api.services.db, { level, owner: world.owners.own })));
    const forIdentity = (name: string) => ({
      name,
      level: 'identity',
      identity_id: world.owners.own.identityId,
      permissions: ['messages:read'],
    });
    for (const level of ['partner', 'platform'] as const) {
      const [name, idempotencyKey] = [newName(), newKey()];
      const [one, other] = await keysOf(level);
      const first = await create(forIdentity(name), { key: one!.secret, idempotencyKey });
      const again = await create(forIdentity(name), { key: other!.secret, idempotencyKey });
      expect([again.headers.get('idempotent-replayed'), again.body.key_id]).toEqual([
        'true',
        first.body.key_id,
      ]);
    }
  });

  it('per identity for mail, whichever key sends', async () => {
    const key = newKey();
    const { secret } = await insertKey(api.services.db, { level: 'identity', owner: world.owners.own });
    const first = await send(sendPath(world.owners.own.identityId), 'mail', key);
    const again = await send(sendPath(world.owners.own.identityId), 'mail', key, secret);
    expect([again.status, again.body.id, again.body.deduplicated]).toEqual([202, first.body.id, true]);
    const other = await send(sendPath(world.owners.colleague.identityId), 'mail', key);
    expect([other.status, other.body.deduplicated]).toEqual([202, false]);
  });

  it('for 30 days', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const first = await create(body(name), { idempotencyKey });
    time += 30 * DAY - 1;
    expect((await create(body(name), { idempotencyKey })).body.key_id).toBe(first.body.key_id);
    time += 1;
    const fresh = await create(body(name), { idempotencyKey });
    expect([fresh.status, fresh.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect((await create(body(name), { idempotencyKey })).body.key_id).toBe(fresh.body.key_id);
    expect(await madeWith(name)).toBe(2);
    expect(await forgetAnswers(api.services.db, new Date(time))).toBeGreaterThan(0);
    expect((await create(body(name), { idempotencyKey })).body.key_id).toBe(fresh.body.key_id);
  });
});

describe('rule 4: the same request gets the original answer', () => {
  it('whatever the order of its properties, and says that it is a replay', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const first = await create(body(name), { idempotencyKey });
    const turned = Object.fromEntries(Object.entries(body(name)).reverse());
    const again = await create(turned, { idempotencyKey });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    const { secret: _, ...shown } = first.body;
    expect(again.body).toMatchObject(shown);
    expect(await madeWith(name)).toBe(1);
  });

  it('a refused request leaves no trace: corrected, it may use the key again', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const refused = await create(body(name, { tenant_id: world.owners.erased.tenantId }), { idempotencyKey });
    expect(refused.status).toBe(409);
    expect((await create(body(name, { level: 'boss' }), { idempotencyKey })).status).toBe(400);
    expect((await create(body(name), { idempotencyKey })).status).toBe(201);
  });
});

describe('rule 5: conflicts', () => {
  it('another request with the key is refused', async () => {
    const idempotencyKey = newKey();
    await create(body(newName()), { idempotencyKey });
    const other = await create(body(newName()), { idempotencyKey });
    expect([other.status, other.body.error.code, other.body.error.retryable]).toEqual([
      409,
      'idempotency_conflict',
      false,
    ]);
  });

  it('of mail names the first message', async () => {
    const key = newKey();
    const first = await send(sendPath(world.owners.own.identityId), 'first', key);
    const other = await send(sendPath(world.owners.own.identityId), 'second', key);
    expect(other.body.error).toMatchObject({
      code: 'idempotency_conflict',
      details: { original_message_id: first.body.id },
    });
  });

  it('while the first still runs, the second is told to wait', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const { own } = world.owners;
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holder = api.services.db.transaction(async (tx) => {
      await tx.run(sql`select from tenants where id = ${own.tenantId} for update`);
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const first = create(body(name), { idempotencyKey });
    await waitsForALock(api.services.db);
    const second = await create(body(name), { idempotencyKey });
    expect([
      second.status,
      second.body.error.code,
      second.body.error.retryable,
      second.headers.get('retry-after'),
    ]).toEqual([409, 'request_in_progress', true, '1']);
    held.resolve();
    await holder;
    expect((await first).status).toBe(201);
    expect((await create(body(name), { idempotencyKey })).headers.get('idempotent-replayed')).toBe('true');
    expect(await madeWith(name)).toBe(1);
  });

  it('twenty at once have one effect', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(body(name), { idempotencyKey })),
    );
    expect(await madeWith(name)).toBe(1);
    const originals = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    );
    expect(originals).toHaveLength(1);
    for (const { status, body: answer, headers } of answers) {
      const replayed = status === 201 && answer.key_id === originals[0]!.body.key_id;
      expect(replayed || (status === 409 && answer.error.code === 'request_in_progress')).toBe(true);
      expect(headers.get('request-id')).toMatch(/^req_/);
    }
  });
});

/** Waits until a statement of this database waits for a lock, which means that the request cannot get any further. */
async function waitsForALock(db: Queryable): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const waiting = await db.first(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting) return;
  }
  throw new Error('No statement waits for a lock.');
}

describe('rule 6: one-time secrets', () => {
  it('are not in a replay, nor in the record', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const { secret } = (await create(body(name), { idempotencyKey })).body;
    const again = (await create(body(name), { idempotencyKey })).body;
    expect([again.secret, again.secret_replayed]).toEqual([undefined, false]);
    const records = await api.services.db.rows(sql`select response::text as text from idempotency_records`);
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain(secret);
  });
});

describe('rule 7: a bad key', () => {
  it.each(['', 'x'.repeat(256), 'caf\u00e9', 'tab\there', '\u007f'])(
    '%j is refused',
    async (idempotencyKey) => {
      const refused = await create(body(newName()), { idempotencyKey });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_idempotency_key']);
    },
  );

  it.each(['x', '~', 'a b', 'x'.repeat(255), '"quoted"; drop table --'])(
    '%j is fine',
    async (idempotencyKey) => {
      expect((await create(body(newName()), { idempotencyKey })).status).toBe(201);
    },
  );
});

describe('effect and record are one', () => {
  /** A database in which the statement with this name fails. */
  const failing = (db: Database, name: string): Database => ({
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          run: async (statement) => {
            if ('name' in statement && statement.name === name) throw new Error('The disk is full.');
            return tx.run(statement);
          },
        }),
      ),
  });

  it('where the record cannot be written the effect is taken back, and the key stays free', async () => {
    const [name, idempotencyKey] = [newName(), newKey()];
    const { services } = api;
    const handler = createApiHandler({ ...services, db: failing(services.db, 'idempotency.store') });
    const response = await handler(
      new Request('http://localhost:3000/v1/keys', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.platformKey}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body(name)),
      }),
    );
    expect([response.status, await madeWith(name)]).toEqual([500, 0]);
    expect((await create(body(name), { idempotencyKey })).status).toBe(201);
  });
});
