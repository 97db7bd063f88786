import type { z } from 'zod';
import type { ToolName } from '#kernel/catalogue/mcp-tools.ts';
import type { Level, Permission } from '#kernel/catalogue/permissions.ts';
import type { Services } from '#kernel/operation/services.ts';

export type Arguments = Record<string, unknown>;
export type Body = Record<string, unknown>;

/** The schemas of an operation's inputs, by name. */
export type Shape = Record<string, z.ZodType>;

/** An operation behind a tool, by its name or as `GET /v1/…`, and how the tool's checked arguments become its input. */
export type ToolBinding = {
  operation: string;
  input(args: Arguments): Arguments;
};

/** The protocol's annotations: they tell a caller what a tool changes. */
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

/** The common part of tools that read one mailbox with one operation and its arguments. */
export const readsMailBy = (operation: string) =>
  ({
    effect: reads,
    bindings: [{ operation, input: (args) => args }],
    mailbox: 'always',
    isMail: true,
  }) satisfies Partial<Tool>;

/** Where a call happens, for results that hold more than the operation's answer. */
export type ToolContext = { services: Services; tenantId: string | null };

/**
 * One tool (spec 4.14): a name for models, bound to operations of the registry. Guards, limits, checks and answers
 * are those of the operation, because the same code runs.
 */
export type Tool = {
  name: ToolName;
  title: string;
  description: string;
  effect: Effect;
  /** The operations that the tool can call. Unregistered ones are ignored. */
  bindings: readonly ToolBinding[];
  /** Chooses the operation of a call; the first one by default. */
  choose?(args: Arguments): string;
  /** Permissions in addition to those of the operations. */
  alsoNeeds?: readonly Permission[];
  /** Listed, and usable, only for keys that hold this permission itself, not one that includes it. */
  byName?: Permission;
  /** Levels, when the tool allows fewer than its operations. */
  levels?: readonly Level[];
  /** Whether calls need the mailbox of one identity: always, or for some of them. */
  mailbox: 'always' | 'never' | ((args: Arguments) => boolean);
  /** The arguments besides `identity`, derived from the inputs of the first operation. */
  args(shape: Shape): Shape;
  /** Picks the response schema that has this field. Without such a schema the tool is left out. */
  answersWith?: string;
  /** A long call: the answer streams, so the connection is never silent, and it ends when the client disconnects. */
  slow?: boolean;
  /** Whether results hold text of mail. */
  isMail: boolean;
  /** The list that is shortened when the result is too large, and the input that limits its length. */
  rows?: { field: string; limit?: string };
  /** Maps the operation's answer to the tool's result, which `schema` describes. */
  mapResult?: { body(body: Body, args: Arguments, at: ToolContext): Body; schema: Record<string, unknown> };
  /** Sends mail: takes `idempotency_key`, and derives one without it. */
  sends?: boolean;
};
