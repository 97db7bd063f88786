import { z } from 'zod';
import type { ZodOpenApiHeadersObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { type ErrorCode, errorCatalogue } from '#kernel/catalogue/errors.ts';

const errorEnvelope = z
  .object({
    error: z.object({
      code: z.string().meta({
        description: 'A stable code in snake case. Fall back to the HTTP status for unknown codes.',
      }),
      message: z.string().meta({ description: 'A text for people. Do not parse it.' }),
      retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
      fix: z.string().meta({ description: 'One sentence that says how to fix the error.' }),
      request_id: z.string().meta({ examples: ['req_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'] }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' });

/** Every header that a response can have in addition to those of its content. */
export const responseHeaders = {
  'Request-Id': {
    description: 'The id of this request. Quote it when you report a problem.',
    schema: { type: 'string', examples: ['req_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'] },
  },
  Link: {
    description: 'On errors: the call in the request log of the console, as `rel="describedby"` (RFC 8288).',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'The requests per minute of the rate limit that is closest to being used up.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the rate limit accepts requests again.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you repeat the request.',
    schema: { type: 'integer' },
  },
  'Idempotent-Replayed': {
    description: 'Present if the response repeats that of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  Location: { description: 'Where to go.', schema: { type: 'string', format: 'uri-reference' } },
} as const;

export type HeaderName = keyof typeof responseHeaders;

/** The headers of one response, each a reference to its shared description. */
export const headersNamed = (names: readonly HeaderName[]): ZodOpenApiHeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that errors of a status have in addition to those of every response. */
const headersByStatus: Partial<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

/** The response of one status with all of its error codes. */
export function errorResponseObject(codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const lines = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].message}`);
  const first = codes[0]!;
  const { status, message, retryable, fix } = errorCatalogue[first];
  const example = {
    error: { code: first, message, retryable, fix, request_id: 'req_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  };
  return {
    description: lines.join('\n'),
    headers: headersNamed(['Request-Id', 'Link', ...(headersByStatus[status] ?? [])]),
    content: { 'application/json': { schema: errorEnvelope, example } },
  };
}

/** A body that is not one of our JSON objects. */
export const plain = (description: string, contentType: string) => ({
  description,
  content: { [contentType]: { schema: schemaOfBytes(contentType) } },
});

function schemaOfBytes(contentType: string) {
  if (/[/+]json$/.test(contentType)) return { type: 'object' as const, additionalProperties: true };
  if (contentType.startsWith('text/') || contentType.endsWith('ndjson')) return { type: 'string' as const };
  return { type: 'string' as const, format: 'binary' };
}
