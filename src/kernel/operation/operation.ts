import type { z } from 'zod';
import type { ErrorCode } from '../catalogue/errors.ts';
import type { Level, Permission } from '../catalogue/permissions.ts';
import type { Queryable, Transaction } from '../data/database.ts';
import type { Actor } from './actor.ts';
import type { AnswerToStore } from './idempotency.ts';
import type { JsonText } from './json-text.ts';
import type { Metered } from './meter.ts';
import type { Services } from './services.ts';

/**
 * Everything that callers can do is an operation: one declaration, from which the REST route, the tRPC procedure, the
 * OpenAPI entry, the MCP tool's schema and the authorization matrix are derived. Guards are fields of it, so an
 * operation without a permission or a target does not compile.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Bucket = 'api' | 'search' | 'agentic' | 'send' | 'sign' | 'partner';

/**
 * How the object named in the path is found and checked against the caller's reach. `resolve` throws the same `notFound` for
 * a missing id and for one out of reach. `asked` is the whole unchecked input, from transports that know it at that point; a
 * target can use it to start reading data that the operation will need.
 */
export type Target<T> = {
  /** The path parameter that names it, for example `identity_id`. */
  param: string;
  notFound: ErrorCode;
  resolve(db: Queryable, actor: Actor, id: string, asked?: Record<string, unknown>): Promise<T>;
  tenantOf(target: T): string | null;
};

/** For operations whose path names no object: they filter by the actor's reach themselves. */
export const noTarget: Target<null> = {
  param: '',
  notFound: 'route_not_found',
  resolve: async () => null,
  tenantOf: () => null,
};

/** A file as a response: bytes or a stream, with its own headers. */
export type Bytes = { content: Uint8Array | ReadableStream<Uint8Array>; headers: Record<string, string> };
export type BytesResponse = { bytes: true; contentType: string; description: string };
export const bytes = (contentType: string, description: string): BytesResponse => ({
  bytes: true,
  contentType,
  description,
});

export type ResponseSchema = z.ZodType | BytesResponse | null;
export type Status = 200 | 201 | 202 | 204 | 206;
export type Responses = Partial<Record<Status, ResponseSchema>>;

type BodyOf<S> = S extends z.ZodType ? z.input<S> : S extends BytesResponse ? Bytes : null;
/** What `run` returns: one of the declared statuses with its body. */
export type Answer<R> = {
  [S in keyof R & Status]: { status: S; body: BodyOf<R[S]>; write?: Write };
}[keyof R & Status];

/** Commits the effect of an answer together with the record of its Idempotency-Key, if it has one. */
export type Write = (record: AnswerToStore | null) => Promise<void>;
/** Instead of a body, for operations that declare a `stream`. */
export type Streamed = { status: 200; stream: Bytes };

/** The declared body of 200 as finished JSON text. */
export type Written = { status: 200; body: JsonText };

export type Call<T, M extends Method = Method> = {
  actor: Actor;
  /** The object that the path names, within the caller's reach. */
  target: T;
  /** One transaction for everything that a write does, its idempotency record included; the pool for reads. */
  db: M extends 'GET' ? Queryable : Transaction;
  services: Services;
  requestId: string;
  /** Present when the client sent one and the operation honours it. */
  idempotencyKey: string | null;
  /** Request headers that an operation may read, for example `range`. */
  header(name: string): string | null;
  /** Aborts when the client has disconnected. Created when an operation that waits uses it. */
  signal(): AbortSignal;
  /** The bytes of the request as they arrive, for operations with a `rawBody`; null if the request has no body. */
  body: AsyncIterable<Uint8Array> | null;
};

/**
 * How an operation runs:
 * - `read`: `run` gets the pool and changes nothing. A POST that only reads runs this way unless it has an Idempotency-Key.
 * - `transaction`: `run` gets a transaction; the record of the Idempotency-Key is part of it.
 * - `prefetch`: a transaction, after slow lookups (DNS, HTTP) that the input needs. They run before the transaction opens,
 *   so that no connection is held, and not for a request that was answered before.
 * - `batched`: hot paths. `run` reads from the pool and returns a deferred `write`, so that concurrent requests share one
 *   commit.
 */
export type Execution<Input> =
  | { mode: 'read' | 'transaction'; idempotency?: Idempotency }
  | {
      mode: 'prefetch';
      idempotency?: Idempotency;
      prefetch(services: Services, input: Input, call: PrefetchCall): Promise<void>;
    }
  | { mode: 'batched'; idempotency?: Idempotency };

/** The caller, and the object that the path names. */
export type PrefetchCall = { actor: Actor; target: unknown };

/** Whether a POST honours an Idempotency-Key (spec 4.1), and where the key counts; `optional` per API key by default. */
export type Idempotency = { key: 'required' | 'optional' | 'ignored'; scope?: 'identity' | 'key' };

type Described<N extends string> = {
  /** `room.verb`, unique: the OpenAPI operationId and the tRPC path. */
  name: N;
  summary: string;
  description?: string;
  path: `/${string}`;
  /** Error codes that it can return in addition to those of every operation. */
  errors: readonly ErrorCode[];
  /** A valid input without path parameters, which the documentation shows. */
  example?: Record<string, unknown>;
};

export type OperationSpec<
  I extends z.ZodObject,
  R extends Responses,
  T,
  M extends Method,
  N extends string = string,
> = Described<N> & {
  method: M;
  /** The caller needs all of these. `any key` is for operations that describe the caller itself. */
  permission: Permission | readonly Permission[] | 'any key';
  /** The levels that may call it. Callers of other levels get `scope_denied`. */
  levels: readonly Level[];
  target: Target<T>;
  bucket?: Bucket | readonly Bucket[];
  /** If the buckets are alternatives: the bucket for this input, which is known only after the body was read. */
  bucketFor?: (input: z.output<I>) => Bucket;
  /** The kind of usage that a successful call counts as; null for none. */
  meter?: Metered | ((input: z.output<I>) => Metered | null);
  /** How it runs and honours an Idempotency-Key. By default, a GET reads and everything else is a transaction. */
  execution?: Execution<z.output<I>>;
  /** The name of the operation that this one rehearses: it runs the same checks and changes nothing. */
  dryRunOf?: string;
  /** The response has a secret that is shown once and never stored (4.1, rule 6). */
  oneTimeSecret?: boolean;
  /** Inputs of a POST, PUT, PATCH or DELETE that travel in the query string, and of a DELETE in the body. */
  queryInputs?: readonly (keyof z.output<I> & string)[];
  bodyInputs?: readonly (keyof z.output<I> & string)[];
  /** The body is not JSON but bytes of any type, so it contains no inputs. REST only. */
  rawBody?: { contentType: string; description: string };
  /** All inputs, including path parameters. Unknown ones are refused. */
  input: I;
  responses: R;
  /** If the client accepts this content type, `run` may respond with a stream instead. */
  stream?: BytesResponse;
  run(
    call: Call<T, M>,
    input: z.output<I>,
  ): Promise<Answer<R>> | Promise<Answer<R> | Streamed | (M extends 'GET' ? Written : never)>;
};

export type Operation<
  I extends z.ZodObject = z.ZodObject,
  R extends Responses = Responses,
  T = unknown,
  M extends Method = Method,
  N extends string = string,
> = Readonly<OperationSpec<I, R, T, M, N>> & {
  kind: 'keyed';
  pathParams: readonly string[];
};

/** An operation as the registry and the transports see it, whatever its types. */
// biome-ignore lint/suspicious/noExplicitAny: the types of all operations have no narrower common supertype
export type AnyOperation = Operation<any, any, any, any, any>;

export function defineOperation<
  I extends z.ZodObject,
  R extends Responses,
  T,
  M extends Method,
  const N extends string,
>(spec: OperationSpec<I, R, T, M, N>): Operation<I, R, T, M, N> {
  const pathParams = pathParamsOf(spec.path);
  for (const param of pathParams) {
    if (!(param in spec.input.shape))
      throw new Error(`${spec.name}: path parameter ${param} is not in the input.`);
  }
  if (spec.target.param && !pathParams.includes(spec.target.param)) {
    throw new Error(`${spec.name}: the path does not name ${spec.target.param}.`);
  }
  if (spec.target === (noTarget as Target<unknown>) && pathParams.length > 0) {
    throw new Error(`${spec.name}: say which target ${pathParams[0]} is.`);
  }
  return { ...spec, kind: 'keyed', pathParams };
}

/** The names in braces, in order: `/v1/tenants/{tenant_id}` has `tenant_id`. */
export const pathParamsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Whether the operation may change something, in which case it runs in a transaction. */
export const isWrite = (operation: { method: Method }): boolean => operation.method !== 'GET';

/** Where one input travels in an HTTP request. */
export function placeOf(operation: AnyOperation, input: string): 'path' | 'query' | 'body' {
  if (operation.pathParams.includes(input)) return 'path';
  if (operation.queryInputs?.includes(input)) return 'query';
  if (operation.rawBody) return 'query';
  if (operation.bodyInputs?.includes(input)) return 'body';
  return operation.method === 'GET' || operation.method === 'DELETE' ? 'query' : 'body';
}
