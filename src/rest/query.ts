import type { z } from 'zod';
import { type FieldError, invalidRequest } from '#kernel/errors.ts';
import { type AnyOperation, placeOf } from '#kernel/operation.ts';

type Kind = 'number' | 'boolean' | 'array' | 'text';

/** What a query parameter's text stands for, read off its schema, past optional, default and the like. */
function kindOf(schema: z.ZodType): Kind {
  const { def } = schema as unknown as { def: { type: string; innerType?: z.ZodType; in?: z.ZodType } };
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  if (inner) return kindOf(inner);
  if (def.type === 'number' || def.type === 'boolean' || def.type === 'array') return def.type;
  return 'text';
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The query string as input values: numbers and booleans read from their text, lists from commas or repetition.
 * Text that is neither stays text, so that the schema names the field. @throws AppError `invalid_request`
 */
export function readQuery(operation: AnyOperation, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const name of new Set(search.keys())) {
    const schema = operation.input.shape[name] as z.ZodType | undefined;
    if (!schema || placeOf(operation, name) !== 'query') {
      errors.push({ path: name.slice(0, 200), message: 'Unknown query parameter: remove it, or correct its name.' });
      continue;
    }
    const values = search.getAll(name);
    if (values.length > 1 && kindOf(schema) !== 'array') errors.push({ path: name, message: 'Give it once.' });
    input[name] = readValue(kindOf(schema), values);
  }
  if (errors.length > 0) throw invalidRequest(errors.slice(0, 100));
  return input;
}

function readValue(kind: Kind, values: string[]): unknown {
  if (kind === 'array') return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
  const text = values[0]!;
  if (kind === 'number' && NUMBER.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
