import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operations } from '#api/registry.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type AnyOperation, placeOf } from '#kernel/operation/operation.ts';
import { offline, openTestApi, type TestApi } from './api.ts';
import { createTenant } from './tenants.ts';

// Puts megabytes, and characters that no database can hold, into every text of every body (spec 8.1), derived from the
// schemas in the registry. A pattern that is applied to megabytes overflows the stack or blocks everyone for seconds.

const SIZE = 6_000_000;
/** Linear work on a text of this size takes about 20 ms; the former slow cases took seconds. */

const repeated = (part: string): string => part.repeat(Math.ceil(SIZE / Buffer.byteLength(part)));

/**
 * Inputs on which patterns are likely to fail: one run, alternations, a matching beginning, letters of other scripts.
 */
const megabytes: Record<string, string> = {
  letters: repeated('a'),
  digits: repeated('1'),
  spaces: repeated(' '),
  'dotted words': repeated('a.'),
  'a long domain': `a@${repeated('a.')}`,
  'a long local part': `${repeated('a')}@example.com`,
  'a long fraction of a second': `2026-01-01T00:00:00.${repeated('0')}`,
  'a header name': `X-${repeated('a')}`,
  'open brackets': repeated('a <'),
  'escaped quotes': repeated('\\"'),
  'base64 with an end that is none': `${repeated('QUJD')}!`,
  'letters that look like others': repeated('а'),
  'mixed scripts': repeated('аb'),
  'combining marks': repeated('e\u0301'),
};

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
};

/** A text in an input, and a function that inserts a value there. */
type Place = { path: string; schema: z.ZodType; fill(text: string): unknown };

function placesIn({
  path,
  schema,
  fill,
}: {
  path: string;
  schema: z.ZodType;
  fill: (value: unknown) => unknown;
}): Place[] {
  const { type, shape, element, keyType, valueType, options, ...rest } = (
    schema as unknown as { def: Definition }
  ).def;
  const below = (name: string, inner: z.ZodType, wrap: (value: unknown) => unknown) =>
    placesIn({ path: `${path}.${name}`, schema: inner, fill: (value) => fill(wrap(value)) });
  if (shape)
    return Object.entries(shape).flatMap(([name, inner]) =>
      below(name, inner, (value) => ({ [name]: value })),
    );
  if (element) return below('0', element, (value) => [value]);
  if (keyType && valueType) {
    const key = { path: `${path} (key)`, schema: keyType, fill: (text: string) => fill({ [text]: 'value' }) };
    return [key, ...below('key', valueType, (value) => ({ key: value }))];
  }
  if (options) return options.flatMap((option) => placesIn({ path, schema: option, fill }));
  const inner = rest.innerType ?? (type === 'pipe' ? rest.in : undefined);
  if (inner) return placesIn({ path, schema: inner, fill });
  return type === 'string' ? [{ path, schema, fill }] : [];
}

const placesOf = ({ input, ...operation }: AnyOperation): Place[] =>
  Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([field]) => placeOf({ input, ...operation }, field) === 'body')
    .flatMap(([path, schema]) => placesIn({ path, schema, fill: (value) => ({ [path]: value }) }));

const taking = operations.filter((operation) => placesOf(operation).length > 0);

/** Whether a text of this length is within the bounds of the place, as the content of an attachment may be. */
const mayBe = (schema: z.ZodType, text: string): boolean =>
  ((schema as z.ZodString).maxLength ?? limits.requestBody) >= text.length;

it('finds the places', () => {
  const places = taking.flatMap((operation) =>
    placesOf(operation).map(({ path }) => `${operation.name} ${path}`),
  );
  expect(places).toEqual(
    expect.arrayContaining([
      'tenants.create owner.email',
      'tenants.update policy.ai_disclosure.text',
      'identities.create metadata (key)',
      'messages.send attachments.0.content_base64',
    ]),
  );
});

/** Whether the schema accepts the text in that field; other errors of the minimal input do not count. */
function takes(operation: AnyOperation, { path, fill }: Place, text: string): boolean {
  const field = path.split(/[. ]/)[0]!;
  const input = fill(text) as Record<string, unknown>;
  const { error } = operation.input.shape[field].safeParse(input[field]) as z.ZodSafeParseResult<unknown>;
  const place = path.replace(/ \(key\)$/, '').split('.');
  const isAbout = (issue: z.core.$ZodIssue): boolean =>
    [field, ...issue.path].slice(0, place.length).every((name, depth) => String(name) === place[depth]);
  return !error?.issues.some(isAbout);
}

describe('megabytes of text are refused', () => {
  it.each(taking.map((operation) => [operation.name, operation] as const))(
    '%s',
    (_, operation) => {
      const faults: string[] = [];
      for (const place of placesOf(operation)) {
        for (const [name, text] of Object.entries(megabytes)) {
          const taken = takes(operation, place, text) && !mayBe(place.schema, text);
          if (taken) faults.push(`${place.path}, ${name}: was taken`);
        }
      }
      expect(faults).toEqual([]);
    },
    60_000,
  );
});

/** Header fields are checked against RFC 5322 when the mail is composed, before anything is stored (src/mail/sending). */
const checkedLater = /^headers\b/;

const unfit: Record<string, string> = {
  NUL: 'a\u0000b',
  escape: 'a\u001b[31m',
  'lone surrogate': 'a\ud800b',
  'half of a pair at the end': 'ab\udc00',
};

describe('text that no database holds is refused in every place', () => {
  it.each(taking.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
    const taken = placesOf(operation)
      .filter(({ path }) => !checkedLater.test(path))
      .flatMap((place) =>
        Object.entries(unfit)
          .filter(([, text]) => takes(operation, place, text))
          .map(([name]) => `${place.path}, ${name}`),
      );
    expect(taken).toEqual([]);
  });
});

describe('the answer to megabytes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(offline);
  });
  afterAll(() => api.close());

  it.each([
    ['a key of metadata', (text: string) => ({ metadata: { [text]: 1 } })],
    ['an unknown field', (text: string) => ({ [text]: 1 })],
    ['a value', (text: string) => ({ username: text })],
  ])('is short: %s', async (_, fields) => {
    const { id } = await createTenant(api);
    const body = { username: 'agent', ...fields(repeated('k')) };
    const answer = await api.call('POST', `/v1/tenants/${id}/identities`, { body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
    const { body: page } = await api.call('GET', `/v1/tenants/${id}/identities`);
    expect(page.data).toEqual([]);
  });
});
