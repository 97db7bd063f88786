import {
  byGroup,
  camel,
  type Field,
  itemOf,
  type Model,
  type Operation,
  pascal,
  refName,
  resolved,
  type Schema,
} from './model.ts';

/** Writes the generated half of `packages/sdk`: the types of every schema, and a method for every operation. */

const HEADER = `// Made from the OpenAPI document by \`node scripts/packages.ts\`. Do not edit it.\n`;

export function typeText(schema: Schema): string {
  const name = refName(schema);
  if (name) return name;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ');
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return options.map(typeText).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeText({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `Array<${typeText(schema.items ?? {})}>`;
    case 'object':
      return objectText(schema);
    default:
      return 'unknown';
  }
}

function objectText({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeText(additionalProperties)}>`
      : 'Record<string, unknown>';
  const lines = Object.entries(properties as Record<string, Schema>).map(
    ([name, field]) =>
      `${comment(field.description)}  ${key(name)}${required.includes(name) ? '' : '?'}: ${typeText(field)};\n`,
  );
  return `{\n${lines.join('')}}`;
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A comment cannot hold its own end. */
const safe = (text: string): string => text.replaceAll('*/', '* /');

function comment(text: string | undefined, indent = '  '): string {
  if (!text) return '';
  const lines = safe(text).split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

export function typesFile({ schemas, errorCodes }: Model): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeText(schema)};\n`,
  );
  const codes = `/** Every error code that an operation names. Newer servers may have more. */\nexport type ErrorCode =\n${errorCodes
    .map((code) => `  | '${code}'`)
    .join('\n')};\n`;
  return [HEADER, ...types, codes].join('\n');
}

/** The caller's arguments in addition to the ids in the path. */
function inputText({ query, headers, body }: Operation): string {
  const fields = [...query, ...headers];
  const own = fields.length === 0 ? [] : [`{ ${fields.map(fieldText).join('; ')} }`];
  if (!body) return own.join('');
  if (!body.isJson) return [...own, '{ body: RawBody }'].join(' & ');
  return [...own, typeText(body.schema)].join(' & ');
}

const fieldText = ({ name, required, schema }: Field): string =>
  `${key(name)}${required ? '' : '?'}: ${typeText(schema)}`;

function needsInput({ query, headers, body }: Operation, schemas: Record<string, Schema>): boolean {
  if ([...query, ...headers].some(({ required }) => required)) return true;
  if (!body) return false;
  return !body.isJson || (resolved(body.schema, schemas).required ?? []).length > 0;
}

function answerText({ answer }: Operation, schemas: Record<string, Schema>): string {
  const union = answer.schemas.map(typeText).join(' | ');
  switch (answer.kind) {
    case 'page':
      return `Pages<${typeText(itemOf(answer.schemas[0]!, schemas))}, ${union}>`;
    case 'json':
      return `Promise<${union}>`;
    case 'none':
      return 'Promise<void>';
    case 'text':
    case 'redirect':
      return 'Promise<string>';
    case 'file':
      return 'Promise<Response>';
    case 'lines':
      return 'AsyncIterable<unknown>';
  }
}

const specName = (id: string): string => id.replaceAll('.', '_');

function specText(operation: Operation): string {
  const { id, method, path, query, headers, takesKey, body, answer } = operation;
  const parts = [
    `id: '${id}'`,
    `method: '${method}'`,
    `path: '${path}'`,
    ...(query.length > 0 ? [`query: ${JSON.stringify(query.map(({ name }) => name))}`] : []),
    ...(headers.length > 0 ? [`headers: ${JSON.stringify(headers.map(({ name }) => name))}`] : []),
    ...(body ? [`body: '${body.contentType}'`] : []),
    ...(takesKey ? ['takesKey: true'] : []),
    `answer: '${answer.kind}'`,
  ];
  return `  ${specName(id)}: { ${parts.join(', ')} },\n`;
}

const reader: Record<Operation['answer']['kind'], string> = {
  page: 'pages',
  json: 'call',
  none: 'call',
  text: 'call',
  file: 'call',
  redirect: 'call',
  lines: 'lines',
};

function methodText(operation: Operation, schemas: Record<string, Schema>): string {
  const { id, name, pathParams, answer, streams, summary, description } = operation;
  const ids = pathParams.map((param) => `${camel(param.name)}: string`);
  const given = inputText(operation);
  const input = given ? [needsInput(operation, schemas) ? `input: ${given}` : `input: ${given} = {}`] : [];
  const parameters = [...ids, ...input, 'options: CallOptions = {}'].join(', ');
  const passed = `spec.${specName(id)}, [${pathParams.map((param) => camel(param.name)).join(', ')}], ${given ? 'input' : '{}'}, options`;
  const doc = comment(`${summary}. ${description}`);
  const method = `${doc}  ${camel(name)}(${parameters}): ${answerText(operation, schemas)} {\n    return this.#caller.${reader[answer.kind]}(${passed});\n  }\n`;
  if (!streams) return method;
  const streamed = comment(`${summary}, as server-sent events. ${description}`);
  return `${method}\n${streamed}  ${camel(name)}Stream(${parameters}): AsyncIterable<StreamEvent> {\n    return this.#caller.stream(${passed});\n  }\n`;
}

export function operationsFile({ version, operations, schemas }: Model): string {
  const groups = [...byGroup(operations)];
  const classes = groups.map(
    ([group, members]) =>
      `export class ${pascal(group)}Calls {\n  readonly #caller: Caller;\n\n  constructor(caller: Caller) {\n    this.#caller = caller;\n  }\n\n${members
        .map((member) => methodText(member, schemas))
        .join('\n')}}\n`,
  );
  const body = classes.join('\n');
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(stripComments(body)));
  return [
    HEADER,
    `import type { CallOptions, Caller, RawBody, Spec, StreamEvent } from '../caller.ts';`,
    `import type { Pages } from '../pages.ts';`,
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n`,
    `/** The version of the API that this was made from. */\nexport const apiVersion = '${version}';\n`,
    `/** Every operation of the document, by its id with dots as underscores. */\nexport const spec = {\n${operations.map(specText).join('')}} as const satisfies Record<string, Spec>;\n`,
    body,
    `/** All operations, by the groups of the document. */\nexport class AllCalls {\n${groups
      .map(([group]) => `  readonly ${camel(group)}: ${pascal(group)}Calls;\n`)
      .join('')}\n  constructor(caller: Caller) {\n${groups
      .map(([group]) => `    this.${camel(group)} = new ${pascal(group)}Calls(caller);\n`)
      .join('')}  }\n}\n`,
  ].join('\n');
}

const stripComments = (text: string): string => text.replace(/\/\*\*[\s\S]*?\*\//g, '');
