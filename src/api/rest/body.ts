import { AppError, type FieldError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import { type AnyOperation, placeOf } from '#kernel/operation/operation.ts';
import { assertPlainJson, assertPlainJsonText } from '#kernel/operation/plain-json.ts';
import type { ApiRequest } from './exchange.ts';

/**
 * The JSON body's fields. An absent body is an empty object. A body that is too large is refused while it arrives:
 * the rest of it is never read.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readBody(operation: AnyOperation, request: ApiRequest): Promise<ReadInput> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return noFields;
  const bytes = await readBounded(request);
  if (bytes.length === 0) return noFields;
  if (!isJson(request.header('content-type'))) throw new AppError('unsupported_media_type');
  const text = decode(bytes);
  assertPlainJsonText(text);
  const value = parseJson(text);
  assertPlainJson(value);
  return checkFields(operation, value);
}

/** For operations whose body contains no inputs. */
export const noFields: ReadInput = { values: {}, errors: [] };

const isJson = (contentType: string | null): boolean => /^application\/json\s*(;|$)/i.test(contentType ?? '');

function decode(bytes: Buffer): string {
  try {
    // `fatal` refuses bytes that are not UTF-8 instead of replacing them silently.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

const notJson = () => invalidRequest([{ path: '', message: 'Send the body as valid JSON in UTF-8.' }]);

/** Input values, and errors in the way they were sent. */
export type ReadInput = { values: Record<string, unknown>; errors: FieldError[] };

/** The body may set body fields only: not path parameters, not query parameters. */
function checkFields(operation: AnyOperation, body: unknown): ReadInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest([{ path: '', message: 'Send a JSON object as the body.' }]);
  }
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(body)) {
    const known = Object.hasOwn(operation.input.shape, name);
    if (known && placeOf(operation, name) !== 'body') {
      errors.push({ path: name, message: 'Remove it: the body has no such field.' });
    } else {
      values[name] = value;
    }
  }
  return { values, errors };
}
