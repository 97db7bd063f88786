import type { z } from 'zod';
import type { Level, Permission } from '#kernel/catalogue/permissions.ts';

export type Arguments = Record<string, unknown>;
export type Body = Record<string, unknown>;

/** The schemas of an operation's inputs, by name. */
export type Shape = Record<string, z.ZodType>;

/** An operation behind a tool, by its name or as `GET /v1/…`, and how the tool's checked arguments become its input. */
export type Twin = {
  operation: string;
  input(args: Arguments): Arguments;
};

/** What a caller has to know about what a tool changes (annotations of the protocol). */
export type Effect = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

export const reads: Effect = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What tools have in common that read one mailbox by one operation, with the arguments of that. */
export const readsMailBy = (operation: string) =>
  ({
    effect: reads,
    twins: [{ operation, input: (args) => args }],
    mailbox: 'always',
    isMail: true,
  }) satisfies Partial<Tool>;

/**
 * One tool (interface-spec 4.14): operations of the registry under a name that a model reads. Whatever the operation
 * guards, limits, checks and answers holds for the tool, because it is the same code.
 */
export type Tool = {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  /** The operations that a call can be; those that the registry does not have are no part of the tool. */
  twins: readonly Twin[];
  /** Which of them this call is; the first, unless said otherwise. */
  choose?(args: Arguments): string;
  /** Beyond what the operations need. */
  alsoNeeds?: readonly Permission[];
  /** Where the tool is narrower than its operations. */
  levels?: readonly Level[];
  /** What the calls are about: one identity's mailbox, or that for some calls only. */
  mailbox: 'always' | 'never' | ((args: Arguments) => boolean);
  /** The arguments beside `identity`, made from the inputs of the operation that comes first. */
  args(shape: Shape): Shape;
  /** Of the forms that its operations answer in: the one with this field. Without such a form there is no tool. */
  answersWith?: string;
  /** Takes long: the answer streams, so that the connection is never silent, and ends when the client lets go. */
  slow?: boolean;
  /** Whether results hold text of mail. */
  isMail: boolean;
  /** The list in the result that is cut when the result is too large, and the input that asks for less of it. */
  rows?: { field: string; limit?: string };
  /** Changes the operation's answer to the tool's; `schema` says how. */
  reshape?: { body(body: Body, args: Arguments): Body; schema: Record<string, unknown> };
  /** Sends mail: takes `idempotency_key`, and derives one without it. */
  sends?: boolean;
};
