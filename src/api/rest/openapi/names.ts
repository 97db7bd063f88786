/**
 * Gives every object and enum of the document a name, so that code generators do not have to invent one. A name
 * is derived from the position: the component and the property, or the operation and the part. The same property with the
 * same schema has one name wherever it occurs.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema as plain data, whatever its form
type Schema = Record<string, any>;
type Content = Record<string, { schema?: Schema }>;
type Entry = {
  operationId: string;
  parameters?: (Schema & { name: string; schema: Schema })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths?: object;
  components?: { schemas?: Record<string, Schema>; pathItems?: object };
};

/** Keywords that describe a use of a schema; they stay next to the reference. */
const ofUse = ['description', 'default', 'example', 'examples', 'deprecated'];

/** The name of a type for `messages.send` or `message_received`. */
export const pascal = (text: string): string =>
  text.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase());

/** Changes the document in place. @throws Error when two different schemas would have one name */
export function nameSchemas<D extends Document>(document: D): D {
  const schemas = document.components!.schemas!;
  const names = new Names(schemas);
  // Short names come first, so that parts that `Message` shares with `QuarantinedMessage` are named after `Message`.
  const own = Object.keys(schemas).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const name of own) names.nameParts(schemas[name]!, name);
  for (const entries of [document.paths, document.components!.pathItems])
    for (const methods of Object.values(entries ?? {}))
      for (const entry of Object.values(methods as object)) names.nameEntry(entry as Entry);
  for (const [name, schema] of Object.entries(schemas)) nameMembers(name, schema);
  return document;
}

/** Go has one name space for the members of all enums. */
function nameMembers(name: string, schema: Schema): void {
  if (!schema.enum) return;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  schema['x-enum-varnames'] = schema.enum.map((member: string) =>
    `${words}_${member === '*' ? 'any' : member}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
  );
}

class Names {
  readonly #schemas: Record<string, Schema>;
  /** Names by property and schema. */
  readonly #known = new Map<string, string>();
  /** The schema of each name that was assigned here. */
  readonly #texts = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  nameEntry({ operationId, parameters = [], requestBody, responses }: Entry): void {
    const operation = pascal(operationId);
    for (const parameter of parameters)
      parameter.schema = this.#named(
        parameter.schema,
        `${operation}${pascal(parameter.name)}`,
        parameter.name,
      );
    for (const media of Object.values(requestBody?.content ?? {}))
      media.schema = this.#named(media.schema!, `${operation}Request`, '');
    for (const { content = {} } of Object.values(responses))
      for (const media of Object.values(content))
        if (media.schema) media.schema = this.#named(media.schema, responseName(operation, media.schema), '');
  }

  /** Names the parts of a schema that has a name. */
  nameParts(schema: Schema, name: string): void {
    for (const [property, value] of Object.entries(schema.properties ?? {}))
      schema.properties[property] = this.#named(value as Schema, `${name}${pascal(property)}`, property);
    for (const [keyword, each] of nested(schema))
      schema[keyword] = this.#named(schema[keyword], `${name}${each}`, '');
    for (const [index, option] of (schema.anyOf ?? []).entries())
      schema.anyOf[index] = this.#named(option, optionName(name, schema.anyOf, index), '');
  }

  /** The schema, or a reference to it under a name if generators would have to invent one. */
  #named(schema: Schema, name: string, property: string): Schema {
    if (!needsName(schema)) {
      this.#nameInside(schema, name, property);
      return schema;
    }
    const [use, body] = split(schema);
    return { $ref: `#/components/schemas/${this.#register(body, name, property)}`, ...use };
  }

  #nameInside(schema: Schema, name: string, property: string): void {
    if (schema.items) schema.items = this.#named(schema.items, singular(name), property);
    if (isSchema(schema.additionalProperties))
      schema.additionalProperties = this.#named(schema.additionalProperties, `${name}Value`, property);
    const { anyOf } = schema;
    for (const [index, option] of (anyOf ?? []).entries())
      anyOf[index] = this.#named(option, optionName(name, anyOf, index), property);
  }

  #register(body: Schema, name: string, property: string): string {
    const identity = `${property || name} ${JSON.stringify(body)}`;
    const known = this.#known.get(identity);
    if (known) return known;
    this.#known.set(identity, name);
    if (this.#texts.get(name) === JSON.stringify(body)) return name;
    if (this.#schemas[name]) throw new Error(`OpenAPI document: two schemas would have the name ${name}.`);
    this.#texts.set(name, JSON.stringify(body));
    this.#schemas[name] = body;
    this.nameParts(body, name);
    return name;
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const needsName = (schema: Schema): boolean =>
  schema.enum !== undefined || (schema.type === 'object' && schema.properties !== undefined);

/** Keywords of a named schema that hold another schema, and how they add to its name. */
const nested = (schema: Schema): [string, string][] =>
  (
    [
      ['items', 'Item'],
      ['additionalProperties', 'Value'],
    ] as [string, string][]
  ).filter(([keyword]) => isSchema(schema[keyword]));

function optionName(name: string, options: Schema[], index: number): string {
  const others = options.filter((option) => option.type !== 'null');
  return others.length < 2 ? name : `${name}Option${index + 1}`;
}

/** A page is named after its items. */
function responseName(operation: string, { properties }: Schema): string {
  const item = properties?.next_cursor && (properties.data?.items?.$ref as string | undefined);
  return item && Object.keys(properties).length === 2
    ? `${item.slice(item.lastIndexOf('/') + 1)}Page`
    : `${operation}Result`;
}

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/(?<!s)s$/, '');

function split(schema: Schema): [use: Schema, body: Schema] {
  const use: Schema = {};
  const body: Schema = {};
  for (const [keyword, value] of Object.entries(schema))
    (ofUse.includes(keyword) ? use : body)[keyword] = value;
  return [use, body];
}
