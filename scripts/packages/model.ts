import { openApiDocument } from '../../src/api/rest/openapi.ts';
import { loadConfig, openOperations } from '../spec/sources.ts';

/**
 * The model from which the SDKs are generated: the served OpenAPI document, reduced to the facts that a client needs.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema as plain data
export type Schema = Record<string, any>;

export type Field = { name: string; required: boolean; schema: Schema };

/**
 * How an answer is read: `page` has `data` and `next_cursor` and can be continued, `file` is bytes, `lines` are JSON
 * values, one a line, `redirect` is the address to go to.
 */
export type AnswerKind = 'json' | 'page' | 'none' | 'text' | 'file' | 'lines' | 'redirect';

export type Operation = {
  id: string;
  /** The part of the id before the dot; `deployment` for ids without one. */
  group: string;
  name: string;
  method: string;
  path: string;
  pathParams: Field[];
  query: Field[];
  /** Header fields other than the Idempotency-Key. */
  headers: Field[];
  takesKey: boolean;
  body: { contentType: string; schema: Schema; isJson: boolean } | null;
  answer: { kind: AnswerKind; schemas: Schema[] };
  /** Whether the answer can also come as server-sent events. */
  streams: boolean;
  summary: string;
  description: string;
};

export type Model = {
  version: string;
  schemas: Record<string, Schema>;
  operations: Operation[];
  errorCodes: string[];
};

export const refName = ({ $ref }: Schema): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;

type Media = Record<string, { schema: Schema }>;
type Entry = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Media };
  responses: Record<string, { description: string; content?: Media }>;
};

/** The document of a deployment with the defaults, as it answers `GET /openapi.json`. */
export const servedDocument = (): Schema =>
  JSON.parse(JSON.stringify(openApiDocument(loadConfig({ NODE_ENV: 'production' }), openOperations)));

export function readModel(document: Schema): Model {
  const schemas = document.components.schemas as Record<string, Schema>;
  const entries = Object.entries(document.paths as Record<string, Record<string, Entry>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => ({ path, method: method.toUpperCase(), entry })),
  );
  const codes = entries.flatMap(({ entry }) =>
    Object.values(entry.responses).flatMap(({ description }) =>
      [...description.matchAll(/^- `(\w+)`:/gm)].map((found) => found[1]!),
    ),
  );
  return {
    version: document.info.version,
    schemas,
    operations: entries.map(({ path, method, entry }) => operationOf(path, method, entry, schemas)),
    errorCodes: [...new Set(codes)].sort(),
  };
}

function operationOf(path: string, method: string, entry: Entry, schemas: Record<string, Schema>): Operation {
  const { operationId, parameters = [], summary, description } = entry;
  const [group, name] = operationId.includes('.') ? operationId.split('.') : ['deployment', operationId];
  const fields = (place: string): Field[] =>
    parameters
      .filter((each) => each.in === place && each.name !== 'Idempotency-Key')
      .map((each) => ({
        name: each.name,
        required: each.required ?? false,
        schema: { description: each.description, ...each.schema },
      }));
  const query = fields('query');
  const answer = answerOf(entry, query, schemas);
  const operation: Operation = {
    id: operationId,
    group: group!,
    name: name!,
    method,
    path,
    pathParams: fields('path'),
    query,
    headers: fields('header'),
    takesKey: parameters.some((each) => each.name === 'Idempotency-Key'),
    body: bodyOf(entry),
    answer,
    streams: successes(entry).some(({ content = {} }) => 'text/event-stream' in content),
    summary,
    description,
  };
  refuseClashes(operation, schemas);
  return operation;
}

function bodyOf({ requestBody }: Entry): Operation['body'] {
  const [media] = Object.entries(requestBody?.content ?? {});
  if (!media) return null;
  const [contentType, { schema }] = media;
  // Any type: the caller names it in a header, else it is bytes.
  const type = contentType.includes('*') ? 'application/octet-stream' : contentType;
  return { contentType: type, schema, isJson: isJson(type) };
}

const isJson = (contentType: string): boolean => /[/+]json$/.test(contentType);

const successes = ({ responses }: Entry) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response);

function answerOf(entry: Entry, query: Field[], schemas: Record<string, Schema>): Operation['answer'] {
  const media = successes(entry)
    .flatMap(({ content = {} }) => Object.entries(content))
    .filter(([type]) => type !== 'text/event-stream');
  const [first] = media;
  if (successes(entry).length === 0) return { kind: 'redirect', schemas: [] };
  if (!first) return { kind: 'none', schemas: [] };
  const json = media.filter(([type]) => isJson(type)).map(([, { schema }]) => schema);
  if (json.length > 0) {
    const isPage =
      query.some(({ name }) => name === 'cursor') && json.every((each) => holdsPage(each, schemas));
    return { kind: isPage ? 'page' : 'json', schemas: distinct(json) };
  }
  const [type] = first;
  if (type.endsWith('ndjson')) return { kind: 'lines', schemas: [] };
  return { kind: type.startsWith('text/') ? 'text' : 'file', schemas: [] };
}

const distinct = (list: Schema[]): Schema[] => [
  ...new Map(list.map((each) => [JSON.stringify(each), each])).values(),
];

/** The schema that a reference names. */
export const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema => {
  const name = refName(schema);
  return name === null ? schema : schemas[name]!;
};

function holdsPage(schema: Schema, schemas: Record<string, Schema>): boolean {
  const { properties = {} } = resolved(schema, schemas);
  return properties.data?.type === 'array' && properties.next_cursor !== undefined;
}

/** The schema of one item of a page. */
export const itemOf = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  resolved(schema, schemas).properties.data.items;

/** Query, header and body fields become one object, so no two of them may have the same name. */
function refuseClashes({ id, query, headers, body }: Operation, schemas: Record<string, Schema>): void {
  const inBody = body?.isJson ? Object.keys(resolved(body.schema, schemas).properties ?? {}) : [];
  const names = [...query.map(({ name }) => name), ...headers.map(({ name }) => name), ...inBody];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${id} has two inputs with the name ${twice}: the SDKs cannot tell them apart.`);
}

/** `list_of_tenant` or `list-of-tenant` as `listOfTenant`. */
export const camel = (name: string): string =>
  name.replace(/[._-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `sign_in` as `SignIn`. */
export const pascal = (name: string): string => camel(`_${name}`);

/** Operations by group, in the order of the document. */
export function byGroup(operations: Operation[]): Map<string, Operation[]> {
  return Map.groupBy(operations, ({ group }) => group);
}
