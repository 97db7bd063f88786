// Writes the tables of docs/spec that the catalogues of the code decide: `npx node scripts/spec-tables.ts`.
// Everything from src is imported in scripts/spec/sources.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { limitRows } from './spec/limit-rows.ts';
import { code, codes, fillBlocks, table } from './spec/markdown.ts';
import {
  type Field,
  fieldsOf,
  type JsonSchema,
  type KnownEnums,
  namesIn,
  schemaText,
} from './spec/schema-text.ts';
import {
  type AnyOperation,
  audienceOf,
  auditActions,
  bucketsOf,
  declaredDocument,
  errorCatalogue,
  eventOf,
  eventTypeCatalogue,
  eventTypes,
  idPrefixes,
  keyRuleOf,
  type Level,
  loadConfig,
  openOperations,
  operations,
  permissionCatalogue,
  permissions,
  plans,
  policyEntries,
  requiredPermissions,
  rolePermissions,
  toolCatalogue,
  toolWords,
} from './spec/sources.ts';

export const root = resolve(import.meta.dirname, '..');
export const specFolder = join(root, 'docs/spec');

const knownEnums: KnownEnums = [
  { name: '[event type](6-events.md#64-event-types)', values: eventTypes },
  { name: '[permission](5-authentication.md)', values: permissions },
  { name: '[tool or group of tools](../mcp.md#fewer-tools-whole-schemas)', values: toolWords },
];

const inWords = (schema: JsonSchema): string => schemaText(schema, knownEnums);

const levelLetters: Record<Level, string> = { platform: 'P', partner: 'R', tenant: 'T', identity: 'I' };
const lettersOf = (levels: readonly Level[]): string => levels.map((level) => levelLetters[level]).join(' ');

/** The served document, whose fields the tables of inputs and shapes are. */
type Document = {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema> };
};
type OpenApiOperation = {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, { description: string }>;
};

export const document = declaredDocument(
  loadConfig({ NODE_ENV: 'production' }),
  openOperations,
) as unknown as Document;

const roomOf = ({ name }: AnyOperation): string => name.slice(0, name.indexOf('.'));

/** Operations by room (`tenants`) or by name (`keys.me`), in the order of the names; `-keys.me` leaves one out. */
export function selectOperations(names: readonly string[]): AnyOperation[] {
  const left = new Set(names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)));
  return names.flatMap((name) =>
    operations.filter(
      (operation) => (roomOf(operation) === name || operation.name === name) && !left.has(operation.name),
    ),
  );
}

const idempotencyOf = (operation: AnyOperation): string =>
  operation.method === 'POST' ? keyRuleOf(operation) : '';

function operationsTable(names: readonly string[]): string {
  const rows = selectOperations(names).map((operation) => {
    const buckets = bucketsOf(operation).filter((bucket) => bucket !== 'api');
    const own = [...(operation.target.param ? [operation.target.notFound] : []), ...operation.errors];
    return [
      `${code(`${operation.method} ${operation.path}`)} ${code(operation.name)}`,
      `${operation.summary}.`,
      codes(requiredPermissions(operation)) || 'any key',
      lettersOf(operation.levels),
      [idempotencyOf(operation), ...buckets].filter(Boolean).join(', '),
      Object.keys(operation.responses).join(', '),
      codes([...new Set(own)] as string[]),
    ];
  });
  return table(
    ['Call', 'Effect', 'Permission', 'Levels', 'Idempotency, buckets', 'Success', 'Errors of its own'],
    rows,
  );
}

const isOpen = ({ security }: OpenApiOperation): boolean => security?.length === 0;

function openRoutesTable(): string {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isOpen(operation))
      .map(([method, { summary, responses }]) => {
        const statuses = Object.keys(responses);
        return [
          code(`${method.toUpperCase()} ${path}`),
          `${summary}.`,
          statuses.filter((status) => status < '300').join(', '),
          Object.entries(responses)
            .filter(([status]) => status >= '300')
            .flatMap(([, { description }]) =>
              [...description.matchAll(/^- (`\w+`)/gm)].map((found) => found[1]!),
            )
            .join(', '),
        ];
      }),
  );
  return table(['Call', 'Effect', 'Success', 'Errors of its own'], rows);
}

/** Inputs that every call of their kind has alike: section 4.1 says them once. */
const isCommon = ({ name, schema }: { name: string; schema: JsonSchema }): boolean =>
  name === 'cursor' || name === 'Idempotency-Key' || (name === 'limit' && schema.default === 25);

type Input = Field & { place: string; description: string };

function inputsOf({ method, path, pathParams }: AnyOperation): Input[] {
  const { parameters = [], requestBody } = document.paths[path]![method.toLowerCase()]!;
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema ? [schema] : []));
  const isOwnId = (name: string): boolean => pathParams.includes(name) && name.endsWith('_id');
  return [
    ...parameters
      .filter((parameter) => !isCommon(parameter) && !isOwnId(parameter.name))
      .map(({ name, in: place, required, schema, description }) => ({
        path: name,
        place,
        schema,
        required: required ?? false,
        description: description ?? schema.description ?? '',
      })),
    ...bodies
      .flatMap((schema) => fieldsOf(schema))
      .map((field) => ({ ...field, place: 'body', description: field.schema.description ?? '' })),
  ];
}

const inputText = ({ schema, required }: Field): string => {
  const fallback = schema.default == null ? '' : `; default ${code(JSON.stringify(schema.default))}`;
  return `${inWords(schema)}${fallback}${required ? '; **required**' : ''}`;
};

function inputsTable(names: readonly string[]): string {
  const rows = selectOperations(names).flatMap((operation) =>
    inputsOf(operation).map((input) => [
      code(operation.name),
      code(input.path),
      input.place,
      inputText(input),
      input.description,
    ]),
  );
  return table(['Operation', 'Input', 'In', 'Form', 'Meaning'], rows);
}

/** A component of the served document; `beyond` leaves out the fields of another one. */
function shapeTable([name, , other]: readonly string[]): string {
  const shape = document.components.schemas[name!];
  if (!shape) throw new Error(`The OpenAPI document has no shape called ${name}.`);
  const had = new Set(Object.keys((other && document.components.schemas[other]?.properties) || {}));
  const rows = fieldsOf(shape)
    .filter(({ path }) => !had.has(path.split(/[.[]/, 1)[0]!))
    .map((field) => [
      `${code(field.path)}${field.required ? '' : ' (may be absent)'}`,
      inWords(field.schema),
      field.schema.description ?? '',
    ]);
  return table(['Field', 'Form', 'Meaning'], rows);
}

function errorsTable(): string {
  const rows = Object.entries(errorCatalogue)
    .map(([name, entry]) => ({ name, ...entry }))
    .sort((a, b) => a.status - b.status)
    .map(({ name, status, retryable, message, fix }) => [
      String(status),
      code(name),
      retryable ? 'yes' : 'no',
      message,
      fix,
    ]);
  return table(['HTTP', 'Code', 'Retryable', 'Message', 'Fix'], rows);
}

const sequences: Record<string, string> = {
  identity: 'its identity',
  'identity?': 'its identity, or none',
  domain: 'its domain',
  job: 'its job',
  none: 'none',
};

const audiences = {
  tenant: 'tenant, partner, platform',
  operators: 'partner, platform',
  endpoint: 'the tested endpoint',
} as const;

function eventsTable(): string {
  const rows = eventTypes.map((type) => {
    const { owner, payload } = eventOf(type);
    const schema = z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
    return [
      code(type),
      `When ${eventTypeCatalogue[type].when}.`,
      namesIn(schema, knownEnums),
      sequences[owner] ?? owner,
      audiences[audienceOf(type)],
    ];
  });
  return table(['Type', 'Recorded', 'Fields of `data`', '`sequence` of', 'Endpoints of'], rows);
}

function policyTable(): string {
  const rows = policyEntries.map(({ path, field }) => [
    code(path),
    code(JSON.stringify(field.default)),
    inWords(z.toJSONSchema(field.schema) as JsonSchema),
    field.class,
    field.description,
  ]);
  return table(['Field', 'Default', 'Form', 'Class', 'Meaning'], rows);
}

const permissionsTable = (): string =>
  table(
    ['Permission', 'Allows', 'Levels that can hold it'],
    permissions.map((name) => {
      const { allows, levels } = permissionCatalogue[name];
      return [code(name), allows, lettersOf(levels)];
    }),
  );

const rolesTable = (): string =>
  table(
    ['Role', 'Permissions'],
    Object.entries(rolePermissions).map(([role, held]) => [code(role), codes(held)]),
  );

const idsTable = (): string =>
  table(
    ['Prefix', 'Object'],
    Object.entries(idPrefixes).map(([kind, prefix]) => [
      code(`${prefix}_`),
      kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    ]),
  );

const auditTable = (): string =>
  table(
    ['Action', 'Meaning'],
    Object.entries(auditActions).map(([action, did]) => [code(action), `Somebody ${did}.`]),
  );

const plansTable = (): string =>
  table(
    ['Plan', 'Price', 'Included', 'Top-ups', 'Support'],
    plans.map(({ plan_id, price, currency, interval, included, topups, support }) => [
      code(plan_id),
      `${price / 100} ${currency.toUpperCase()} per ${interval}`,
      Object.entries(included)
        .map(([feature, amount]) => `${code(feature)} ${amount.toLocaleString('en-US')}`)
        .join(', '),
      topups ? 'yes' : 'no',
      support,
    ]),
  );

function toolsTable(): string {
  const rows = [...toolCatalogue().values()].map(({ tool, bindings, input }) => {
    const schema = z.toJSONSchema(input('several'), { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    const names = fieldsOf({ ...schema, properties: topLevel(schema) }).map(
      ({ path, required }) => `${code(path)}${required ? ' (required)' : ''}`,
    );
    return [
      code(tool.name),
      `${tool.title}.`,
      codes(bindings.map(({ operation }) => operation.name)),
      names.join(', '),
    ];
  });
  return table(['Tool', 'Effect', 'Operations', 'Arguments with a tenant key'], rows);
}

/** The properties alone, without their own fields. */
const topLevel = ({ properties = {} }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, {}]));

/** The README has the list that its own test holds against the schema of the environment. */
function variablesTable(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (`[A-Z0-9_]+`) +\| (.+?) +\| (.+?) +\|$/gm)];
  return table(
    ['Variable', 'Default', 'Meaning'],
    rows.map(([, name, fallback, meaning]) => [name!, fallback!, meaning!]),
  );
}

const writers: Record<string, (args: readonly string[]) => string> = {
  operations: operationsTable,
  inputs: inputsTable,
  'open-routes': openRoutesTable,
  shape: shapeTable,
  errors: errorsTable,
  events: eventsTable,
  limits: ([section]) => table(['Limit', 'Value'], limitRows(section!)),
  policy: policyTable,
  permissions: permissionsTable,
  roles: rolesTable,
  ids: idsTable,
  audit: auditTable,
  plans: plansTable,
  tools: toolsTable,
  variables: variablesTable,
};

/** The text between the markers `<!-- generated: block -->` and `<!-- end -->`. */
export function writeBlock(block: string): string {
  const [kind = '', ...args] = block.split(' ');
  const write = writers[kind];
  if (!write) throw new Error(`There is no generated table called ${kind}.`);
  return `\n${write(args)}\n`;
}

/** Shapes of the served document that a reader has to know, by name. */
export const shapeNames = (): string[] =>
  Object.keys(document.components.schemas).filter((name) => !name.startsWith('__'));

export const specFiles = (): string[] =>
  readdirSync(specFolder)
    .filter((name) => name.endsWith('.md'))
    .sort();

export const readSpec = (name: string): string => readFileSync(join(specFolder, name), 'utf8');

function main(): void {
  for (const name of specFiles()) {
    const before = readSpec(name);
    const after = fillBlocks(before, writeBlock);
    if (after === before) continue;
    writeFileSync(join(specFolder, name), after);
    console.log(`docs/spec/${name}: written.`);
  }
}

if (import.meta.main) main();
