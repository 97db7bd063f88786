import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOperations } from '#api/open-registry.ts';
import { operations } from '#api/registry.ts';
import { errorCatalogue } from '#kernel/catalogue/errors.ts';
import { type AnyOperation, placeOf } from '#kernel/operation/operation.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { withoutDryRun } from './openapi.ts';

// GET /openapi.json (spec 4.2, 9): the authoritative contract, checked with an independent validator and
// against the registry.

type Json = Record<string, unknown>;
type Described = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { in: string; name: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: { content: Record<string, { schema: Json; example?: Json }>; required?: boolean };
  responses: Record<string, { description: string; content?: Record<string, Json> }>;
};

let api: TestApi;
let document: {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Described>>;
  components: Json;
};

beforeAll(async () => {
  api = await openTestApi();
  document = (await api.call('GET', '/openapi.json', { key: null })).body as typeof document;
});

afterAll(() => api.close());

const entryOf = ({ path, method }: AnyOperation): Described => document.paths[path]![method.toLowerCase()]!;
/** The schema that a reference names. */
function resolved(schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  return schema.$ref
    .slice(2)
    .split('/')
    .reduce<Json>((node, name) => node[name] as Json, document);
}
const inputsIn = (operation: AnyOperation, place: string): string[] =>
  Object.keys(operation.input.shape).filter((name) => placeOf(operation, name) === place);

it('is valid OpenAPI 3.1 by an independent validator', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: 'Proofmail', version: '1.0.0' });
});

it('has every open route (4.2), each described and without a key', () => {
  for (const { path, method, name } of openOperations)
    expect([path, document.paths[path]?.[method.toLowerCase()]]).toMatchObject([
      path,
      { operationId: name, security: [] },
    ]);
  for (const [path, entries] of Object.entries(document.paths))
    for (const { description } of Object.values(entries))
      expect([path, description]).toEqual([path, expect.any(String)]);
});

it('resolves every reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map((found) => found[1]!);
  expect(references.length).toBeGreaterThan(10);
  for (const reference of new Set(references)) {
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, name) => (node as Json)[name], document);
    expect([reference, typeof target]).toEqual([reference, 'object']);
  }
});

it('names every operation once, by a unique name', () => {
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(operations.map((operation) => entryOf(operation).operationId));
});

// `?dry_run=true` of a send is described as a separate operation with the same response (spec 4.6, Dry run).
const described = operations.map(withoutDryRun);

describe.each(described.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  it('is described for an agent that reads it', () => {
    const { summary, description } = entryOf(operation);
    expect(summary.length).toBeGreaterThan(5);
    expect(operation.description?.length ?? 0).toBeGreaterThan(20);
    expect(description).toContain('Permission:');
    expect(description).toContain(`Key levels: ${operation.levels.join(', ')}`);
  });

  it('has its parameters and its body', () => {
    const { parameters = [], requestBody } = entryOf(operation);
    const named = (place: string) => parameters.filter((each) => each.in === place).map((each) => each.name);
    expect(named('path')).toEqual(inputsIn(operation, 'path'));
    expect(named('query')).toEqual(inputsIn(operation, 'query'));
    const fields = inputsIn(operation, 'body');
    expect(requestBody === undefined).toBe(fields.length === 0 && !operation.rawBody);
    if (!requestBody || operation.rawBody) return;
    const { schema, example } = requestBody.content['application/json']!;
    expect(Object.keys((resolved(schema) as { properties: Json }).properties)).toEqual(fields);
    expect(example).toEqual(operation.example);
  });

  it('shows an example that its own schema takes', () => {
    if (inputsIn(operation, 'body').length === 0)
      return expect(entryOf(operation).requestBody === undefined).toBe(!operation.rawBody);
    const path = Object.fromEntries(operation.pathParams.map((name) => [name, 'id_x']));
    const parsed = operation.input.safeParse({ ...operation.example, ...path });
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(operation.example).toBeDefined();
  });

  it('tells every success and every error', () => {
    const { responses } = entryOf(operation);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(operation.responses)));
    const told = Object.values(responses)
      .map(({ description }) => description)
      .join('\n');
    const general = [
      'unauthenticated',
      'rate_limited',
      'internal_error',
      'tenant_suspended',
      'partner_suspended',
    ] as const;
    for (const code of [...general, ...operation.errors]) {
      expect([code, told.includes(`\`${code}\``)]).toEqual([code, true]);
      expect(responses).toHaveProperty(String(errorCatalogue[code as keyof typeof errorCatalogue].status));
    }
  });

  it('refers to the one error envelope', () => {
    const errors = Object.entries(entryOf(operation).responses).filter(([status]) => Number(status) >= 400);
    expect(errors.length).toBeGreaterThan(3);
    for (const [, { content }] of errors) {
      expect(content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  });
});
