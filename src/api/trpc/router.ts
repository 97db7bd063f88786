import { type inferRouterInputs, type inferRouterOutputs, initTRPC } from '@trpc/server';
import { consoleOperations, operations } from '#api/registry.ts';
import { secondsSince } from '#kernel/base/metrics.ts';
import { type AnyOperation, isWrite, type ResponseSchema } from '#kernel/operation/operation.ts';
import { admit, perform } from '#kernel/operation/pipeline.ts';
import { assertPlainJson } from '#kernel/operation/plain-json.ts';
import { callerOf } from '#kernel/operation/request-log.ts';
import type { TrpcContext } from './context.ts';
import { errorDataOf, toTrpcError } from './errors.ts';
import type { ProcedureRecord } from './types.ts';

const t = initTRPC.context<TrpcContext>().create({
  // Stack traces belong in the log only, whatever NODE_ENV is.
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const data = errorDataOf(error, ctx?.requestId ?? '');
    return { ...shape, message: data.error.message, data: { ...shape.data, ...data } };
  },
});

/**
 * One call of an operation, through the guards and the pipeline of every transport. Inputs and responses are checked
 * against the operation's own schemas there, so that refusals come in the same order and form as over REST.
 */
async function callOperation(
  operation: AnyOperation,
  context: TrpcContext,
  input: unknown,
): Promise<unknown> {
  const { services, actor, requestId, idempotencyKey } = context;
  const begun = performance.now();
  const count = (status: number): void => {
    const { metrics } = services;
    metrics.count('proofmail_http_requests_total', { operation: operation.name, status: String(status) });
    metrics.observe('proofmail_http_duration_seconds', { operation: operation.name }, secondsSince(begun));
  };
  try {
    assertPlainJson(input);
    const rawInput = asFields(input);
    const target = await admit(services, operation, actor, rawInput, () => {});
    const header = () => null;
    const call = { operation, services, actor, requestId, target, rawInput, idempotencyKey, header };
    const { body, status } = await perform(call);
    count(status);
    return body;
  } catch (error) {
    const refusal = toTrpcError(error, requestId, services.log);
    const { httpStatus, error: known } = errorDataOf(refusal, requestId);
    count(httpStatus);
    const caller = callerOf(actor, null);
    if (caller)
      services.requestLog.add({
        ...caller,
        request_id: requestId,
        method: operation.method,
        route: operation.path,
        status: httpStatus,
        code: known.code,
        duration_ms: Math.round((performance.now() - begun) * 10) / 10,
        at: services.clock.now().getTime(),
      });
    throw refusal;
  }
}

/** A missing input becomes an empty object. A value that is not an object has no fields, so the schema reports them. */
const asFields = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};

function procedureOf(operation: AnyOperation) {
  const procedure = t.procedure.input((input: unknown) => input);
  const resolve = ({ ctx, input }: { ctx: TrpcContext; input: unknown }) =>
    callOperation(operation, ctx, input);
  return isWrite(operation) ? procedure.mutation(resolve) : procedure.query(resolve);
}

const givesBytes = (operation: AnyOperation): boolean =>
  (Object.values(operation.responses) as ResponseSchema[]).some(
    (answer) => answer !== null && 'bytes' in answer,
  );

/** Every operation that answers in JSON, including those only for the console, under `room.verb`. */
function procedures(): ProcedureRecord {
  const record: Record<string, Record<string, unknown>> = {};
  for (const operation of [...operations, ...consoleOperations]) {
    if (givesBytes(operation) || operation.rawBody) continue;
    const [room, verb, ...more] = operation.name.split('.');
    if (!room || !verb || more.length > 0) throw new Error(`${operation.name} is not of the form room.verb.`);
    record[room] = { ...record[room], [verb]: procedureOf(operation) };
  }
  // The only place where the types of the registry are trusted without a check.
  return record as unknown as ProcedureRecord;
}

/** The tRPC root that the console calls, derived from the registry. */
export const appRouter = t.router(procedures());

export type AppRouter = typeof appRouter;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** For calls within the process: `createCaller(context).keys.list({})`. @throws TRPCError with an AppError as cause */
export const createCaller = t.createCallerFactory(appRouter);
