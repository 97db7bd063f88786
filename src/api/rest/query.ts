import type { z } from 'zod';
import type { FieldError } from '#kernel/catalogue/errors.ts';
import { type AnyOperation, placeOf } from '#kernel/operation/operation.ts';
import type { ReadInput } from './body.ts';

type Kind = 'number' | 'boolean' | 'array' | 'text';

/** The type of a query parameter, read from its schema without wrappers such as optional and default. */
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
 * Text that is neither stays text, so that the schema reports the field.
 */
export function readQuery(operation: AnyOperation, search: URLSearchParams): ReadInput {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const name of new Set(search.keys())) {
    const schema = shapeOf(operation, name);
    if (!schema || placeOf(operation, name) !== 'query') {
      errors.push({
        path: name.slice(0, 200),
        message: 'Unknown query parameter: remove it, or correct its name.',
      });
      continue;
    }
    const texts = search.getAll(name);
    if (texts.length > 1 && kindOf(schema) !== 'array')
      errors.push({ path: name, message: 'Send this parameter only once.' });
    values[name] = readValue(kindOf(schema), texts);
  }
  return { values, errors };
}

/** Uses own properties only: a plain lookup would find `constructor` on every object. */
const shapeOf = (operation: AnyOperation, name: string): z.ZodType | undefined =>
  Object.hasOwn(operation.input.shape, name) ? (operation.input.shape[name] as z.ZodType) : undefined;

function readValue(kind: Kind, texts: string[]): unknown {
  if (kind === 'array') return texts.flatMap((text) => text.split(',')).filter((item) => item !== '');
  const text = texts[0]!;
  if (kind === 'number' && NUMBER.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
