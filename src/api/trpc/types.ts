import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';
import type { RegisteredOperation } from '#api/registry.ts';
import type { BytesResponse } from '#kernel/operation/operation.ts';

/** Operations that take bytes have no procedure, because calls are JSON. */
type TakesBytes = { name: 'uploads.create' };
/** The responses of an operation. Files have no procedure: they are served over HTTP, so that browsers can save them. */
type AnswersOf<O extends RegisteredOperation> = O['responses'][keyof O['responses']];
type JsonOperation<O = RegisteredOperation> = O extends RegisteredOperation
  ? [Extract<AnswersOf<O>, BytesResponse>] extends [never]
    ? Exclude<O, TakesBytes>
    : never
  : never;

type OutputOf<O extends RegisteredOperation> =
  AnswersOf<O> extends infer Answer ? (Answer extends z.ZodType ? z.output<Answer> : null) : never;

type DefinitionOf<O extends RegisteredOperation> = {
  meta: object;
  input: z.input<O['input']>;
  output: OutputOf<O>;
};

type ProcedureOf<O extends RegisteredOperation> = O['method'] extends 'GET'
  ? TRPCQueryProcedure<DefinitionOf<O>>
  : TRPCMutationProcedure<DefinitionOf<O>>;

type Named<Name extends string> = Extract<JsonOperation, { name: Name }>;
type RoomOf<Name> = Name extends `${infer Room}.${string}` ? Room : never;
type VerbOf<Name, Room extends string> = Name extends `${Room}.${infer Verb}` ? Verb : never;
type JsonName = JsonOperation['name'];

/** The procedures, as a client calls them: `keys.create` is `trpc.keys.create`. */
export type ProcedureRecord = {
  [Room in RoomOf<JsonName>]: {
    [Verb in VerbOf<JsonName, Room>]: ProcedureOf<Named<`${Room}.${Verb}`>>;
  };
};
