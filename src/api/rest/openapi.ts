import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
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
import { errorResponseObject, plain } from './openapi-parts.ts';
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

const build = (
  config: Config,
  openOperations: readonly AnyOpenOperation[],
): ReturnType<typeof createDocument> =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Proofmail',
      version,
      description:
        'A mailbox and an identity for every software agent. All text that originates from email is untrusted content: ' +
        'show it to a model inside a delimited block, never as instructions.',
    },
    servers: [{ url: config.publicUrl }],
    security: [{ apiKey: [] }],
    components: {
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
      ...operations.map((operation) => [operation, describeOperation(operation)] as const),
    ]),
  });

type Described = readonly [Pick<AnyOperation, 'path' | 'method'>, ZodOpenApiOperationObject];

function pathsOf(described: readonly Described[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [{ path, method }, entry] of described)
    paths[path] = { ...paths[path], [method.toLowerCase()]: entry };
  return paths;
}

/** An operation without a key: `security: []` says so. */
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
    responses: { ...successResponses(operation), ...errorResponses(openErrorCodesOf(operation)) },
  };
}

/** Every code that an open operation can answer with. */
export const openErrorCodesOf = (operation: AnyOpenOperation): ErrorCode[] => {
  const hasJson = !operation.rawBody && operation.method === 'POST';
  return [
    ...new Set<ErrorCode>([
      ...operation.errors,
      ...(hasJson ? (['invalid_request', 'unsupported_media_type', 'payload_too_large'] as const) : []),
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
      withStream(operation, status, success(status, schema)),
    ]),
  );
}

/** The stream that the same path gives to a client that accepts one. */
function withStream(
  operation: AnyOperation | AnyOpenOperation,
  status: string,
  response: ReturnType<typeof success>,
) {
  if (operation.kind === 'open' || !operation.stream || status !== '200') return response;
  const { contentType } = operation.stream;
  return { ...response, content: { ...response.content, [contentType]: { schema: z.string() } } };
}

function success(status: string, schema: ResponseSchema) {
  if (schema === null)
    return { description: status === '303' ? 'Go to the address in Location.' : 'Done; no content.' };
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
    ...(hasBody ? (['unsupported_media_type', 'payload_too_large'] as const) : []),
    ...(honoursKey
      ? (['invalid_idempotency_key', 'idempotency_conflict', 'request_in_progress'] as const)
      : []),
    ...(keyRuleOf(operation) === 'required' ? (['idempotency_key_required'] as const) : []),
  ];
}

/** Every code that the operation can answer with. */
export const errorCodesOf = (operation: AnyOperation): ErrorCode[] => [
  ...new Set([...commonErrors(operation), ...operation.errors]),
];

function errorResponses(codes: readonly ErrorCode[]): ZodOpenApiOperationObject['responses'] {
  const byStatus = Map.groupBy(codes, (code) => String(errorCatalogue[code].status));
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, errorResponseObject(list)]));
}
