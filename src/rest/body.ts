import { AppError, type FieldError, invalidRequest } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { type AnyOperation, placeOf } from '#kernel/operation.ts';

/**
 * The JSON body's fields. An absent body is an empty object. Refused while it streams in, not after:
 * the rest of an oversized body is never read.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readBody(operation: AnyOperation, request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {};
  if (Number(request.headers.get('content-length') ?? 0) > limits.requestBody) throw new AppError('payload_too_large');
  const bytes = await readBounded(request.body);
  if (bytes.length === 0) return {};
  if (!isJson(request.headers.get('content-type'))) throw new AppError('unsupported_media_type');
  return checkFields(operation, parseJson(bytes));
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limits.requestBody) throw new AppError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isJson = (contentType: string | null): boolean => /^application\/json\s*(;|$)/i.test(contentType ?? '');

function parseJson(bytes: Buffer): unknown {
  try {
    // `fatal` refuses bytes that are not UTF-8 instead of replacing them silently.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest([{ path: '', message: 'The body is not valid JSON in UTF-8.' }]);
  }
}

/** The body may set body fields only: not path parameters, not query parameters. */
function checkFields(operation: AnyOperation, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  const errors: FieldError[] = [];
  for (const name of Object.keys(value)) {
    if (name in operation.input.shape && placeOf(operation, name) === 'body') continue;
    if (name in operation.input.shape || name === '__proto__') {
      errors.push({ path: name, message: 'This is not a field of the body.' });
    }
    if (errors.length === 100) break;
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return value as Record<string, unknown>;
}
