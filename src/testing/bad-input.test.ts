import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '#api/registry.ts';
import { errorCodesOf } from '#api/rest/openapi.ts';
import { type ApiHandler, createApiHandler } from '#api/rest/web.ts';
import { type Level, levels, type Permission } from '#kernel/catalogue/permissions.ts';
import type { Database } from '#kernel/data/database.ts';
import { type AnyOperation, isWrite, placeOf } from '#kernel/operation/operation.ts';
import { requestFor, takingBack } from './access-matrix.ts';
import { offline, openTestApi, type TestApi } from './api.ts';
import { createWorld, everyPermission, insertKey, type World } from './world.ts';

// Fills every input of every operation in the registry with bad values. Each response must be documented, none may be a 5xx,
// and an error must name the field and change nothing.

let api: TestApi;
let world: World;
let handler: ApiHandler;
const keys: Record<string, string> = {};
const seen = { requests: 0, commits: 0 };

beforeAll(async () => {
  api = await openTestApi(offline);
  const { db, sealer } = api.services;
  world = await createWorld(db, sealer);
  const owner = world.owners.own;
  for (const level of levels) keys[level] = (await insertKey(db, { level, owner })).secret;
  for (const operation of operations) {
    const permission = byName(operation);
    const level = levelOf(operation);
    if (permission)
      keys[permission] ??= (await insertKey(db, { level, owner, permissions: [permission] })).secret;
  }
  const limiter = { consume: async () => ({ allowed: true, resetSeconds: 60 }) };
  handler = createApiHandler({ ...api.services, db: countingCommits(takingBack(db)), limiter });
});

afterAll(async () => {
  await api.close();
  console.log(`Bad input: ${seen.requests} requests to ${operations.length} operations.`);
});

const levelOf = (operation: AnyOperation): Level => levels.find((each) => operation.levels.includes(each))!;

/** The operation's permission if keys get it only by name, otherwise null. */
const byName = (operation: AnyOperation): Permission | null => {
  const { permission } = operation;
  if (typeof permission !== 'string' || permission === 'any key') return null;
  return everyPermission(levelOf(operation)).includes(permission) ? null : permission;
};

/** Counts the transactions that would have been committed. */
const countingCommits = (db: Database): Database => ({
  ...db,
  async transaction(work) {
    const result = await db.transaction(work);
    seen.commits += 1;
    return result;
  },
});

const deep = (levelsOfIt: number): unknown =>
  JSON.parse(`${'['.repeat(levelsOfIt)}${']'.repeat(levelsOfIt)}`);

/** Values that no text field may accept, because a database cannot hold them or because a bound is missing. */
const poison: Record<string, string> = {
  'too long': 'x'.repeat(1_100_000),
  NUL: 'a\u0000b',
  'lone surrogate': 'a\ud800b',
  escape: 'a\u001b[31m',
};

const odd: Record<string, unknown> = {
  ...poison,
  empty: '',
  blank: ' ',
  'right to left': '\u202eabc',
  'text of digits': '9'.repeat(400),
  'id of another kind': 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  'year 0': '0000-01-01T00:00:00Z',
  'year 9999': '9999-12-31T23:59:59-23:59',
  true: true,
  zero: 0,
  negative: -1,
  fraction: 3.5,
  huge: 1e308,
  'unsafe integer': 2 ** 53 + 2,
  'empty list': [],
  'list of lists': [[]],
  'list of null': [null],
  'long list': Array(9_000).fill('x'),
  'empty object': {},
  'object like a prototype': { constructor: { prototype: 1 }, toString: 1, length: -1 },
  'many properties': Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`key${n}`, n])),
  deep: deep(25),
  'too deep': deep(40),
};

type Path = readonly [string, ...string[]];

/** The inputs of an operation: every field, and the nested fields of its example. */
function placesOf(operation: AnyOperation): Path[] {
  const below = (path: Path, value: unknown): Path[] =>
    typeof value === 'object' && value !== null
      ? [path, ...Object.entries(value).flatMap(([name, item]) => below([...path, name], item))]
      : [path];
  return Object.keys(operation.input.shape)
    .filter((field) => placeOf(operation, field) !== 'path')
    .flatMap((field) => below([field], operation.example?.[field]));
}

/** The value of the path's first field, with the bad value inserted at the path. */
function withOdd(operation: AnyOperation, [field, ...rest]: Path, value: unknown): unknown {
  if (rest.length === 0) return value;
  const copy = structuredClone(operation.example?.[field]) as Record<string, unknown>;
  const last = rest.pop()!;
  const parent = rest.reduce((inner, name) => inner[name] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

type Answer = {
  status: number;
  code: string | null;
  paths: string[];
  sentences: string[];
  committed: boolean;
};

async function send(operation: AnyOperation, inputs: Record<string, unknown>): Promise<Answer> {
  const commits = seen.commits;
  const key = keys[byName(operation) ?? levelOf(operation)]!;
  const response = await handler(requestFor(operation, world.owners.own, key, { inputs }));
  seen.requests += 1;
  const text = await response.text();
  const error = response.status >= 400 ? JSON.parse(text).error : null;
  const errors: { path: string; message: string }[] = error?.details?.errors ?? [];
  return {
    status: response.status,
    code: error?.code ?? null,
    paths: errors.map(({ path }) => path),
    sentences: errors.map(({ message }) => message),
    committed: seen.commits > commits,
  };
}

function faultOf(operation: AnyOperation, field: string, value: unknown, answer: Answer): string | null {
  const { status, code, paths, sentences, committed } = answer;
  if (status >= 500) return `${status}`;
  // A query stores nothing, so an empty result is as good as an error.
  const stored = placeOf(operation, field) === 'body' && Object.values(poison).includes(value as string);
  const bounded = value === poison['too long'] && hasBound(operation, field);
  if (status < 300) return stored && !bounded ? 'was taken' : null;
  if (committed) return `${code}, but something was written`;
  if (!errorCodesOf(operation).some((declared) => declared === code))
    return `${code} is not among its errors`;
  // An operation's lookups and rules may refuse before or after validation. An error of validation must name the field.
  if (code !== 'invalid_request' || paths.length === 0) return null;
  const named = paths.some((path) => path === field || path.startsWith(`${field}.`) || path === '');
  if (!named) return `names ${paths.join(', ')}`;
  // People read these next to the field, so they must be sentences that say what to do and never a library's text.
  return sentences.find((text) => !isSentence(text)) ?? null;
}

const isSentence = (text: string): boolean =>
  /^[A-Z][^\n]*[.?]$/.test(text) &&
  !/^(Invalid|Too |Expected|Must )|\b(expected|received)\b/.test(text.replaceAll(/"[^"]*"/g, ''));

/** Whether the length of the text was checked: the body of a message may be longer than the test values. */
const hasBound = (operation: AnyOperation, field: string): boolean =>
  JSON.stringify(
    z.toJSONSchema(operation.input.shape[field], { unrepresentable: 'any', io: 'input' }),
  ).includes('"maxLength"');

const written = operations.filter((operation) => placesOf(operation).length > 0);

describe('bad input', () => {
  it.each(written.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const faults: string[] = [];
    for (const path of placesOf(operation)) {
      const [field] = path;
      const inQuery = placeOf(operation, field) === 'query';
      for (const [name, value] of Object.entries(odd)) {
        if (inQuery && (typeof value === 'object' || String(value).length > 10_000)) continue;
        const answer = await send(operation, { [field]: withOdd(operation, [...path], value) });
        const fault = faultOf(operation, field, value, answer);
        if (fault) faults.push(`${path.join('.')}, ${name}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(operations.filter(isWrite).map((operation) => [operation.name, operation] as const))(
    '%s refuses a field that it does not know, by name',
    async (_, operation) => {
      const { status, code, paths } = await send(operation, { unheard_of: 1 });
      expect([status, code, paths]).toEqual([400, 'invalid_request', expect.arrayContaining(['unheard_of'])]);
    },
  );
});
