import type { z } from 'zod';
import { AppError, type ErrorCode, invalidRequest } from '#kernel/catalogue/errors.ts';
import { readBounded, requirePlainEncoding } from '#kernel/operation/bounded-body.ts';
import { pathParamsOf, type ResponseSchema, type Status } from '#kernel/operation/operation.ts';
import { checkInput } from '#kernel/operation/pipeline.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import type { Exchange } from './respond.ts';

/** One call of an open operation. */
export type OpenCall = {
  services: Services;
  request: ApiRequest;
  exchange: Exchange;
  /** All open operations, because the OpenAPI document describes them too. */
  openOperations: readonly AnyOpenOperation[];
};

/**
 * Operations without an API key: public routes (spec 4.2), which need nothing, a signature or a link, and the routes
 * for signing in, which need a code or the session's cookie. Declared as the keyed operations are, so that the router,
 * the OpenAPI document and the access tests cover both.
 */
export type OpenOperation<I extends z.ZodObject = z.ZodObject> = Readonly<{
  kind: 'open';
  /** `room.verb`, unique: the OpenAPI operationId. */
  name: string;
  method: 'GET' | 'POST';
  path: `/${string}`;
  summary: string;
  description: string;
  tag: string;
  /** What replaces a key. */
  proof: 'none' | 'signature' | 'link' | 'code' | 'session' | 'client';
  /** Whether scripts of any page may call it (CORS). Its credentials are in the request, never in a cookie. */
  cors?: boolean;
  errors: readonly ErrorCode[];
  /** Path parameters, and the JSON body of a POST that has no `rawBody`. */
  input: I;
  /** A body in another form, which the operation reads and verifies itself. */
  rawBody?: { contentType: string; description: string };
  /** The schema or type of bytes of each successful response; `null` for responses without a body. */
  responses: Partial<Record<Status | 303 | 304, ResponseSchema>>;
  /** Runs before the body is read: rate limits, and the check of the request's origin. */
  guard?(call: OpenCall): Promise<void>;
  run(call: OpenCall, input: z.output<I>): Promise<ApiAnswer>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all operations have no narrower common supertype
export type AnyOpenOperation = OpenOperation<any>;

export function defineOpenOperation<I extends z.ZodObject>(
  spec: Omit<OpenOperation<I>, 'kind'>,
): OpenOperation<I> {
  for (const param of pathParamsOf(spec.path))
    if (!(param in spec.input.shape))
      throw new Error(`${spec.name}: path parameter ${param} is not in the input.`);
  return { ...spec, kind: 'open' };
}

/** Runs an open operation. @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` and its own */
export async function callOpenOperation(
  operation: AnyOpenOperation,
  call: OpenCall,
  params: Record<string, string>,
): Promise<ApiAnswer> {
  requirePlainEncoding(call.request);
  await operation.guard?.(call);
  const body = readsJson(operation) ? await readJson(call.request) : {};
  return operation.run(call, checkInput(operation.input, { ...body, ...params }));
}

const readsJson = ({ method, rawBody, path, input }: AnyOpenOperation): boolean =>
  method === 'POST' && !rawBody && Object.keys(input.shape).length > pathParamsOf(path).length;

async function readJson(request: ApiRequest): Promise<Record<string, unknown>> {
  if (!request.header('content-type')?.startsWith('application/json'))
    throw new AppError('unsupported_media_type');
  const body = parseJson((await readBounded(request)).toString('utf8'));
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw invalidRequest([{ path: '', message: 'Send a JSON object.' }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: '', message: 'Send the body as JSON.' }]);
  }
}
