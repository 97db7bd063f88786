import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';
import type { Queryable, Transaction } from '../data/database.ts';
import { withinTenants } from '../data/tenant-scope.ts';
import type { Actor } from './actor.ts';
import { authorize } from './guards.ts';
import {
  AlreadyAnswered,
  type AnswerToStore,
  alone,
  type Claim,
  claimScope,
  countsPerIdentity,
  findAnswer,
  honouredKey,
  requestHash,
  type StoredAnswer,
  storeAnswers,
  takeClaim,
} from './idempotency.ts';
import { inputSentence } from './input-words.ts';
import { JsonText } from './json-text.ts';
import {
  type AnyOperation,
  type Bytes,
  type Call,
  type Execution,
  isWrite,
  type Write,
} from './operation.ts';
import {
  type RateLimitState,
  type Spending,
  spendOfCaller,
  spendOfIdentity,
  spendOfInput,
} from './rate-limit.ts';
import { isWellFormedId } from './schema.ts';
import type { Services } from './services.ts';

/** One request to an operation. Every transport builds one. */
export type Invocation = {
  operation: AnyOperation;
  services: Services;
  actor: Actor;
  requestId: string;
  target: unknown;
  rawInput: Record<string, unknown>;
  /** Inputs that the transport found in the wrong place; reported together with the violations of the schema. */
  misplaced?: FieldError[];
  idempotencyKey: string | null;
  header(name: string): string | null;
  /** Receives the limit of a bucket that is spent here: an identity's, or one that only the input names. */
  onRateLimit?: (state: RateLimitState) => void;
  /** The body of an operation with a `rawBody`. */
  body?: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client has disconnected, if the transport can tell. */
  signal?: (() => AbortSignal) | undefined;
  /** Whether the transport can send finished JSON text (`json-text.ts`). Other transports get the value. */
  takesText?: boolean;
};

export type Outcome = { status: number; body: unknown; bytes?: Bytes; replayed: boolean };

/** Finds the object that the path names, within the actor's reach. @throws AppError the target's not-found code */
async function resolveTarget(
  operation: AnyOperation,
  services: Services,
  actor: Actor,
  params: Record<string, unknown>,
  asked: Params | undefined,
): Promise<unknown> {
  const { param, notFound } = operation.target;
  const id = String(params[param] ?? '');
  // A malformed id is not looked up. The response is the same as for a missing one.
  if (param && !isWellFormedId(id)) throw new AppError(notFound);
  return operation.target.resolve(services.db, actor, id, asked);
}

type Params = Record<string, unknown>;

/** Requests of a tenant run in its scope, so that Postgres also restricts them to the tenant (`PM_RLS`). */
const withinReach = <T>({ tenant_id }: Actor, work: () => T): T =>
  tenant_id === null ? work() : withinTenants([tenant_id], work);

/**
 * Admits or refuses a request, in the same steps for every transport: the caller's rate limits, level and permission, the
 * object that the path names, the rate limits of that identity. If a look-up is needed to know the path, `path` is a
 * function, which runs only for callers with the permission. For `asked`, see `Target`. @returns the target, within the
 * actor's reach
 */
export async function admit(
  services: Services,
  operation: AnyOperation,
  actor: Actor,
  path: Params | (() => Promise<Params>),
  onRateLimit: (state: RateLimitState) => void,
  asked?: Params,
): Promise<unknown> {
  const spending: Spending = { limiter: services.limiter, operation, actor, onRateLimit };
  await spendOfCaller(spending);
  authorize(operation, actor);
  const params = typeof path === 'function' ? await path() : path;
  const target = await withinReach(actor, () => resolveTarget(operation, services, actor, params, asked));
  if (!paysLate(operation)) await spendOfIdentity(spending, identityIn(operation, params));
  return target;
}

/**
 * A retry of a send is not a second send, so it does not count against the identity's limit (spec 4.1, 8.1). Only
 * the lookup of its key shows whether a request is a retry, so sends are counted there; sends refused earlier count as well.
 */
const paysLate = countsPerIdentity;

async function spendUnlessRetried(invocation: Invocation): Promise<void> {
  const { operation, actor, services, rawInput, onRateLimit = () => {} } = invocation;
  if (!paysLate(operation)) return;
  await spendOfIdentity(
    { limiter: services.limiter, operation, actor, onRateLimit },
    identityIn(operation, rawInput),
  );
}

const identityIn = (operation: AnyOperation, params: Params): string | undefined =>
  operation.target.param === 'identity_id' ? String(params.identity_id) : undefined;

/** Checks the input and runs the operation once; a write runs in one transaction with its idempotency record. */
export async function perform(invocation: Invocation): Promise<Outcome> {
  try {
    return await withinReach(invocation.actor, () => performed(invocation));
  } catch (error) {
    // A dry run must not write anything, not even for a refused request.
    if (error instanceof AppError && !isDryRun(invocation)) await error.afterwards?.(invocation.services);
    throw error;
  }
}

const isDryRun = ({ operation, rawInput }: Invocation): boolean =>
  operation.dryRunOf !== undefined || rawInput.dry_run === true;

async function performed(invocation: Invocation): Promise<Outcome> {
  const { operation, services, actor, onRateLimit = () => {} } = invocation;
  const { key, input } = await understood(invocation);
  await spendOfInput({ limiter: services.limiter, operation, actor, onRateLimit }, input);
  switch (modeOf(operation, key)) {
    case 'read':
      return (await run(invocation, input, services.db, null)).outcome;
    case 'batched':
      return performBatched(invocation, input, key);
    case 'prefetch':
      await prefetch(invocation, input, key);
      return performInTransaction(invocation, input, key);
    case 'transaction':
      return performInTransaction(invocation, input, key);
  }
}

/** A POST that only reads needs a transaction when its answer is stored under an Idempotency-Key. */
function modeOf(operation: AnyOperation, key: string | null): Execution<unknown>['mode'] {
  if (!isWrite(operation)) return 'read';
  const mode = (operation.execution as Execution<unknown> | undefined)?.mode ?? 'transaction';
  return mode === 'read' && key !== null ? 'transaction' : mode;
}

async function prefetch(
  invocation: Invocation,
  input: Record<string, unknown>,
  key: string | null,
): Promise<void> {
  const { operation, services, actor, target } = invocation;
  const execution = operation.execution as Execution<unknown>;
  if (execution.mode !== 'prefetch') return;
  const wasAnswered = key !== null && (await findAnswer(services.db, claimOf(invocation, input, key)));
  if (!wasAnswered) await execution.prefetch(services, input, { actor, target });
}

async function performInTransaction(
  invocation: Invocation,
  input: Record<string, unknown>,
  key: string | null,
): Promise<Outcome> {
  const { db } = invocation.services;
  if (key === null) return (await db.transaction((tx) => run(invocation, input, tx, null))).outcome;
  const claim = claimOf(invocation, input, key);
  return untilAnswered(() => db.transaction((tx) => claimAndRun(invocation, input, tx, claim)));
}

async function understood(invocation: Invocation) {
  const { operation, rawInput, idempotencyKey, misplaced } = invocation;
  try {
    const key = honouredKey(operation, idempotencyKey, isDryRun(invocation));
    return { key, input: checkInput(operation.input, rawInput, misplaced) };
  } catch (error) {
    await spendUnlessRetried(invocation);
    throw error;
  }
}

/** The input as its schema reads it. @throws AppError `invalid_request` with every violation and the path of its field */
export function checkInput(
  schema: z.ZodObject,
  rawInput: unknown,
  misplaced: FieldError[] = [],
): Record<string, unknown> {
  const parsed = schema.safeParse(rawInput, { error: inputSentence });
  if (parsed.success && misplaced.length === 0) return parsed.data;
  const violations = parsed.error?.issues.flatMap(toFieldErrors) ?? [];
  throw invalidRequest([...misplaced, ...violations].slice(0, limits.fieldErrors));
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  // A record's key may be as long as the body, so the path shows only its beginning.
  const path = issue.path.map(String).join('.').slice(0, 200);
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.slice(0, limits.fieldErrors).map((key) => ({
    path: (path ? `${path}.${key}` : key).slice(0, 200),
    message: 'Unknown field: remove it, or correct its name.',
  }));
}

function claimOf(
  { operation, actor, services, target }: Invocation,
  input: Record<string, unknown>,
  key: string,
): Claim {
  const named = {
    tenant_id: operation.target.tenantOf(target) ?? (input.tenant_id as string | undefined) ?? null,
    identity_id: input.identity_id as string,
  };
  return {
    scope: claimScope(operation, actor, named),
    key,
    requestHash: requestHash(operation, input),
    at: services.clock.now(),
  };
}

/** Tries again when a concurrent request stored its answer first: the second try finds that answer. */
async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof AlreadyAnswered)) throw error;
    return attempt();
  }
}

async function claimAndRun(
  invocation: Invocation,
  input: Record<string, unknown>,
  tx: Transaction,
  claim: Claim,
): Promise<Outcome> {
  const earlier = await takeClaim(tx, claim);
  if (earlier) return replayed(earlier);
  const { outcome } = await run(invocation, input, tx, claim.key);
  // A stream is not stored, so a second request with the same key runs again.
  if (!outcome.bytes) await storeAnswers(tx, [toStore(invocation, claim, outcome)]);
  return outcome;
}

const toStore = ({ operation }: Invocation, claim: Claim, { status, body }: Outcome): AnswerToStore => ({
  claim,
  operation,
  answer: { status, body: body as Record<string, unknown> | null },
});

function replayed({ status, body: stored }: StoredAnswer): Outcome {
  const body = stored && 'deduplicated' in stored ? { ...stored, deduplicated: true } : stored;
  return { status, body, replayed: true };
}

/** Computes everything first, then writes it with the idempotency record in a commit that concurrent requests share. */
async function performBatched(
  invocation: Invocation,
  input: Record<string, unknown>,
  key: string | null,
): Promise<Outcome> {
  const { db } = invocation.services;
  if (key === null) {
    const { outcome, write } = await run(invocation, input, db, null);
    await write?.(null);
    return outcome;
  }
  const claim = claimOf(invocation, input, key);
  return untilAnswered(() =>
    alone(claim, async () => {
      const earlier = await findAnswer(db, claim);
      if (earlier) return replayed(earlier);
      const { outcome, write } = await run(invocation, input, db, key);
      await write?.(toStore(invocation, claim, outcome));
      return outcome;
    }),
  );
}

/** Counts usage. A replayed answer does not count again. */
function meter({ operation, services, target }: Invocation, input: Record<string, unknown>): void {
  if (operation.meter === undefined) return;
  const what = typeof operation.meter === 'function' ? operation.meter(input) : operation.meter;
  const tenantId = operation.target.tenantOf(target);
  if (what !== null && tenantId !== null) services.meter.count(tenantId, what);
}

const never = (): AbortSignal => new AbortController().signal;

type Ran = { outcome: Outcome; write: Write | undefined };

async function run(
  invocation: Invocation,
  input: Record<string, unknown>,
  db: Queryable,
  idempotencyKey: string | null,
): Promise<Ran> {
  const { operation, actor, target, services, requestId, header, signal = never, body = null } = invocation;
  await spendUnlessRetried(invocation);
  const call: Call<unknown, 'GET'> = {
    actor,
    target,
    db,
    services,
    requestId,
    idempotencyKey,
    header,
    signal,
    body,
  };
  const answer = (await operation.run(call, input)) as GivenAnswer & { write?: Write };
  const outcome = checked(operation, answer, invocation.takesText ?? false);
  meter(invocation, input);
  return { outcome, write: answer.write };
}

type GivenAnswer = { status: 200; body: unknown; stream?: Bytes };

function checked(operation: AnyOperation, answer: GivenAnswer, takesText: boolean): Outcome {
  if (answer.stream && operation.stream) {
    const { content, headers } = answer.stream;
    const bytes = { content, headers: { 'Content-Type': operation.stream.contentType, ...headers } };
    return { status: answer.status, body: null, bytes, replayed: false };
  }
  const schema = operation.responses[answer.status];
  if (schema === undefined)
    throw new Error(`${operation.name} answered with an undeclared status ${answer.status}.`);
  if (schema === null) return { status: answer.status, body: null, replayed: false };
  if ('bytes' in schema)
    return { status: answer.status, body: null, bytes: answer.body as Bytes, replayed: false };
  if (answer.body instanceof JsonText && takesText)
    return { status: answer.status, body: answer.body, replayed: false };
  const body = answer.body instanceof JsonText ? JSON.parse(answer.body.text) : answer.body;
  // Fields that are not in the schema are never sent. An answer that violates the schema is our bug: `internal_error`.
  return { status: answer.status, body: schema.parse(body), replayed: false };
}
