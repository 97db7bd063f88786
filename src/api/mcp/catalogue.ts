import { z } from 'zod';
import { operations } from '#api/registry.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { type Actor, actorMay, hasOneMailbox } from '#kernel/operation/actor.ts';
import { authorize } from '#kernel/operation/guards.ts';
import type { AnyOperation } from '#kernel/operation/operation.ts';
import { briefInput, outline } from './brief.ts';
import { inputSchema, merged, type ObjectSchema, outputSchema } from './json-schema.ts';
import type { Shape, Tool, ToolBinding } from './tool.ts';
import { tools, toolsByName } from './tools/index.ts';
import { markerSchema } from './untrusted-block.ts';

/** A tool together with what is derived from the registry. */
export type ReadyTool = {
  tool: Tool;
  bindings: readonly { binding: ToolBinding; operation: AnyOperation }[];
  /** The arguments that callers may pass. The operation checks them again. */
  input(reach: Mailboxes): z.ZodObject;
  /** The entry of `tools/list`, in brief and in full. */
  listing(reach: Mailboxes): Listing;
  wholeListing(reach: Mailboxes): Listing;
};

/** How many mailboxes a caller reaches: with several, calls name the mailbox. */
export type Mailboxes = 'one' | 'several';
export const mailboxesOf = (actor: Actor): Mailboxes => (hasOneMailbox(actor) ? 'one' : 'several');

export type Listing = {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: Tool['effect'] & { title?: string };
};

const identityArgument = z
  .string()
  .min(1)
  .max(320)
  .meta({
    description: 'The mailbox: an identity id (idn_…) or one of its addresses.',
    examples: ['billing-bot.acme@mail.localhost'],
  });

type ToolMap = ReadonlyMap<string, ReadyTool>;
const mapOf = (list: readonly Tool[]): ToolMap =>
  new Map(list.flatMap((tool) => prepare(tool)).map((each) => [each.tool.name, each]));

/** The tools of the specification by name, built once. A tool without any registered operation is left out. */
let ready: ToolMap | null = null;
export const catalogue = (): ToolMap => {
  ready ??= mapOf(tools);
  return ready;
};

/** The same, including the tools that only some keys have. */
let whole: ToolMap | null = null;
export const wholeCatalogue = (): ToolMap => {
  whole ??= new Map([...catalogue(), ...mapOf(toolsByName)]);
  return whole;
};

function prepare(tool: Tool): ReadyTool[] {
  const bindings = tool.bindings.flatMap((binding) => {
    const operation = operations.find(
      ({ name, method, path }) => name === binding.operation || `${method} ${path}` === binding.operation,
    );
    return operation ? [{ binding, operation }] : [];
  });
  const [main] = bindings;
  const answers = answersOf(tool, bindings);
  if (!main || answers.length === 0) return [];
  const own = z.strictObject(tool.args(main.operation.input.shape as Shape));
  const named = own.extend({
    identity: tool.mailbox === 'always' ? identityArgument : identityArgument.optional(),
  });
  const input = (reach: Mailboxes) => (tool.mailbox === 'never' || reach === 'one' ? own : named);
  const output = outputOf(tool, answers);
  const listings = new Map<z.ZodObject, { brief: Listing; whole: Listing }>();
  const listed = (reach: Mailboxes) => {
    const schema = input(reach);
    if (!listings.has(schema)) {
      const whole = listingOf(tool, schema, output);
      listings.set(schema, { brief: inBrief(whole), whole });
    }
    return listings.get(schema)!;
  };
  const listing = (reach: Mailboxes): Listing => listed(reach).brief;
  const wholeListing = (reach: Mailboxes): Listing => listed(reach).whole;
  return [{ tool, bindings, input, listing, wholeListing }];
}

/** The title is already next to the annotations. */
const inBrief = (whole: Listing): Listing => {
  const { title: _, ...annotations } = whole.annotations;
  return {
    ...whole,
    annotations,
    inputSchema: briefInput(whole.inputSchema),
    outputSchema: outline(whole.outputSchema),
  };
};

const listingOf = (tool: Tool, input: z.ZodObject, output: ObjectSchema): Listing => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(input),
  outputSchema: output,
  annotations: { title: tool.title, ...tool.effect },
});

const cutSchema = {
  type: 'boolean',
  description: 'True if results were left out to keep the response under 96 KB.',
};

/** The response schemas of its operations that the tool can return. */
function answersOf({ answersWith }: Tool, bindings: ReadyTool['bindings']): z.ZodObject[] {
  const forms = bindings
    .flatMap(({ operation }) => Object.values(operation.responses) as z.ZodType[])
    .flatMap((form) => (form instanceof z.ZodUnion ? form.options : [form]) as z.ZodObject[]);
  return answersWith === undefined ? forms : forms.filter(({ shape }) => answersWith in shape);
}

function outputOf(tool: Tool, answers: readonly z.ZodObject[]): ObjectSchema {
  const { properties, required = [] } = merged(answers.map((form) => outputSchema(form)));
  const own = {
    ...properties,
    ...tool.mapResult?.schema,
    truncated: cutSchema,
    ...(tool.sends && keySchema),
  };
  const names = [...new Set([...required, 'truncated'])];
  if (!tool.isMail) return { type: 'object', properties: own, required: names };
  return {
    type: 'object',
    properties: { untrusted_begin: markerSchema.begin, ...own, untrusted_end: markerSchema.end },
    required: ['untrusted_begin', ...names, 'untrusted_end'],
  };
}

const keySchema = {
  idempotency_key: {
    type: 'string',
    description:
      'The idempotency key of this send. Repeat the call with it to be sure that nothing is sent twice.',
  },
};

/** Whether a key holds the permissions of one of the tool's operations and of the tool itself (spec 4.14). */
export function mayUse(actor: Actor, { tool, bindings }: ReadyTool): boolean {
  if (tool.levels && !tool.levels.includes(actor.level)) return false;
  if (tool.byName && !actor.permissions.has(tool.byName)) return false;
  if (tool.alsoNeeds?.some((permission) => !actorMay(actor, permission))) return false;
  return bindings.some(({ operation }) => isAllowed(operation, actor));
}

function isAllowed(operation: AnyOperation, actor: Actor): boolean {
  try {
    authorize(operation, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
