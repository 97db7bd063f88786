import { AppError, type FieldError, invalidRequest } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { type AnyOperation, placeOf } from '#kernel/operation.ts';

/**
 * The JSON body's fields. An absent body is an empty object. Refused while it streams in, not after:
 * the rest of an oversized body is never read.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readBody(operation: AnyOperation, request: Request): Promise<ReadInput> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return nothing;
  if (Number(request.headers.get('content-length') ?? 0) > limits.requestBody)
    throw new AppError('payload_too_large');
  const bytes = await readBounded(request.body);
  if (bytes.length === 0) return nothing;
  if (!isJson(request.headers.get('content-type'))) throw new AppError('unsupported_media_type');
  const value = parseJson(bytes);
  assertPlain(value);
  return checkFields(operation, value);
}

const nothing: ReadInput = { values: {}, errors: [] };

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

/**
 * Refuses what no request of ours looks like before any schema walks it: nesting that ends the stack, objects and
 * arrays with so many members that listing their violations would be the attack, and keys that name the prototype.
 */
function assertPlain(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const refuse = (message: string) => invalidRequest([{ path: path.slice(0, 200), message }]);
    if (depth > limits.json.depth) throw refuse(`Nested deeper than ${limits.json.depth} levels.`);
    const [size, most] = Array.isArray(value)
      ? [value.length, limits.json.items]
      : [Object.keys(value).length, limits.json.properties];
    if (size > most) throw refuse(`Holds more than ${most} values.`);
    if (Object.hasOwn(value, '__proto__')) throw refuse('__proto__ is not a field.');
    for (const [name, member] of Object.entries(value)) {
      waiting.push({ value: member, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
}

/** Input values, and what is wrong with how they were sent. */
export type ReadInput = { values: Record<string, unknown>; errors: FieldError[] };

/** The body may set body fields only: not path parameters, not query parameters. */
function checkFields(operation: AnyOperation, body: unknown): ReadInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(body)) {
    const known = Object.hasOwn(operation.input.shape, name);
    if (known && placeOf(operation, name) !== 'body') {
      errors.push({ path: name, message: 'This is not a field of the body.' });
    } else {
      values[name] = value;
    }
  }
  return { values, errors };
}
