import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { consoleOperations, operations } from '#api/registry.ts';
import { createApi } from '#api/rest/handler.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import {
  allows,
  canHold,
  type Level,
  levels,
  type Permission,
  permissions,
} from '#kernel/catalogue/permissions.ts';
import { sql } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { requiredPermissions } from '#kernel/operation/guards.ts';
import { type AnyOperation, isWrite } from '#kernel/operation/operation.ts';
import { admit, perform } from '#kernel/operation/pipeline.ts';
import { rolePermissions } from '#workspace/members/index.ts';
import { requestFor } from './access-matrix.ts';
import { offline, openTestApi, type TestApi } from './api.ts';
import { createWorld, everyPermission, insertKey, type World } from './world.ts';

// Nobody can grant more than they have. Every operation that changes something is called with keys that hold only the
// required permission, and all grants are compared before and after: keys and their secrets, members, invitations,
// operators. One exception: a caller that may create a workspace names its owner (spec 4.3).

let api: TestApi;
let world: World;
const walked = { calls: 0, gave: new Set<string>() };

beforeAll(async () => {
  api = await openTestApi(offline);
  world = await createWorld(api.services.db, api.services.sealer);
});
afterAll(async () => {
  await api.close();
  console.log(`Grants: ${walked.calls} calls; these gave something: ${[...walked.gave].sort().join(', ')}.`);
});

const END = '2098-01-01T00:00:00.000Z';
const NETWORK = '192.0.2.0/24';

type Power = {
  id: string;
  tenant?: string;
  permissions: readonly string[];
  level: Level;
  ends: string | null;
  networks: string[];
};

/** All grants, by their object. A secret counts separately from its key, because learning a secret is a grant, too. */
async function allPower(): Promise<Map<string, Power>> {
  const { db } = api.services;
  const secrets = await db.rows<Power>(sql`
    select encode(s.secret_hash, 'hex') as id, k.permissions, k.level, k.expires_at as ends, k.allowed_cidrs as networks
    from api_key_secrets s join api_keys k on k.id = s.key_id where k.revoked_at is null`);
  const people = await db.rows<{ id: string; tenant: string; role: keyof typeof rolePermissions }>(sql`
    select user_id || tenant_id || role as id, tenant_id as tenant, role from members
    union all select id || role, tenant_id, role from invitations`);
  const operators = await db.rows<{ id: string }>(sql`select id from users where is_operator`);
  const power = [
    ...secrets,
    ...people.map(({ id, tenant, role }) => ({
      ...{ id, tenant, level: 'tenant' as const, ends: null, networks: [] },
      permissions: rolePermissions[role],
    })),
    ...operators.map(({ id }) => ({
      ...{ id, level: 'platform' as const, ends: null, networks: [] },
      permissions: everyPermission('platform'),
    })),
  ];
  return new Map(power.map((each) => [each.id, each]));
}

/** The grants that the caller did not have itself. */
function excess(giver: Actor, given: Power): string[] {
  const signable = giver.permissions.has('identities:write') && !canHold(giver.level, 'identities:sign');
  const beyond = given.permissions.filter(
    (permission) =>
      !allows(giver.permissions, giver.level, permission as Permission) &&
      !(permission === 'usage:read' && given.level !== 'partner') &&
      !(permission === 'identities:sign' && signable) &&
      // A key that can send cannot hold this permission, so a platform key creates the first key that decides.
      !(permission === 'sends:approve' && giver.level === 'platform'),
  );
  const ends = giver.expires_at && (given.ends === null || given.ends > giver.expires_at) ? ['lifetime'] : [];
  const networks = giver.allowed_cidrs?.length && given.networks.join() !== NETWORK ? ['networks'] : [];
  const level = levels.indexOf(given.level) < levels.indexOf(giver.level) ? ['level'] : [];
  return [...beyond, ...ends, ...networks, ...level];
}

/** Inputs that request rights, with every value that they accept. */
function* temptations(operation: AnyOperation): Generator<Record<string, unknown>> {
  const shape = operation.input.shape;
  const own = { tenant_id: world.owners.own.tenantId };
  yield {};
  if ('role' in shape)
    for (const role of ['admin', 'member', 'viewer']) yield { role, email: `${newUlid()}@example.net` };
  if (!('permissions' in shape)) return;
  for (const permission of permissions) yield { permissions: [permission], expires_at: undefined, ...own };
  for (const expires_at of [null, '2099-01-01T00:00:00Z'])
    yield { permissions: ['keys:manage'], expires_at, ...own };
  for (const allowed_cidrs of [[], ['192.0.0.0/8'], ['::/0']])
    yield { permissions: ['keys:manage'], allowed_cidrs, expires_at: undefined, ...own };
  for (const level of levels) yield { level, permissions: ['keys:manage'], expires_at: undefined };
}

type Giver = { name: string; expires_at: string | null; allowed_cidrs: string[]; all: boolean };
const givers: Giver[] = [
  { name: 'narrow', expires_at: null, allowed_cidrs: [], all: false },
  { name: 'expiring', expires_at: END, allowed_cidrs: [], all: true },
  { name: 'bound to a network', expires_at: null, allowed_cidrs: [NETWORK], all: true },
];

/** The keys of a test. Once it is over they count for nothing, so that few are compared. */
const made: string[] = [];
afterEach(async () => {
  await api.services.db.run(sql`update api_keys set revoked_at = now() where id = any(${made.splice(0)})`);
});

/** Creates the calling key. It is not counted, because it exists before the first comparison. */
async function makeGiver(level: Level, giver: Giver, operation: AnyOperation): Promise<Actor> {
  const held = giver.all ? everyPermission(level) : requiredPermissions(operation);
  const { id, secret } = await insertKey(api.services.db, {
    level,
    owner: world.owners.own,
    permissions: held,
    ...(giver.expires_at && { expiresAt: new Date(giver.expires_at) }),
  });
  await api.services.db.run(sql`update api_keys set allowed_cidrs = ${giver.allowed_cidrs} where id = ${id}`);
  made.push(id);
  return api.services.authenticate(`Bearer ${secret}`, '192.0.2.7');
}

/** Calls the operation as a transport would, whether it is for keys or for the console. Refusals are fine. */
async function call(operation: AnyOperation, actor: Actor, inputs: Record<string, unknown>): Promise<void> {
  walked.calls += 1;
  const subject = { ...world.owners.own, ids: { ...world.owners.own.ids } };
  const { url, body } = await requestParts(operation, subject, inputs);
  const params = { ...body, ...url };
  const limiter = { consume: async () => ({ allowed: true, resetSeconds: 60 }) };
  const services = { ...api.services, limiter };
  const target = await admit(services, operation, actor, params, () => {});
  await perform({
    ...{ operation, services, actor, target, requestId: 'req_test', idempotencyKey: null },
    rawInput: params,
    header: () => null,
  });
}

async function requestParts(
  operation: AnyOperation,
  subject: World['owners']['own'],
  inputs: Record<string, unknown>,
) {
  const request = requestFor(operation, subject, null, { inputs });
  const text = await request.text();
  const url = Object.fromEntries(
    operation.pathParams.map((name) => [name, subject.ids[name] ?? inputs[name] ?? 'cursor']),
  );
  return { url, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

const writes = [...operations, ...consoleOperations].filter(
  (operation) => isWrite(operation) && operation.permission !== 'any key',
);

/** The initial workspaces; a new one has the owner that its creator names. */
const tenants = new Set<string>();
beforeAll(() => {
  for (const { tenantId } of Object.values(world.owners)) tenants.add(tenantId);
});

describe.each(givers)('a key that is $name', (giver) => {
  it.each(writes.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    for (const level of levels.filter((each) => operation.levels.includes(each))) {
      const actor = await makeGiver(level, giver, operation);
      let before = await allPower();
      for (const inputs of temptations(operation)) {
        await call(operation, actor, inputs).catch(() => {});
        const after = await allPower();
        const given = [...after.values()].filter(
          ({ id, tenant }) => !before.has(id) && (tenant === undefined || tenants.has(tenant)),
        );
        before = after;
        if (given.length > 0) walked.gave.add(operation.name);
        expect(given.map((power) => excess(actor, power))).toEqual(given.map(() => []));
      }
    }
  });
});

it('people of the workspace, and clients over HTTP, meet the same rule', async () => {
  const rest = createApi(api.services);
  const { secret } = await insertKey(api.services.db, {
    level: 'tenant',
    owner: world.owners.sibling,
    permissions: ['members:manage'],
  });
  const answer = await rest({
    method: 'POST',
    target: `/v1/tenants/${world.owners.sibling.tenantId}/invitations`,
    header: (name) =>
      ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })[name] ?? null,
    body: new Blob([JSON.stringify({ email: 'mallory@example.net', role: 'admin' })]).stream(),
    signal: () => new AbortController().signal,
  });
  expect([answer.status, JSON.parse(String(answer.body)).error]).toMatchObject([
    403,
    { code: 'key_scope_exceeded', details: { field: 'permissions' } },
  ]);
});
