import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#api/registry.ts';
import { type ApiHandler, createApiHandler } from '#api/rest/web.ts';
import { canHold, type Level, levels, type Permission } from '#kernel/catalogue/permissions.ts';
import { requiredPermissions } from '#kernel/operation/guards.ts';
import { type AnyOperation, isWrite } from '#kernel/operation/operation.ts';
import {
  faultOfAllowed,
  faultOfDeclared,
  hiddenFrom,
  missingId,
  type Named,
  otherNames,
  reaches,
  readAnswer,
  refusalOf,
  requestFor,
  takingBack,
  without,
} from './access-matrix.ts';
import { offline, openTestApi, type TestApi } from './api.ts';
import { createWorld, everyPermission, insertKey, type OwnerName, type World } from './world.ts';

// Every operation in the registry, with keys of each level and objects of each owner (spec 4.3, 5).

let api: TestApi;
let world: World;
let handler: ApiHandler;
const keys = {} as Record<Level, string>;
/** Keys that decide about sends, which the other keys cannot do. */
const deciding = {} as Record<Level, string>;
const keyFor = (operation: AnyOperation, level: Level): string =>
  requiredPermissions(operation).includes('sends:approve') ? deciding[level] : keys[level];
const unusable: { name: string; secret: string | null; codes: string[] }[] = [];
const narrowKeys = new Map<string, string>();
const size = { requests: 0, succeeded: 0, cases: 0 };

beforeAll(async () => {
  api = await openTestApi(offline);
  const { db, sealer } = api.services;
  world = await createWorld(db, sealer);
  const unlimited = { consume: async () => ({ allowed: true, resetSeconds: 60 }) };
  handler = createApiHandler({ ...api.services, db: takingBack(db), limiter: unlimited });
  for (const level of levels) {
    keys[level] = (await insertKey(db, { level, owner: world.owners.own })).secret;
    const permissions = everyPermission(level).filter((each) => each !== 'messages:send');
    if (canHold(level, 'sends:approve')) permissions.push('sends:approve');
    deciding[level] = (await insertKey(db, { level, owner: world.owners.own, permissions })).secret;
  }
  await makeUnusableKeys();
  await makeNarrowKeys();
});

afterAll(async () => {
  await api.close();
  console.log(
    `Access matrix: ${operations.length} operations × ${levels.length} levels, ${size.cases} cases, ` +
      `${size.requests} requests (${size.succeeded} of them let through).`,
  );
});

async function makeUnusableKeys(): Promise<void> {
  const { own, suspended, erased, dormant } = world.owners;
  const add = async (name: string, codes: string[], options: Parameters<typeof insertKey>[1]) =>
    unusable.push({ name, codes, secret: (await insertKey(api.services.db, options)).secret });
  unusable.push({ name: 'no key', secret: null, codes: ['unauthenticated'] });
  unusable.push({ name: 'unknown key', secret: `pmk_live_${'0'.repeat(64)}`, codes: ['unauthenticated'] });
  const past = new Date(Date.now() - 1_000);
  await add('revoked key', ['key_revoked'], { level: 'platform', owner: own, revokedAt: past });
  await add('expired key', ['key_expired'], { level: 'platform', owner: own, expiresAt: past });
  for (const level of ['tenant', 'identity'] as const) {
    await add(`${level} key of a suspended tenant`, ['tenant_suspended'], { level, owner: suspended });
    await add(`${level} key of an erased tenant`, ['tenant_suspended', 'key_revoked'], {
      level,
      owner: erased,
    });
  }
  for (const level of ['partner', 'tenant', 'identity'] as const) {
    await add(`${level} key of a suspended partner`, ['partner_suspended'], { level, owner: dormant });
  }
}

const narrowName = (level: Level, permission: Permission) => `${level} without ${permission}`;

async function makeNarrowKeys(): Promise<void> {
  for (const permission of new Set(operations.flatMap((operation) => requiredPermissions(operation)))) {
    for (const level of levels) {
      const permissions = without(level, permission);
      if (!permissions) continue;
      const { secret } = await insertKey(api.services.db, { level, owner: world.owners.own, permissions });
      narrowKeys.set(narrowName(level, permission), secret);
    }
  }
}

async function ask(operation: AnyOperation, subject: OwnerName, named: Named, key: string | null) {
  const response = await handler(requestFor(operation, world.owners[subject], key, { named }));
  const answer = await readAnswer(response, named);
  size.requests += 1;
  if (answer.status < 300) size.succeeded += 1;
  return answer;
}

/** The results of the cases of one operation. */
class Findings {
  readonly faults: string[] = [];
  check(name: string, fault: string | null | false): void {
    size.cases += 1;
    if (fault) this.faults.push(`${name}: ${fault}`);
  }
  same(name: string, one: { sameness: string }, other: { sameness: string }): void {
    this.check(name, one.sameness !== other.sameness && `${one.sameness} is not ${other.sameness}`);
  }
}

async function checkUnusableKeys(operation: AnyOperation, findings: Findings): Promise<void> {
  for (const { name, secret, codes } of unusable) {
    const { status, code } = await ask(operation, 'own', {}, secret);
    findings.check(name, !codes.includes(String(code)) && `${status} ${code}`);
  }
}

async function checkPermissions(operation: AnyOperation, level: Level, findings: Findings): Promise<void> {
  for (const permission of requiredPermissions(operation)) {
    const key = narrowKeys.get(narrowName(level, permission));
    if (key === undefined) continue;
    const platformOnly =
      refusalOf(operation, level)?.code === 'scope_denied' && operation.levels.length === 1;
    const expected = platformOnly ? 'scope_denied' : `permission_denied ${permission}`;
    const { code, text } = await ask(operation, 'own', {}, key);
    const required = code === 'permission_denied' ? ` ${JSON.parse(text).error.details?.required}` : '';
    findings.check(narrowName(level, permission), code + required !== expected && `${code}${required}`);
  }
}

const subjects = [
  'own',
  'colleague',
  'sibling',
  'foreign',
  'alone',
  'suspended',
  'erased',
  'dormant',
] as const;

/** Calls the operation on objects of each owner, and on a missing one. */
async function checkReach(operation: AnyOperation, level: Level, findings: Findings): Promise<void> {
  const { param } = operation.target;
  const missing =
    param && (await ask(operation, 'own', { [param]: missingId(world, param) }, keyFor(operation, level)));
  const refusal = refusalOf(operation, level);
  for (const subject of param ? subjects : (['own'] as const)) {
    if (param && world.owners[subject].ids[param] === undefined) continue;
    const name = `${level} key, ${subject}`;
    const named: Named = param
      ? { [param]: world.owners[subject].ids[param] ?? missingId(world, param) }
      : {};
    const answer = await ask(operation, subject, named, keyFor(operation, level));
    checkLeaks(name, level, named, answer.text, findings);
    if (refusal) {
      findings.check(name, answer.code !== refusal.code && `${answer.code} is not ${refusal.code}`);
      if (missing) findings.same(`${name}, refused as for a missing one`, answer, missing);
    } else if (missing && !reaches(level, subject, param)) {
      findings.check(name, answer.code !== operation.target.notFound && `${answer.status} ${answer.code}`);
      findings.same(`${name}, as a missing one`, answer, missing);
    } else if (subject === 'erased') {
      checkErased(name, operation, level, answer, findings);
    } else {
      findings.check(name, faultOfAllowed(operation, answer));
    }
  }
}

/** Rule 6 of 4.3: only the platform can write to an erased tenant; for all others it is not found. */
function checkErased(
  name: string,
  operation: AnyOperation,
  level: Level,
  answer: Awaited<ReturnType<typeof ask>>,
  findings: Findings,
): void {
  const mustBeGone = isWrite(operation) && level !== 'platform';
  if (mustBeGone) findings.check(name, answer.status !== 404 && `${answer.status} ${answer.code}`);
  else findings.check(name, faultOfDeclared(operation, answer));
}

/** Objects that the path, query or body names besides the target. An object out of reach counts as missing. */
async function checkOtherNames(operation: AnyOperation, level: Level, findings: Findings): Promise<void> {
  if (refusalOf(operation, level)) return;
  for (const { field, inPath } of otherNames(operation, world)) {
    const missing = await ask(
      operation,
      'own',
      { [field]: missingId(world, field) },
      keyFor(operation, level),
    );
    for (const owner of ['colleague', 'sibling', 'foreign', 'alone'] as const) {
      const id = world.owners[owner].ids[field];
      // In a path, the target is the parent, so that even reachable objects of other parents are not found.
      if (id === undefined || id === world.owners.own.ids[field]) continue;
      if (!inPath && reaches(level, owner, field)) continue;
      const name = `${level} key, ${field} of ${owner}`;
      const named = { [field]: id };
      const answer = await ask(operation, 'own', named, keyFor(operation, level));
      checkLeaks(name, level, named, answer.text, findings);
      if (inPath) findings.check(name, answer.status !== 404 && `${answer.status} ${answer.code}`);
      if (answer.status < 300 && isWrite(operation))
        findings.check(name, answer.status !== missing.status && 'differs');
      else findings.same(`${name}, as a missing one`, answer, missing);
    }
  }
}

function checkLeaks(name: string, level: Level, named: Named, text: string, findings: Findings): void {
  const own = new Set([...Object.values(world.owners.own.ids), ...Object.values(named)]);
  for (const { marker, ids } of hiddenFrom(level, world)) {
    const shown = [marker, ...Object.values(ids).filter((id) => !own.has(id))].filter((secret) =>
      text.includes(secret),
    );
    findings.check(`${name}, leaks`, shown.length > 0 && `shows ${shown.join(', ')}`);
  }
}

describe('access', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const findings = new Findings();
    await checkUnusableKeys(operation, findings);
    for (const level of levels) {
      await checkPermissions(operation, level, findings);
      await checkReach(operation, level, findings);
      await checkOtherNames(operation, level, findings);
    }
    expect(findings.faults).toEqual([]);
  });
});
