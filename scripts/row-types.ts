import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Row types from prisma/schema, the one truth about columns. Only field lines matter here, so the schema is read
// by hand and nothing has to be installed. The types say what our driver returns (src/kernel/data/database.ts).

const schemaDirectory = fileURLToPath(new URL('../prisma/schema', import.meta.url));

/** The committed file that holds the generated types. */
export const rowTypesFile = fileURLToPath(new URL('../src/kernel/data/tables.ts', import.meta.url));

const HEADER = `// Made from prisma/schema by \`npm run db:types\`; not to be edited. One type per table: its columns as the driver
// returns them. Rooms pick columns from here with \`Row\` (row.ts) and never write them by hand.

export type Tables = {
`;

const scalarTypes: Record<string, string> = {
  String: 'string',
  DateTime: 'string',
  Boolean: 'boolean',
  Int: 'number',
  BigInt: 'number',
  Float: 'number',
  Bytes: 'Buffer',
  // The room that owns the column knows its shape: see \`Narrow\` in row.ts.
  Json: 'unknown',
};

function columnType(type: string, where: string): string {
  // Types that Prisma has no name for, such as tsvector, arrive as text.
  if (type.startsWith('Unsupported(')) return 'string';
  const found = scalarTypes[type];
  if (!found) throw new Error(`${where}: no TypeScript type is known for ${type}`);
  return found;
}

const FIELD = /^\s+(\w+)\s+(Unsupported\("\w+"\)|\w+)(\[\])?(\?)?(?:\s|$)/;

function columnLine(line: string, where: string): string | null {
  const field = FIELD.exec(line);
  if (!field) return null;
  const [, name, type, list = '', optional] = field;
  const single = columnType(type!, where);
  const isNullable = optional !== undefined && single !== 'unknown';
  return `    ${name}: ${single}${list}${isNullable ? ' | null' : ''};`;
}

function modelType(model: string, body: string): [table: string, text: string] {
  const table = /^\s+@@map\("(\w+)"\)/m.exec(body)?.[1] ?? model;
  const fields = body.replace(/(^\s*\/\/\/.*\n)*^\s*@@.*\n/gm, '');
  const lines = fields.split('\n').filter((line) => line.trim() !== '');
  const columns = lines.map((line) => {
    const comment = /^\s*\/\/\/ (.*)/.exec(line)?.[1];
    if (comment !== undefined) return `    /** ${comment} */`;
    const column = columnLine(line, `model ${model}`);
    if (column === null) throw new Error(`model ${model}: cannot read "${line.trim()}"`);
    return column;
  });
  return [table, `  ${table}: {\n${columns.join('\n')}\n  };\n`];
}

/** The text of the generated file for the schema as it is now. */
export async function rowTypes(directory: string = schemaDirectory): Promise<string> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.prisma'));
  const sources = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const models = [...sources.join('\n').matchAll(/^model (\w+) \{\n(.*?)^\}/gms)];
  const tables = models
    .map(([, model, body]) => modelType(model!, body!))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${HEADER}${tables.map(([, text]) => text).join('')}};\n`;
}
