// Writes the enums of all operations' answers as types, so that the console's words for them are complete or do not
// compile: `node scripts/api-enums.ts`. A test fails until the file fits the registry.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { consoleOperations, operations } from '#api/registry.ts';

type Node = Record<string, unknown>;

export const enumsFile = join(import.meta.dirname, '..', 'app/console/labels/api-enums.ts');

/** Codes of cryptography and DNS, which nobody translates. */
const notWords = new Set(['EdDSA', 'OKP', 'Ed25519', 'TXT|MX|CNAME']);

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function valuesOf(node: Node): string[] | null {
  const values = Array.isArray(node.enum) ? node.enum : node.const === undefined ? [] : [node.const];
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values : null;
}

/** Each enum with the field that has it: `Tenant.status`, or `usage.caps.…` where the shape has no name. */
function* enumsIn(node: unknown, path: string): Generator<[path: string, values: string[]]> {
  if (Array.isArray(node)) for (const each of node) yield* enumsIn(each, path);
  if (!isObject(node) || Array.isArray(node)) return;
  const values = valuesOf(node);
  if (values) yield [path, values];
  for (const [key, value] of Object.entries(node)) {
    const named = key === 'properties' || key === '$defs';
    if (named && isObject(value))
      for (const [name, field] of Object.entries(value))
        yield* enumsIn(field, key === '$defs' ? name : `${path}.${name}`);
    else if (!named && key !== 'examples' && key !== 'default' && isObject(value))
      yield* enumsIn(value, path);
  }
}

function answersOf(operation: { name: string; responses: object }): Node[] {
  return Object.values(operation.responses).flatMap((response) =>
    response instanceof z.ZodType ? [z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' })] : [],
  );
}

/** The text of the file: each enum once, under the first field that has it. */
export function enumTypes(): string {
  const found = new Map<string, { path: string; values: string[] }>();
  for (const operation of [...operations, ...consoleOperations]) {
    for (const [path, values] of answersOf(operation).flatMap((answer) => [
      ...enumsIn(answer, operation.name),
    ])) {
      const sorted = values.toSorted().join('|');
      const key = `${path.split('.').at(-1)} ${sorted}`;
      if (!notWords.has(values.join('|')) && !found.has(key)) found.set(key, { path, values });
    }
  }
  const lines = [...found.values()]
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, values }) => `  '${path}': ${values.map((value) => `'${value}'`).join(' | ')};`);
  return `// Made from the registry by \`node scripts/api-enums.ts\`. Do not edit it.\n\n/** Every enum in a response of the API, under the first field that has it. */\nexport type ApiEnums = {\n${lines.join('\n')}\n};\n`;
}

if (import.meta.main) writeFileSync(enumsFile, enumTypes());
