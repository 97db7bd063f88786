import { type Html, html, withCode } from './reference-html.ts';

/** The parts of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Schemas = Readonly<Record<string, Schema>>;

const MAX_DEPTH = 4;
const REFERENCE = '#/components/schemas/';

/** The fields of an object; nested objects are collapsed. A schema within itself is only named. */
export function fieldsOf(schema: Schema, schemas: Schemas, within: readonly string[] = []): Html | null {
  const { schema: shape, path } = opened(schema, schemas, within);
  if (!shape || path.length > MAX_DEPTH) return null;
  const options = (shape.anyOf ?? shape.oneOf ?? shape.allOf)?.filter(({ type }) => type !== 'null');
  if (options?.length === 1) return fieldsOf(options[0]!, schemas, path);
  if (options) return optionsOf(options, schemas, path);
  if (shape.type === 'array' && shape.items) return fieldsOf(shape.items, schemas, path);
  if (!shape.properties) return null;
  const required = new Set(shape.required);
  const rows = Object.entries(shape.properties).map(([name, field]) =>
    fieldRow({ name, field, isRequired: required.has(name) }, schemas, path),
  );
  return html`<ul class="fields">${rows}</ul>`;
}

function optionsOf(options: readonly Schema[], schemas: Schemas, path: readonly string[]): Html | null {
  const shown = options
    .map((option) => ({ option, fields: fieldsOf(option, schemas, path) }))
    .filter(({ fields }) => fields !== null)
    .map(({ option, fields }) => html`<li>one of: ${typeOf(option, schemas)}${fields}</li>`);
  return shown.length > 0 ? html`<ul class="fields">${shown}</ul>` : null;
}

type Field = { name: string; field: Schema; isRequired: boolean };

export function fieldRow(
  { name, field, isRequired }: Field,
  schemas: Schemas,
  path: readonly string[] = [],
): Html {
  const inner = fieldsOf(field, schemas, [...path, '']);
  const { schema } = opened(field, schemas, []);
  const description = field.description ?? schema?.description;
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(field, schemas)}</span>${
    isRequired ? html` <b class="required">required</b>` : null
  }${description ? html`<div>${withCode(description)}</div>` : null}${
    inner ? html`<details><summary>Fields</summary>${inner}</details>` : null
  }</li>`;
}

/** The schema behind references; nothing if it is already being shown. */
function opened(schema: Schema, schemas: Schemas, path: readonly string[]) {
  if (!schema.$ref) return { schema, path };
  const name = schema.$ref.slice(REFERENCE.length);
  return path.includes(name)
    ? { schema: null, path }
    : { schema: schemas[name] ?? null, path: [...path, name] };
}

/** In words: `array of string, at most 20`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.$ref) {
    const name = schema.$ref.slice(REFERENCE.length);
    const shape = schemas[name];
    return shape && !shape.properties && !shape.anyOf && !shape.oneOf ? typeOf(shape, schemas) : name;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeOf(option, schemas)).join(' | ');
  if (schema.type === 'array')
    return [
      `array of ${schema.items ? typeOf(schema.items, schemas) : 'anything'}`,
      ...limitsOf(schema),
    ].join(', ');
  const type = [schema.type ?? 'anything'].flat().join(' | ');
  return [schema.format ? `${type} (${schema.format})` : type, ...limitsOf(schema)].join(', ');
}

function limitsOf(schema: Schema): string[] {
  const lower = schema.minimum ?? schema.minLength ?? schema.minItems;
  const upper = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const unit = schema.maxLength !== undefined ? ' characters' : schema.maxItems !== undefined ? ' items' : '';
  const isGiven = upper !== undefined && Math.abs(upper) < Number.MAX_SAFE_INTEGER;
  const limits = isGiven ? [lower ? `${lower} to ${upper}${unit}` : `at most ${upper}${unit}`] : [];
  return schema.default === undefined ? limits : [...limits, `default ${JSON.stringify(schema.default)}`];
}
