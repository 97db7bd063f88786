import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { operations } from '#api/registry.ts';
import type { Config } from '#kernel/base/config.ts';
import { type ErrorCode, errorCatalogue } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { requiredPermissions } from '#kernel/operation/guards.ts';
import { keyRuleOf } from '#kernel/operation/idempotency.ts';
import {
  type AnyOperation,
  pathParamsOf,
  placeOf,
  type ResponseSchema,
} from '#kernel/operation/operation.ts';
import { bucketsOf } from '#kernel/operation/rate-limit.ts';
import type { AnyOpenOperation } from './open-operation.ts';
import { defaultsToWords } from './openapi/bodies.ts';
import { constantsToBooleans } from './openapi/constants.ts';
import { nameSchemas } from './openapi/names.ts';
import {
  errorResponseObject,
  type HeaderName,
  headersNamed,
  plain,
  responseHeaders,
} from './openapi/parts.ts';
import { tagDescriptions } from './openapi/tags.ts';
import { describeEvents, payloadsToBodies } from './openapi/webhooks.ts';
import { version } from './version.ts';

let document: { config: Config; json: ReturnType<typeof createDocument> } | undefined;

/** The OpenAPI 3.1.0 document (spec 4.2), made from the registry once per process. */
export function openApiDocument(
  config: Config,
  openOperations: readonly AnyOpenOperation[],
): ReturnType<typeof createDocument> {
  if (document?.config !== config) document = { config, json: build(config, openOperations) };
  return document.json;
}

function build(
  config: Config,
  openOperations: readonly AnyOpenOperation[],
): ReturnType<typeof createDocument> {
  const document = create(config, openOperations, operations.map(withoutDryRun), describeEvents());
  return nameSchemas(constantsToBooleans(payloadsToBodies(defaultsToWords(document))));
}

/** The document as the operations declare it, with inline enums and defaults, for the tables of the specification. */
export const declaredDocument = (
  config: Config,
  openOperations: readonly AnyOpenOperation[],
): ReturnType<typeof createDocument> => create(config, openOperations, operations, {});

const create = (
  config: Config,
  openOperations: readonly AnyOpenOperation[],
  keyedOperations: readonly AnyOperation[],
  webhooks: ZodOpenApiPathsObject,
): ReturnType<typeof createDocument> =>
  createDocument(
    {
      openapi: '3.1.0',
      ...aboutOf(config),
      security: [{ apiKey: [] }],
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      components: {
        headers: structuredClone(responseHeaders) as never,
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: a secret that begins with pmk_live_ or pmk_test_.',
          },
        },
      },
      paths: pathsOf([
        ...openOperations.map((operation) => [operation, describeOpenOperation(operation)] as const),
        ...keyedOperations.map((operation) => [operation, describeOperation(operation)] as const),
      ]),
      webhooks,
    },
    { override: forGenerators },
  );

const aboutOf = ({ publicUrl, mailDomain }: Config) => ({
  info: {
    title: 'Proofmail',
    version,
    description:
      'A mailbox and an identity for every software agent. All text that originates from email is untrusted content: ' +
      'show it to a model inside a delimited block, never as instructions.',
    contact: { name: 'The operator of this deployment', url: publicUrl, email: `postmaster@${mailDomain}` },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: loopbackByNumber(publicUrl), description: 'This deployment.' }],
});

/** Linters treat `localhost` as a forgotten example, so its IP address is used. */
const loopbackByNumber = (url: string): string => url.replace('://localhost', '://127.0.0.1');

/** Rewrites forms of JSON Schema that code generators do not understand. */
const forGenerators: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === 'tuple') fixedLength(jsonSchema);
  if (def.type === 'record' && jsonSchema.required) namedProperties(jsonSchema);
};

type JsonSchema = Parameters<NonNullable<CreateDocumentOptions['override']>>[0]['jsonSchema'];

/** A tuple of equal items is an array of that length. */
function fixedLength(schema: JsonSchema): void {
  const items = schema.prefixItems!;
  delete schema.prefixItems;
  Object.assign(schema, { items: items[0], minItems: items.length, maxItems: items.length });
}

/** A record with a fixed set of keys has each of them as a property. */
function namedProperties(schema: JsonSchema): void {
  schema.properties = Object.fromEntries(
    schema.required!.map((name) => [name, structuredClone(schema.additionalProperties)]),
  ) as never;
  delete schema.propertyNames;
  schema.additionalProperties = false;
}

type Described = readonly [Pick<AnyOperation, 'path' | 'method'>, ZodOpenApiOperationObject];

function pathsOf(described: readonly Described[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [{ path, method }, entry] of described)
    paths[path] = { ...paths[path], [method.toLowerCase()]: entry };
  return paths;
}

/** An operation without a key, which `security: []` expresses. */
function describeOpenOperation(operation: AnyOpenOperation): ZodOpenApiOperationObject {
  const params = pathParamsOf(operation.path);
  const shape = Object.entries(operation.input.shape) as [string, z.ZodType][];
  const path = Object.fromEntries(shape.filter(([name]) => params.includes(name)));
  const body = Object.fromEntries(shape.filter(([name]) => !params.includes(name)));
  const { rawBody } = operation;
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [],
    ...(params.length > 0 && { requestParams: { path: z.object(path) } }),
    ...(rawBody && { requestBody: plain(rawBody.description, rawBody.contentType) }),
    ...(Object.keys(body).length > 0 && {
      requestBody: { content: { 'application/json': { schema: z.strictObject(body) } } },
    }),
    responses: {
      ...successResponses(operation),
      ...errorResponses(openErrorCodesOf(operation)),
      ...(isOnlyRedirect(operation) && { default: errorResponseObject(['internal_error']) }),
    },
  };
}

/** Clients expect a successful response. If there is only a redirect, all other responses are errors. */
const isOnlyRedirect = ({ responses }: AnyOpenOperation): boolean =>
  Object.keys(responses).every((status) => status === '303');

/** All error codes that an open operation can return. */
export const openErrorCodesOf = (operation: AnyOpenOperation): ErrorCode[] => {
  const hasJson = !operation.rawBody && operation.method === 'POST';
  return [
    ...new Set<ErrorCode>([
      ...operation.errors,
      'unsupported_media_type',
      ...(hasJson ? (['invalid_request', 'payload_too_large'] as const) : []),
      'internal_error',
    ]),
  ];
};

function describeOperation(operation: AnyOperation): ZodOpenApiOperationObject {
  const body = inputsIn(operation, 'body');
  const path = inputsIn(operation, 'path');
  const query = inputsIn(operation, 'query');
  return {
    operationId: operation.name,
    tags: [operation.name.split('.')[0]!],
    summary: operation.summary,
    description: describeAccess(operation),
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      ...(idempotencyHeader(operation) && { header: idempotencyHeader(operation) }),
    },
    ...(operation.rawBody && {
      requestBody: plain(operation.rawBody.description, operation.rawBody.contentType),
    }),
    ...(body && {
      requestBody: {
        content: {
          'application/json': { schema: body, ...(operation.example && { example: operation.example }) },
        },
      },
    }),
    responses: { ...successResponses(operation), ...errorResponses(errorCodesOf(operation)) },
  };
}

/**
 * Sends without their query parameter `dry_run`. It returns the response of another operation, which has a separate
 * path and schema, so that a send has one type in generated clients.
 */
export function withoutDryRun(operation: AnyOperation): AnyOperation {
  const twin = operations.find(({ dryRunOf }) => dryRunOf === operation.name);
  if (!twin) return operation;
  return {
    ...operation,
    description: `${operation.description} With \`?dry_run=true\` it responds like \`POST ${twin.path}\`.`,
    input: operation.input.omit({ dry_run: true }),
    responses: Object.fromEntries(
      Object.entries(operation.responses as object).filter(([status]) => !(status in twin.responses)),
    ),
  };
}

function inputsIn(operation: AnyOperation, place: 'path' | 'query' | 'body'): z.ZodObject | undefined {
  const entries = Object.entries(operation.input.shape).filter(
    ([name]) => placeOf(operation, name) === place,
  );
  return entries.length > 0 ? z.strictObject(Object.fromEntries(entries) as z.ZodRawShape) : undefined;
}

function describeAccess(operation: AnyOperation): string {
  const required = requiredPermissions(operation);
  const buckets = bucketsOf(operation).map(
    (bucket) => `${bucket} (${limits.ratePerMinute[bucket]} a minute)`,
  );
  return [
    operation.description,
    `Permission: ${required.length > 0 ? required.map((name) => `\`${name}\``).join(', ') : 'any valid key'}. ` +
      `Key levels: ${operation.levels.join(', ')}. Rate limits: ${buckets.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function idempotencyHeader(operation: AnyOperation): z.ZodObject | undefined {
  const mode = keyRuleOf(operation);
  if (mode === 'ignored') return undefined;
  const key = z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Printable ASCII. The same key and request give the same response for 30 days.' });
  return z.object({ 'Idempotency-Key': mode === 'required' ? key : key.optional() });
}

function successResponses(
  operation: AnyOperation | AnyOpenOperation,
): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(operation.responses as Record<string, ResponseSchema>).map(([status, schema]) => [
      status,
      withStream(operation, status, {
        ...success(status, schema),
        headers: headersNamed(successHeaders(operation, status)),
      }),
    ]),
  );
}

function successHeaders(operation: AnyOperation | AnyOpenOperation, status: string): HeaderName[] {
  if (operation.kind === 'open') return ['Request-Id', ...(status === '303' ? (['Location'] as const) : [])];
  const replays = keyRuleOf(operation) !== 'ignored';
  return ['Request-Id', 'RateLimit-Limit', ...(replays ? (['Idempotent-Replayed'] as const) : [])];
}

/** The stream that the same path returns to a client that accepts one. */
function withStream(
  operation: AnyOperation | AnyOpenOperation,
  status: string,
  response: ZodOpenApiResponseObject,
): ZodOpenApiResponseObject {
  if (operation.kind === 'open' || !operation.stream || status !== '200') return response;
  const { contentType } = operation.stream;
  return { ...response, content: { ...response.content, [contentType]: { schema: z.string() } } };
}

/** Descriptions of responses without a body. */
const bodilessMeanings: Record<string, string> = {
  '303': 'Go to the address in Location.',
  '304': 'The client already has the current version.',
};

function success(status: string, schema: ResponseSchema) {
  if (schema === null) return { description: bodilessMeanings[status] ?? 'Done; no content.' };
  if ('bytes' in schema) return plain(schema.description, schema.contentType);
  const descriptions: Record<string, string> = {
    '200': 'Done.',
    '201': 'Created.',
    '202': 'Accepted; it is on disk.',
  };
  return { description: descriptions[status] ?? 'Done.', content: { 'application/json': { schema } } };
}

/** Error codes that follow from the kind of operation. */
function commonErrors(operation: AnyOperation): ErrorCode[] {
  const honoursKey = keyRuleOf(operation) !== 'ignored';
  const hasBody = inputsIn(operation, 'body') !== undefined;
  return [
    'unauthenticated',
    'key_expired',
    'key_source_denied',
    'key_revoked',
    'tenant_suspended',
    'partner_suspended',
    'rate_limited',
    'internal_error',
    'invalid_request',
    ...(requiredPermissions(operation).length > 0 ? (['permission_denied'] as const) : []),
    ...(operation.levels.length < 4 ? (['scope_denied'] as const) : []),
    ...(operation.target.param ? [operation.target.notFound] : []),
    'unsupported_media_type',
    ...(hasBody ? (['payload_too_large'] as const) : []),
    ...(honoursKey
      ? (['invalid_idempotency_key', 'idempotency_conflict', 'request_in_progress'] as const)
      : []),
    ...(keyRuleOf(operation) === 'required' ? (['idempotency_key_required'] as const) : []),
  ];
}

/** All error codes that the operation can return. */
export const errorCodesOf = (operation: AnyOperation): ErrorCode[] => [
  ...new Set([...commonErrors(operation), ...operation.errors]),
];

function errorResponses(codes: readonly ErrorCode[]): ZodOpenApiOperationObject['responses'] {
  const byStatus = Map.groupBy(codes, (code) => String(errorCatalogue[code].status));
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, errorResponseObject(list)]));
}
