import { randomUUID } from 'node:crypto';
import { errorCodesOf } from '#api/rest/openapi.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { allows, apart, canHold, type Level, type Permission } from '#kernel/catalogue/permissions.ts';
import type { Database } from '#kernel/data/database.ts';
import { requiredPermissions } from '#kernel/operation/guards.ts';
import { type AnyOperation, isWrite, placeOf } from '#kernel/operation/operation.ts';
import { everyPermission, type Owner, type OwnerName, tenantOwned, type World } from './world.ts';

/**
 * Which keys may do what with which objects, derived only from the declarations of operations: target, levels, permission,
 * path parameters and example. It has no special cases for single operations.
 */

/** Ids that a request names instead of the subject's own, by field. */
export type Named = Record<string, string>;

/** Request fields that replace those of the example with the ids of the subject. */
export type Change = { named?: Named; inputs?: Record<string, unknown> };

/** A request of the operation about the objects of `subject`, from the operation's own example. */
export function requestFor(
  operation: AnyOperation,
  subject: Owner,
  key: string | null,
  { named = {}, inputs = {} }: Change = {},
): Request {
  const example: Record<string, unknown> = operation.example ?? {};
  const pick = (field: string): unknown =>
    Object.hasOwn(inputs, field) ? inputs[field] : (named[field] ?? subject.ids[field] ?? example[field]);
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(example), ...Object.keys(named), ...Object.keys(inputs)])) {
    const place = placeOf(operation, field);
    if (place === 'query') query.set(field, String(pick(field)));
    if (place === 'body') body[field] = pick(field);
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(pick(field) ?? fixedNames[field] ?? newUlid())),
  );
  const hasBody = operation.method !== 'GET' && Object.keys(body).length > 0;
  return new Request(`http://localhost:3000${path}?${query}`, {
    method: operation.method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
}

/** Path values that are not rows, and so the same for all callers. */
const fixedNames: Record<string, string> = { purpose: 'cursor' };

/** An id of the same kind that no object has. */
export function missingId(world: World, field: string): string {
  const known = world.owners.own.ids[field] ?? fixedNames[field];
  if (known === undefined)
    throw new Error(`There is no ${field} in src/testing/world.ts: insert one for each owner.`);
  if (known.includes('@')) return `nobody-${randomUUID().slice(0, 8)}${known.slice(known.indexOf('@'))}`;
  return known.includes('_') ? known.slice(0, 4) + newUlid() : newUlid();
}

const partnersOwn: readonly OwnerName[] = ['own', 'colleague', 'sibling', 'suspended', 'erased'];

/** Whether a key of the level, made for `own`, reaches this object of that owner (spec 5). */
export function reaches(level: Level, owner: OwnerName, field: string): boolean {
  if (level === 'platform') return true;
  if (field === 'partner_id') return false;
  if (level === 'partner') return partnersOwn.includes(owner);
  if (level === 'tenant' || tenantOwned.has(field)) return owner === 'own' || owner === 'colleague';
  return owner === 'own';
}

/** Owners whose texts and ids must not appear in a response to a key of this level. */
export const hiddenFrom = (level: Level, world: World): Owner[] =>
  (Object.keys(world.owners) as OwnerName[])
    .filter((name) => !reaches(level, name, 'identity_id'))
    .map((name) => world.owners[name]);

export type Refusal = { code: 'scope_denied' | 'permission_denied'; required?: Permission };

/**
 * The permissions of the key that calls an operation: all usual ones, except for those that the operation's permission
 * excludes.
 */
export function heldFor(operation: AnyOperation, level: Level): Permission[] {
  const usual = everyPermission(level);
  const [excluded, permission] = apart;
  if (!requiredPermissions(operation).includes(permission) || !canHold(level, permission)) return usual;
  return [...usual.filter((each) => each !== excluded), permission];
}

/** The error with which level or permission refuse a key before anything is looked up; null if they allow it. */
export function refusalOf(
  operation: AnyOperation,
  level: Level,
  held: readonly string[] = heldFor(operation, level),
): Refusal | null {
  const platformOnly = operation.levels.length === 1 && operation.levels[0] === 'platform';
  if (platformOnly && level !== 'platform') return { code: 'scope_denied' };
  const required = requiredPermissions(operation).find((wanted) => !allows(new Set(held), level, wanted));
  if (required) return { code: 'permission_denied', required };
  return operation.levels.includes(level) ? null : { code: 'scope_denied' };
}

/** All permissions of a level except the one that allows the operation; null if it is always or never allowed. */
export function without(level: Level, permission: Permission): Permission[] | null {
  const held = everyPermission(level);
  if (!allows(new Set(held), level, permission)) return canHold(level, permission) ? held : null;
  const rest = held.filter((other) => !allows(new Set([other]), level, permission));
  return allows(new Set(rest), level, permission) ? null : rest;
}

export type Answer = { status: number; headers: [string, string][]; text: string; code: string | null };

/** A response without its request id and without the ids from the request, which are the only allowed differences. */
export async function readAnswer(response: Response, named: Named): Promise<Answer & { sameness: string }> {
  const requestId = response.headers.get('request-id') ?? 'none';
  const raw = await response.text();
  const text = Object.values(named).reduce(
    (shown, id) => shown.replaceAll(id, '<named>'),
    raw.replaceAll(requestId, ''),
  );
  const headers = [...response.headers]
    .filter(([name]) => name !== 'request-id')
    .map(([name, value]): [string, string] => [name, value.replaceAll(requestId, '')])
    .sort();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const code = isJson && response.status >= 400 ? (JSON.parse(raw).error?.code ?? null) : null;
  const { status } = response;
  return { status, headers, text, code, sameness: JSON.stringify({ status, headers, text }) };
}

/** The problem with a response to an allowed key, or null. */
export function faultOfAllowed(operation: AnyOperation, answer: Answer): string | null {
  if (answer.status < 300) return null;
  const { code } = answer;
  if (!isWrite(operation) && operation.permission !== 'any key')
    return `reading answered ${answer.status} ${code}`;
  return faultOfDeclared(operation, answer) ?? faultOfShut(operation, answer);
}

/** Every error must be documented. */
export function faultOfDeclared(operation: AnyOperation, { status, code }: Answer): string | null {
  if (status < 300) return null;
  if (status >= 500 || code === null) return `${status} ${code}`;
  return errorCodesOf(operation).some((declared) => declared === code)
    ? null
    : `${code} is not among its errors`;
}

/** An error about the request is fine; an error that refuses the caller is not. */
function faultOfShut(operation: AnyOperation, { code, text, status }: Answer): string | null {
  const byField = code === 'scope_denied' && text.includes('"field"');
  const ownRule = operation.permission === 'any key' && code === 'permission_denied';
  if (status === 401 || code === operation.target.notFound) return `shut out: ${code}`;
  if ((code === 'permission_denied' && !ownRule) || (code === 'scope_denied' && !byField))
    return `shut out: ${code}`;
  return null;
}

/**
 * Inputs other than the target that name an object of an owner, and whether they are in the path. A PUT creates the
 * object that it names.
 */
export const otherNames = (operation: AnyOperation, world: World): { field: string; inPath: boolean }[] =>
  Object.keys(operation.input.shape)
    .filter((field) => field !== operation.target.param && field in world.owners.own.ids)
    .map((field) => ({
      field,
      inPath: operation.method !== 'PUT' && operation.pathParams.includes(field),
    }));

/** Runs every write for real and rolls it back, so that all requests of the matrix find the same world. */
export function takingBack(db: Database): Database {
  const takenBack = new Error('taken back');
  return {
    ...db,
    async transaction(work) {
      let result: Awaited<ReturnType<typeof work>> | undefined;
      const run = db.transaction(async (tx) => {
        result = await work({ ...tx, afterCommit: () => {} });
        throw takenBack;
      });
      await run.catch((error: unknown) => {
        if (error !== takenBack) throw error;
      });
      return result as Awaited<ReturnType<typeof work>>;
    },
  };
}
