import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { consoleOperations, operations } from '#api/registry.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Level } from '#kernel/catalogue/permissions.ts';
import { sql } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { AnyOperation, ResponseSchema } from '#kernel/operation/operation.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, insertKey, type Owner, type World } from '#testing/world.ts';
import { createTrpcHandler } from './fetch.ts';
import { appRouter, createCaller, type RouterInputs, type RouterOutputs } from './router.ts';

// The tRPC root: derived from the registry, behind the guards of every transport (design.md section 2).

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

async function actorOf(level: Level, owner: Owner, permissions?: readonly string[]): Promise<Actor> {
  const { secret } = await insertKey(api.services.db, { level, owner, ...(permissions && { permissions }) });
  return api.services.authenticate(`Bearer ${secret}`);
}

const callerOf = async (
  level: Level,
  owner = world.owners.own,
  more: { permissions?: string[]; key?: string } = {},
) =>
  createCaller({
    actor: await actorOf(level, owner, more.permissions),
    services: api.services,
    requestId: newId('request'),
    idempotencyKey: more.key ?? null,
  });

async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCError) || !(error.cause instanceof AppError)) throw error;
  return { trpc: error.code, code: error.cause.code, details: error.cause.details };
}

it('has a procedure for every operation that takes and answers JSON, of the right kind, and no other', () => {
  const jsonOnly = [...operations, ...consoleOperations].filter(
    ({ responses, rawBody }: AnyOperation) =>
      !rawBody &&
      (Object.values(responses) as ResponseSchema[]).every(
        (answer) => answer === null || !('bytes' in answer),
      ),
  );
  const kinds = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  ).map(([name, procedure]) => [name, procedure._def.type]);
  expect(kinds.sort()).toEqual(
    jsonOnly.map(({ name, method }) => [name, method === 'GET' ? 'query' : 'mutation']).sort(),
  );
});

it('types inputs and answers by the name of the operation', () => {
  expectTypeOf<RouterInputs['keys']['create']['level']>().toEqualTypeOf<Level>();
  expectTypeOf<RouterInputs['keys']['rotate']>().toEqualTypeOf<{
    key_id: string;
    overlap_hours?: number | undefined;
  }>();
  expectTypeOf<RouterOutputs['keys']['me']['tenant_id']>().toEqualTypeOf<string | null>();
  expectTypeOf<RouterOutputs['keys']['list']['data'][number]['permissions']>().toEqualTypeOf<string[]>();
  expectTypeOf<RouterOutputs['keys']['revoke']>().toEqualTypeOf<null>();
  expectTypeOf<RouterInputs['attachments']>().not.toHaveProperty('get');
  expect(Object.keys(appRouter._def.record)).toContain('keys');
});

describe('a caller', () => {
  it('reads and writes what the same key does over REST', async () => {
    const caller = await callerOf('tenant');
    const made = await caller.keys.create({
      name: 'by tRPC',
      level: 'tenant',
      permissions: ['messages:read'],
    });
    expect(made).toMatchObject({ name: 'by tRPC', tenant_id: world.owners.own.tenantId });
    expect((await api.call('GET', '/v1/me', { key: made.secret! })).status).toBe(200);
    const listed = await caller.keys.list({ limit: 1 });
    expect(listed.data.map(({ key_id }) => key_id)).toEqual([made.key_id]);
    const next = await caller.keys.list({ limit: 1, cursor: listed.next_cursor! });
    expect(next.data[0]!.key_id < made.key_id).toBe(true);
    expect(await caller.keys.revoke({ key_id: made.key_id })).toBeNull();
    expect((await refusal(caller.keys.get({ key_id: made.key_id }))).code).toBe('key_not_found');
  });

  it('is refused in the order of REST: permission, level, reach, form', async () => {
    const id = world.owners.foreign.ids.key_id!;
    const powerless = await callerOf('tenant', world.owners.own, { permissions: ['messages:read'] });
    expect(await refusal(powerless.keys.get({ key_id: id }))).toEqual({
      trpc: 'FORBIDDEN',
      code: 'permission_denied',
      details: { required: 'keys:manage' },
    });
    const caller = await callerOf('tenant');
    expect(await refusal(caller.partners.list({}))).toMatchObject({
      trpc: 'FORBIDDEN',
      code: 'scope_denied',
    });
    expect(await refusal(caller.keys.rotate({ key_id: id, overlap_hours: -1 }))).toMatchObject({
      trpc: 'NOT_FOUND',
      code: 'key_not_found',
    });
    const own = world.owners.own.ids.key_id!;
    expect(await refusal(caller.keys.rotate({ key_id: own, overlap_hours: -1 }))).toMatchObject({
      trpc: 'BAD_REQUEST',
      code: 'invalid_request',
      details: { errors: [{ path: 'overlap_hours' }] },
    });
  });

  it.each([null, 7, 'x', [], { unheard_of: 1 }, { name: { __proto__: null, deep: 1 } }])(
    'with the input %j is told what is wrong with it',
    async (input) => {
      const caller = await callerOf('tenant');
      const { code } = await refusal(caller.keys.create(input as never));
      expect(code).toBe('invalid_request');
    },
  );

  it('spends from the rate limits of its key', async () => {
    const services = {
      ...api.services,
      limiter: { consume: async () => ({ allowed: false, resetSeconds: 7 }) },
    };
    const actor = await actorOf('tenant', world.owners.own);
    const caller = createCaller({ actor, services, requestId: newId('request'), idempotencyKey: null });
    expect(await refusal(caller.keys.me({}))).toMatchObject({
      trpc: 'TOO_MANY_REQUESTS',
      code: 'rate_limited',
    });
  });

  it('sends once for one Idempotency-Key', async () => {
    const { identityId } = world.owners.own;
    const mail = {
      identity_id: identityId,
      to: ['a@simulator.mail.localhost'],
      subject: 'once',
      text: 'Hello.',
    };
    const without = await callerOf('identity');
    expect((await refusal(without.messages.send(mail))).code).toBe('idempotency_key_required');
    const caller = await callerOf('identity', world.owners.own, { key: 'by tRPC' });
    const [first, again] = [await caller.messages.send(mail), await caller.messages.send(mail)];
    expect(again).toMatchObject({ id: (first as { id: string }).id, deduplicated: true });
    const stored = await api.services.db.rows(sql`select id from messages where subject = 'once'`);
    expect(stored).toHaveLength(1);
  });
});

describe('over HTTP', () => {
  const handlerFor = (services = api.services) =>
    createTrpcHandler(services, '/api/trpc', (request) =>
      services.authenticate(request.headers.get('authorization')),
    );

  async function ask(path: string, init: RequestInit = {}, services = api.services) {
    const headers = {
      authorization: `Bearer ${api.platformKey}`,
      'content-type': 'application/json',
      ...init.headers,
    };
    const request = new Request(`http://localhost:3000/api/trpc/${path}`, {
      ...init,
      headers,
    } as RequestInit);
    const response = await handlerFor(services)(request);
    // biome-ignore lint/suspicious/noExplicitAny: read as a client would
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }
  const query = (input: unknown) => `?input=${encodeURIComponent(JSON.stringify(input))}`;

  it('queries are GET, mutations POST', async () => {
    const me = await ask('keys.me');
    expect([me.status, me.body.result.data.level]).toEqual([200, 'platform']);
    expect(me.headers.get('request-id')).toMatch(/^req_/);
    const input = { name: 'x', level: 'platform', permissions: ['messages:read'] };
    const made = await ask('keys.create', { method: 'POST', body: JSON.stringify(input) });
    expect(made.body.result.data.secret).toMatch(/^pmk_live_/);
    const wrong = await ask(`keys.create${query(input)}`);
    expect([wrong.status, wrong.body.error.data.error.code]).toEqual([405, 'method_not_allowed']);
  });

  it('an error has the status and the envelope of REST, in data', async () => {
    const missing = await ask(`keys.get${query({ key_id: 'key_x' })}`);
    const rest = await api.call('GET', '/v1/keys/key_x');
    expect(missing.status).toBe(404);
    expect(missing.body.error.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
    expect(missing.body.error.data.error).toEqual({
      ...rest.body.error,
      request_id: missing.headers.get('request-id'),
    });
    expect(missing.body.error.data).not.toHaveProperty('stack');
  });

  it('an unknown procedure, a body that is no JSON and one that is too large are told as such', async () => {
    const unknown = await ask('keys.nothing');
    expect([unknown.status, unknown.body.error.data.error.code]).toEqual([404, 'route_not_found']);
    const broken = await ask('keys.create', { method: 'POST', body: '{"name":' });
    expect([broken.status, broken.body.error.data.error.code]).toEqual([400, 'invalid_request']);
    const large = await ask('keys.create', { method: 'POST', body: ' '.repeat(limits.requestBody + 1) });
    expect([large.status, large.body.error.data.error.code]).toEqual([413, 'payload_too_large']);
    const deep = await ask('keys.create', {
      method: 'POST',
      body: `{"name":${'['.repeat(9_999)}${']'.repeat(9_999)}}`,
    });
    expect([deep.status, deep.body.error.data.error.code]).toEqual([400, 'invalid_request']);
  });

  it('nobody is unauthenticated, whatever is asked', async () => {
    for (const [path, init] of [
      ['keys.me', {}],
      ['keys.create', { method: 'POST', body: '{}' }],
    ] as const) {
      const answer = await ask(path, { ...init, headers: { authorization: '' } });
      expect([answer.status, answer.body.error.data.error.code]).toEqual([401, 'unauthenticated']);
    }
  });

  it('a crash tells nothing, not even in development', async () => {
    const fail = () => Promise.reject(new Error('the disk of jane@example.com is full'));
    const services = {
      ...api.services,
      db: { ...api.services.db, rows: fail, first: fail, run: fail, transaction: fail },
    };
    const answer = await ask(`keys.get${query({ key_id: 'key_x' })}`, {}, services);
    expect([answer.status, answer.body.error.data.error.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(answer.body)).not.toMatch(/jane|disk|\.ts/);
  });

  it('batches answer one by one, up to twenty', async () => {
    const batch = (size: number) => {
      const inputs = Object.fromEntries(Array.from({ length: size }, (_, n) => [n, { key_id: 'key_x' }]));
      return ask(`${Array(size).fill('keys.get').join(',')}${query(inputs)}&batch=1`);
    };
    const answer = await batch(2);
    expect(
      answer.body.map((each: { error: { data: { error: { code: string } } } }) => each.error.data.error.code),
    ).toEqual(['key_not_found', 'key_not_found']);
    expect((await batch(21)).status).toBe(400);
  });
});
