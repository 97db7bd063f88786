import {
  byGroup,
  type Field,
  itemOf,
  type Model,
  type Operation,
  pascal,
  refName,
  resolved,
  type Schema,
} from './model.ts';

/** Writes the generated half of `packages/python`: the types of every schema, and the methods, blocking and async. */

const HEADER = '# Made from the OpenAPI document by `node scripts/packages.ts`. Do not edit it.\n';

// `list` is a method of many groups, so the type has to be reached by another name.
const LIST = 'builtins.list';

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  )
    .split(' ')
    .concat('match', 'case', 'type'),
);

/** A Python name: `-` becomes `_`, and a keyword gets `_` at its end. */
const pythonName = (name: string): string => {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_').toLowerCase() === name ? name : snake(name);
  return keywords.has(plain) ? `${plain}_` : plain;
};
const snake = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase();

/** `typesPrefix` stands before the names of generated types. */
function typeText(schema: Schema, typesPrefix = ''): string {
  const name = refName(schema);
  if (name) return typesPrefix ? `${typesPrefix}${name}` : `"${name}"`;
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return union(options.map((each) => typeText(each, typesPrefix)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeText({ ...schema, type }, typesPrefix)));
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `${LIST}[${typeText(schema.items ?? {}, typesPrefix)}]`;
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `dict[str, ${typeText(schema.additionalProperties, typesPrefix)}]`
        : 'dict[str, Any]';
    default:
      return 'Any';
  }
}

const union = (texts: string[]): string => (texts.length === 1 ? texts[0]! : `Union[${texts.join(', ')}]`);
const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** Text for a docstring: no escape and no end of the string in it. */
const doc = (text: string, indent: string): string => {
  const lines = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  return `${indent}"""${lines.map((line, index) => (index && line ? `${indent}${line}` : line)).join('\n')}"""\n`;
};

export function pythonTypesFile({ schemas, errorCodes }: Model): string {
  const isObject = (schema: Schema): boolean => schema.type === 'object' && schema.properties !== undefined;
  const entries = Object.entries(schemas);
  const classes = entries
    .filter(([, schema]) => isObject(schema))
    .map(([name, schema]) => typedDict(name, schema));
  // After the classes: what they name as text may come later, what they are made of must exist.
  const aliases = entries
    .filter(([, schema]) => !isObject(schema))
    .map(([name, schema]) => `${name} = ${typeText(schema)}\n`);
  const codes = `ErrorCode = Literal[\n${errorCodes.map((code) => `    "${code}",\n`).join('')}]\n"""Every error code that an operation names. Newer servers may have more."""\n`;
  return [
    HEADER,
    'import builtins\nfrom typing import Any, Literal, NotRequired, TypedDict, Union\n\n',
    classes.join('\n\n'),
    '\n',
    aliases.join(''),
    '\n',
    codes,
  ].join('\n');
}

/** Keys that are no Python names need the functional form. */
function typedDict(name: string, { properties, required = [], description }: Schema): string {
  const fields = Object.entries(properties as Record<string, Schema>).map(([field, schema]) => ({
    field,
    type: required.includes(field) ? typeText(schema) : `NotRequired[${typeText(schema)}]`,
    description: schema.description as string | undefined,
  }));
  if (fields.some(({ field }) => keywords.has(field) || !/^[A-Za-z_]\w*$/.test(field)))
    return `${name} = TypedDict(\n    "${name}",\n    {\n${fields
      .map(({ field, type }) => `        "${field}": ${type},\n`)
      .join('')}    },\n)\n`;
  const head = description ? doc(description, '    ') : '';
  const body = fields
    .map(
      (each) => `    ${each.field}: ${each.type}\n${each.description ? doc(each.description, '    ') : ''}`,
    )
    .join('');
  return `class ${name}(TypedDict):\n${head}${body || '    pass\n'}`;
}

type Parameter = { name: string; wire: string; required: boolean; type: string };

/** Every input as a keyword: fields of the query, the header and the body. */
function parametersOf({ query, headers, body }: Operation, schemas: Record<string, Schema>): Parameter[] {
  const fields: Field[] = [...query, ...headers];
  if (body?.isJson) {
    const { properties = {}, required = [] } = resolved(body.schema, schemas);
    for (const [name, schema] of Object.entries(properties as Record<string, Schema>))
      fields.push({ name, required: required.includes(name), schema });
  }
  return fields.map(({ name, required, schema }) => ({
    name: pythonName(name),
    wire: name,
    required,
    type: typeText(schema, 't.'),
  }));
}

const takesRaw = ({ body }: Operation): boolean => body !== null && !body.isJson;
/** A JSON body without known fields is passed as one. */
const takesObject = ({ body }: Operation, schemas: Record<string, Schema>): boolean =>
  body?.isJson === true && !resolved(body.schema, schemas).properties;

function specText({ id, method, path, query, headers, body, takesKey, answer }: Operation): string {
  const list = (fields: Field[]): string =>
    `(${fields.map(({ name }) => `"${name}"`).join(', ')}${fields.length === 1 ? ',' : ''})`;
  return `Spec("${id}", "${method}", "${path}", ${list(query)}, ${list(headers)}, ${body ? `"${body.contentType}"` : 'None'}, ${takesKey ? 'True' : 'False'}, "${answer.kind}")`;
}

function answerText({ answer }: Operation, schemas: Record<string, Schema>, isAsync: boolean): string {
  switch (answer.kind) {
    case 'page':
      return `${isAsync ? 'AsyncPages' : 'Pages'}[${typeText(itemOf(answer.schemas[0]!, schemas), 't.')}]`;
    case 'json':
      return union(answer.schemas.map((each) => typeText(each, 't.')));
    case 'none':
      return 'None';
    case 'text':
    case 'redirect':
      return 'str';
    case 'file':
      return 'File';
    case 'lines':
      return isAsync ? 'AsyncIterator[Any]' : 'Iterator[Any]';
  }
}

const direct = new Set(['page', 'lines']);
const readers = { page: 'pages', lines: 'lines' } as Record<string, string>;

function methodText(operation: Operation, schemas: Record<string, Schema>, isAsync: boolean): string {
  const { name, pathParams, answer, streams, summary, description } = operation;
  const inputs = parametersOf(operation, schemas);
  const whole = takesRaw(operation)
    ? ['body: Union[bytes, str]']
    : takesObject(operation, schemas)
      ? ['body: dict[str, Any]']
      : [];
  const named = [
    ...whole,
    ...inputs.filter(({ required }) => required).map((each) => `${each.name}: ${each.type}`),
    ...inputs
      .filter(({ required }) => !required)
      .map((each) => `${each.name}: Union[${each.type}, NotGiven] = NOT_GIVEN`),
    'options: Optional[CallOptions] = None',
  ];
  const ids = pathParams.map((each) => `${pythonName(each.name)}: str`);
  const signature = ['self', ...ids, '*', ...named].map((each) => `        ${each},\n`).join('');
  const input =
    whole.length > 0
      ? `{${inputs.map(pair).join(', ')}}, options, body`
      : `{${inputs.map(pair).join(', ')}}, options`;
  const args = `_SPECS["${operation.id}"], (${pathParams.map((each) => `${pythonName(each.name)},`).join(' ')}), ${input}`;
  const text = doc(`${summary}. ${description}`, '        ');
  const define = (method: string, result: string, body: string, coroutine: boolean): string =>
    `    ${coroutine ? 'async ' : ''}def ${method}(\n${signature}    ) -> ${result}:\n${text}        return ${body}\n`;
  const waits = isAsync && !direct.has(answer.kind);
  const call = `${waits ? 'await ' : ''}self._caller.${readers[answer.kind] ?? 'call'}(${args})`;
  const method = define(pythonName(name), answerText(operation, schemas, isAsync), call, waits);
  if (!streams) return method;
  const result = `${isAsync ? 'AsyncIterator' : 'Iterator'}[StreamEvent]`;
  return `${method}\n${define(`${pythonName(name)}_stream`, result, `self._caller.stream(${args})`, false)}`;
}

const pair = ({ name, wire }: Parameter): string => `"${wire}": ${name}`;

function callsFile({ operations, schemas }: Model, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const groups = [...byGroup(operations)];
  const classes = groups.map(
    ([group, members]) =>
      `class ${prefix}${pascal(group)}Calls:\n    def __init__(self, caller: ${prefix}Caller) -> None:\n        self._caller = caller\n\n${members
        .map((member) => methodText(member, schemas, isAsync))
        .join('\n')}`,
  );
  const all = `class ${prefix}AllCalls:\n    """All operations, by the groups of the document."""\n\n    def __init__(self, caller: ${prefix}Caller) -> None:\n${groups
    .map(([group]) => `        self.${pythonName(group)} = ${prefix}${pascal(group)}Calls(caller)\n`)
    .join('')}`;
  const imports = isAsync
    ? 'from typing import Any, AsyncIterator, Literal, Optional, Union\n\nfrom . import _types as t\nfrom ._async_caller import AsyncCaller, AsyncPages'
    : 'from typing import Any, Iterator, Literal, Optional, Union\n\nfrom . import _types as t\nfrom ._caller import Caller, Pages';
  const specs = isAsync
    ? 'from ._sync import _SPECS\n'
    : `\n_SPECS = {\n${operations.map((operation) => `    "${operation.id}": ${specText(operation)},\n`).join('')}}\n`;
  return [
    `${HEADER}import builtins\n${imports}\nfrom ._spec import NOT_GIVEN, CallOptions, File, NotGiven, Spec, StreamEvent`.replace(
      isAsync ? ', Spec' : '\u0000',
      '',
    ),
    specs,
    `${classes.join('\n\n')}\n\n${all}`,
  ].join('\n');
}

export const syncFile = (model: Model): string => callsFile(model, false);
export const asyncFile = (model: Model): string => callsFile(model, true);
