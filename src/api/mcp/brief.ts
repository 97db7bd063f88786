import type { ObjectSchema } from './json-schema.ts';

/**
 * Definitions of tools as a model reads them. Every client puts all of them into each conversation, so they say what a
 * model needs to make a call and to understand a result, and no more: the operation checks every input again and names
 * what is wrong.
 */

type Node = Record<string, unknown>;

/** A larger maximum tells a model nothing. */
const LONG = 500;

/** Keywords that only a validator needs. */
const forValidators = (key: string, value: unknown): boolean =>
  ['examples', 'pattern', 'minLength', 'minItems', 'contentEncoding'].includes(key) ||
  (key === 'maxLength' && Number(value) > LONG) ||
  (key === 'maxItems' && Number(value) > LONG) ||
  (key === 'default' && value === null) ||
  (key === 'additionalProperties' && value === false);

/**
 * The input schema without the rules that the operation's errors explain. It stays closed, so that clients see
 * misspelt names.
 */
export function briefInput(schema: ObjectSchema): ObjectSchema {
  const { additionalProperties, ...rest } = schema;
  const { properties, ...others } = stripped(rest) as ObjectSchema;
  return { ...others, properties, ...(additionalProperties === false && { additionalProperties }) };
}

function stripped(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(stripped);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node as Node)
      .filter(([key, value]) => !forValidators(key, value))
      // Under `properties` the keys are names of inputs, not keywords.
      .map(([key, value]) => [key, key === 'properties' ? ofEach(value as Node, stripped) : stripped(value)]),
  );
}

const ofEach = (nodes: Node, change: (node: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, change(node)]));

/**
 * The top level of a result: every field that is always present, with its type. The whole schema is the resource
 * `mailbox://tools/{name}`, and in the list with `?schemas=full`.
 */
export function outline({ properties, required = [] }: ObjectSchema): ObjectSchema {
  const always = Object.entries(properties).filter(([name]) => required.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(always.map(([name, node]) => [name, typeOf(node)])),
  };
}

function typeOf(node: unknown): Node {
  const { type } = node as Node;
  return type === undefined ? {} : { type };
}
