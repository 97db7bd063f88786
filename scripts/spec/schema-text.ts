import { code } from './markdown.ts';

/** As much of JSON Schema as the OpenAPI document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: readonly (string | number)[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
};

/** Long lists of values that a chapter has a table of, by a name that links there. */
export type KnownEnums = readonly { name: string; values: readonly string[] }[];

const NULL: JsonSchema = { type: 'null' };
const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The alternatives of a schema, each without `null`, and whether null is one. */
function alternatives(schema: JsonSchema): { forms: JsonSchema[]; nullable: boolean } {
  const list = schema.anyOf ?? schema.oneOf ?? [schema];
  const all = list.flatMap((form) =>
    Array.isArray(form.type) ? form.type.map((type) => ({ ...form, type })) : [form],
  );
  return { forms: all.filter((form) => !isNull(form)), nullable: all.some(isNull) };
}

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** A schema in words: `string, 1 to 200 characters, or null`. */
export function schemaText(schema: JsonSchema, known: KnownEnums): string {
  const { forms, nullable } = alternatives(schema);
  const texts = [...new Set(forms.map((form) => formText(form, known)))];
  return [...texts, ...(nullable ? ['null'] : [])].join(' or ') || 'any JSON';
}

function formText(schema: JsonSchema, known: KnownEnums): string {
  if (schema.$ref) return nameOfRef(schema.$ref);
  if (schema.enum) return enumText(schema.enum.map(String), known);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'base64') return 'base64';
  const prefix = /^\^([a-z]{3})_\[0-7\]/.exec(schema.pattern ?? '')?.[1];
  if (prefix) return code(`${prefix}_`);
  if (schema.type === 'array') return `list of ${itemText(schema, known)}${rangeText(schema)}`;
  if (schema.type === 'object' || schema.properties) return 'object';
  return `${schema.type ?? 'any JSON'}${rangeText(schema)}`;
}

/** The one tuple that there is: a header field. */
const itemText = ({ items }: JsonSchema, known: KnownEnums): string => {
  if (!items) return 'any JSON';
  return items.prefixItems ? '[name, value]' : schemaText(items, known);
};

function enumText(values: readonly string[], known: KnownEnums): string {
  const found = known.find((list) => list.values.every((value) => values.includes(value)));
  if (!found) return values.map(code).join(', ');
  const others = values.filter((value) => !found.values.includes(value));
  return [...others.map(code), found.name].join(' or ');
}

const SAFE = Number.MAX_SAFE_INTEGER;

function rangeText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const least = minimum === -SAFE ? undefined : minimum;
  const most = maximum === SAFE ? undefined : maximum;
  return [
    between(least, most, ''),
    between(minLength || undefined, maxLength, ' characters'),
    between(minItems || undefined, maxItems, ' items'),
    ...(pattern && pattern.length <= 60 ? [`, ${code(pattern)}`] : []),
  ].join('');
}

const number = (value: number): string => value.toLocaleString('en-US');

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `, ${number(least)} to ${number(most)}${unit}`;
  if (least !== undefined) return `, at least ${number(least)}${unit}`;
  return most === undefined ? '' : `, at most ${number(most)}${unit}`;
}

export type Field = { path: string; schema: JsonSchema; required: boolean };

/** The fields of an object, those of objects within it as `owner.name` and `features[].used`. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const required = schema.required?.includes(name) ?? false;
    const { forms } = alternatives(field);
    const inner = forms.length === 1 ? innerOf(forms[0]!) : null;
    const own = { path, schema: field, required };
    return inner ? [own, ...fieldsOf(inner.schema, `${path}${inner.suffix}`)] : [own];
  });
}

function innerOf(form: JsonSchema): { schema: JsonSchema; suffix: string } | null {
  if (form.properties) return { schema: form, suffix: '.' };
  const item = form.type === 'array' && form.items ? alternatives(form.items).forms : [];
  const [only] = item.length === 1 ? item : [];
  return only?.properties ? { schema: only, suffix: '[].' } : null;
}

/** The names in an object, as short as they can be: `{address, name}`. */
export const namesIn = (schema: JsonSchema, known: KnownEnums): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, field]) => `${code(name)}${shortForm(field, known)}`)
    .join(', ');

function shortForm(field: JsonSchema, known: KnownEnums): string {
  const { forms, nullable } = alternatives(field);
  const form = forms.length === 1 ? forms[0]! : NULL;
  const orNull = nullable ? ' or null' : '';
  if (form.enum) return ` (${enumText(form.enum.map(String), known)}${orNull})`;
  if (form.const !== undefined) return ` (always ${code(JSON.stringify(form.const))})`;
  return nullable ? ' (or null)' : '';
}
