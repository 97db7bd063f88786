import { z } from 'zod';

/** A JSON Schema of an object, as `tools/list` returns it. */
export type ObjectSchema = {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
};

type Node = Record<string, unknown>;

/** The input schema of a tool. It is closed, so that a misspelt argument is reported and not ignored. */
export const inputSchema = (schema: z.ZodObject): ObjectSchema =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node) as ObjectSchema;

/** The output schema of a tool. It is open, because later versions may add fields (spec 2.1). */
export const outputSchema = (schema: z.ZodType): ObjectSchema =>
  open(plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Node)) as ObjectSchema;

/**
 * Rewrites a schema without references and without the keywords that dialects spell differently, so that old and new
 * clients read it alike. It drops the patterns of formats, which a model does not need.
 */
function plain({ $schema: _, $defs, ...root }: Node): unknown {
  const definitions = ($defs ?? {}) as Record<string, Node>;
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, pattern, prefixItems, propertyNames: _names, ...rest } = node as Node;
    if (typeof $ref === 'string') {
      const { id: _id, ...definition } = definitions[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
      return visit({ ...definition, ...rest });
    }
    if (Array.isArray(prefixItems)) return visit({ ...rest, items: prefixItems[0] });
    const kept = pattern === undefined || rest.format !== undefined ? rest : { ...rest, pattern };
    return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, visit(value)]));
  };
  return visit(root);
}

function open(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(open);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
      .map(([key, value]) => [key, open(value)]),
  );
}

/** Merges several response schemas into one: it has every field, and requires those that all of them have. */
export function merged(schemas: readonly ObjectSchema[]): ObjectSchema {
  const properties: Record<string, unknown> = {};
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(schema.properties)) {
      const other = properties[name];
      const isNew = other === undefined || JSON.stringify(other) === JSON.stringify(property);
      properties[name] = isNew ? property : { anyOf: [other, property] };
    }
  }
  const required = Object.keys(properties).filter((name) =>
    schemas.every((schema) => schema.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}
