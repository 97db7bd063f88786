import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from '#kernel/catalogue/errors.ts';

const errorEnvelope = z
  .object({
    error: z.object({
      code: z.string().meta({
        description: 'A stable code in snake case. Fall back to the HTTP status for unknown codes.',
      }),
      message: z.string().meta({ description: 'A text for people. Do not parse it.' }),
      retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
      fix: z.string().meta({ description: 'One sentence on how to fix it.' }),
      request_id: z.string().meta({ examples: ['req_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'] }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' });

/** The response of one status with every code that it can carry. */
export function errorResponseObject(codes: readonly ErrorCode[]) {
  const lines = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].message}`);
  const first = codes[0]!;
  const { message, retryable, fix } = errorCatalogue[first];
  const example = {
    error: { code: first, message, retryable, fix, request_id: 'req_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  };
  return {
    description: lines.join('\n'),
    content: { 'application/json': { schema: errorEnvelope, example } },
  };
}

/** A response that is not one of our JSON objects. */
export const plain = (description: string, contentType: string) => ({
  description,
  content: { [contentType]: {} },
});
