import { expect, it } from 'vitest';
import { eventDefinitions } from '#api/event-registry.ts';
import { openOperations } from '#api/open-registry.ts';
import { openApiDocument } from '../openapi.ts';
import { tagDescriptions } from './tags.ts';

// What linters (Spectral, Redocly) and code generators (openapi-typescript, openapi-fetch, hey-api, openapi-python-client,
// oapi-codegen, openapi-generator, datamodel-codegen) need of the document, without those tools. The tools themselves:
// `generators-npm.test.ts`, `generators.fault.ts`.

// biome-ignore lint/suspicious/noExplicitAny: the document as plain data
type Json = Record<string, any>;

const document = JSON.parse(
  JSON.stringify(
    openApiDocument({ publicUrl: 'http://localhost:3000', mailDomain: 'mail.test' } as never, openOperations),
  ),
) as Json;

/** Every object in the document with its path. */
function* nodes(node: unknown, place = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  yield [place, node as Json];
  for (const [key, value] of Object.entries(node)) yield* nodes(value, `${place}/${key}`);
}

const all = [...nodes(document)].filter(([place]) => !/\/examples?\//.test(place));
const entries: Json[] = Object.values({ ...document.paths }).flatMap((methods) =>
  Object.values(methods as Json),
);
const events: Json = document.components.pathItems;

it('says whom to ask, under which licence, and where it is', () => {
  expect(document.info.contact).toMatchObject({ name: expect.any(String), url: expect.any(String) });
  expect(document.info.license).toMatchObject({ name: 'Apache-2.0' });
  expect(document.servers[0].url).not.toContain('localhost');
});

it('declares and describes every tag that it uses, and no other', () => {
  const used = new Set(
    [...entries, ...Object.values(events).map(({ post }) => post)].flatMap(({ tags }) => tags),
  );
  expect([...used].sort()).toEqual(Object.keys(tagDescriptions).sort());
  expect(document.tags.map(({ name }: Json) => name).sort()).toEqual([...used].sort());
  for (const { description } of document.tags) expect(description.length).toBeGreaterThan(10);
});

it('has no schema that is false, empty tuples included, and an item schema for every array', () => {
  for (const [place, node] of all) {
    expect([place, node.items === false || node.prefixItems !== undefined]).toEqual([place, false]);
    if (node.type === 'array') expect([place, typeof node.items]).toEqual([place, 'object']);
  }
});

it('has no enum of booleans, which no Java type can be', () => {
  const fixed = all.filter(([, node]) =>
    [node.const, ...(node.enum ?? [])].some((one) => typeof one === 'boolean'),
  );
  expect(fixed.map(([place]) => place)).toEqual([]);
});

it('has a schema for every body', () => {
  const bodies = all.filter(
    ([place]) => /\/content\/[^/]+\/?[^/]*$/.test(place) && !place.endsWith('/schema'),
  );
  expect(bodies.length).toBeGreaterThan(300);
  const media = all.filter(([, { content }]) => content && typeof content === 'object');
  for (const [place, { content }] of media)
    for (const [type, { schema }] of Object.entries(content as Json))
      expect([place, type, typeof schema]).toEqual([place, type, 'object']);
});

it('names every enum and every object, in a way that two names never mean the same type', () => {
  const names = Object.keys(document.components.schemas);
  const inline = all.filter(
    ([place, node]) =>
      place.startsWith('/components/headers') === false &&
      (Array.isArray(node.enum) || (node.type === 'object' && node.properties)) &&
      !/^\/components\/schemas\/[^/]+$/.test(place),
  );
  expect(inline.map(([place]) => place)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  // oapi-codegen generates a type `<operation>Response` itself.
  const operationNames = new Set(entries.map(({ operationId }) => typeName(operationId)));
  const answers = names.filter((name) => name.endsWith('Response')).map((name) => name.slice(0, -8));
  expect(answers.filter((name) => operationNames.has(name))).toEqual([]);
});

const typeName = (id: string): string =>
  id.replace(/(?:^|[._-])(\w)/g, (_, first: string) => first.toUpperCase());

it('gives the members of enums names that are unique in the whole document', () => {
  const members: string[] = Object.values(document.components.schemas as Json).flatMap(
    (schema) => schema['x-enum-varnames'] ?? [],
  );
  expect(members.length).toBeGreaterThan(200);
  expect(new Set(members).size).toBe(members.length);
  for (const schema of Object.values(document.components.schemas as Json))
    if (schema.enum) expect(schema['x-enum-varnames']).toHaveLength(schema.enum.length);
});

it('names operations so that no generated method meets another', () => {
  const ids = entries.map(({ operationId }) => typeName(operationId).toLowerCase());
  expect(new Set(ids).size).toBe(ids.length);
  for (const suffix of ['raw', 'requestopts', 'withbody'])
    for (const id of ids) expect([id, ids.includes(`${id}${suffix}`)]).toEqual([id, false]);
});

it('requires no property that it does not describe, and no body field that has a default', () => {
  for (const [place, { required, properties }] of all)
    if (Array.isArray(required) && properties)
      expect([place, required.filter((name) => !(name in properties))]).toEqual([place, []]);
  for (const [place, { properties }] of all)
    if (place.endsWith('Request'))
      for (const [name, field] of Object.entries((properties ?? {}) as Json))
        expect([place, name, 'default' in field]).toEqual([place, name, false]);
});

it('resolves every reference, and uses every schema and header', () => {
  const references = new Set(all.map(([, { $ref }]) => $ref).filter((ref) => typeof ref === 'string'));
  for (const reference of references)
    expect([
      reference,
      typeof reference
        .slice(2)
        .split('/')
        .reduce((node: Json, name: string) => node?.[name], document),
    ]).toEqual([reference, 'object']);
  for (const part of ['schemas', 'headers', 'pathItems'])
    for (const name of Object.keys(document.components[part]))
      expect([name, references.has(`#/components/${part}/${name}`)]).toEqual([name, true]);
});

it('has a success and a client error for every operation, each with its headers', () => {
  for (const { operationId, responses } of entries) {
    const statuses = Object.keys(responses);
    expect([operationId, statuses.some((status) => /^(2..|default)$/.test(status))]).toEqual([
      operationId,
      true,
    ]);
    expect([operationId, statuses.some((status) => status.startsWith('4'))]).toEqual([operationId, true]);
    for (const response of Object.values(responses as Json))
      expect([operationId, Object.keys(response.headers)]).toEqual([
        operationId,
        expect.arrayContaining(['Request-Id']),
      ]);
    if (responses[429]) expect(Object.keys(responses[429].headers)).toContain('Retry-After');
  }
});

it('gives a send the type of a message, and a dry run its own', () => {
  for (const action of ['messages', 'messages/{message_id}/reply', 'messages/{message_id}/forward']) {
    const path = `/v1/identities/{identity_id}/${action}`;
    const answersOf = ({ responses }: Json) =>
      Object.entries(responses as Json)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { content }]) => [status, content['application/json'].schema.$ref]);
    expect(answersOf(document.paths[path].post)).toEqual([['202', '#/components/schemas/AcceptedMessage']]);
    expect(answersOf(document.paths[`${path}/dry-run`].post)).toEqual([
      ['200', '#/components/schemas/DryRunResult'],
    ]);
  }
});

it('has the payload of every event type as a webhook', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual(Object.keys(eventDefinitions).sort());
  for (const [type, definition] of Object.entries(eventDefinitions)) {
    const { $ref } = events[type].post.requestBody.content['application/json'].schema;
    const event = document.components.schemas[$ref.split('/').at(-1)];
    expect(event.properties.type).toMatchObject({ const: type });
    const data = document.components.schemas[event.properties.data.$ref.split('/').at(-1)];
    expect(Object.keys(data.properties)).toEqual(Object.keys(definition.payload.shape));
  }
});
