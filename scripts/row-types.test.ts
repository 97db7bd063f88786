import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { rowTypes, rowTypesFile } from './row-types.ts';

const committed = await readFile(rowTypesFile, 'utf8');

/** Columns of the generated file by table, each as `name: type`. */
const tables = [...committed.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\};/gms)].map(([, table, body]) => ({
  table: table!,
  columns: [...body!.matchAll(/^ {4}(\w+: .*);$/gm)].map(([, column]) => column!),
}));

it('the committed row types are those of prisma/schema (else: npm run db:types)', async () => {
  expect(await rowTypes()).toBe(committed);
});

it('the migrated database has the same tables, columns and nullability', async () => {
  const client = new pg.Client({ connectionString: inject('templateDatabaseUrl') });
  await client.connect();
  const { rows } = await client.query<{ name: string; nullable: boolean }>(
    `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'public' and table_name <> '_prisma_migrations'`,
  );
  await client.end();
  const columns = tables.flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`.split(': ') as [string, string]),
  );
  const inDatabase = new Map(rows.map(({ name, nullable }) => [name, nullable]));
  expect(columns.map(([name]) => name).sort()).toEqual([...inDatabase.keys()].sort());
  // A JSON column is `unknown`, null included; a list that was not filled is empty.
  const decided = columns.filter(([, type]) => type !== 'unknown' && !type.endsWith('[]'));
  const wrong = decided.filter(([name, type]) => type.endsWith('| null') !== inDatabase.get(name));
  expect(wrong).toEqual([]);
});

it('maps each type to what the driver returns', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'proofmail-row-types-'));
  const fields = [
    'id   String @id',
    '/// A comment.',
    'at   DateTime? @db.Timestamptz(3)',
    'day  DateTime @db.Date',
    'tags String[] @default([])',
    'n    BigInt? @default(0)',
    'raw  Bytes',
    'data Json?',
    'ts   Unsupported("tsvector")',
    '',
    '@@index([id, at(sort: Desc)])',
    '@@map("things")',
  ];
  await writeFile(
    join(directory, 'a.prisma'),
    `model Thing {\n${fields.map((line) => `  ${line}\n`).join('')}}\n`,
  );
  const text = await rowTypes(directory);
  await rm(directory, { recursive: true });
  expect(text.slice(text.indexOf('  things'))).toBe(
    [
      '  things: {',
      '    id: string;',
      '    /** A comment. */',
      '    at: string | null;',
      '    day: string;',
      '    tags: string[];',
      '    n: number | null;',
      '    raw: Buffer;',
      '    data: unknown;',
      '    ts: string;',
      '  };\n};\n',
    ].join('\n'),
  );
});

it('no row type is written by hand', () => {
  // Rows of the job engine's own tables, which the schema does not have.
  const repositories = globSync('src/**/{*repository,rows}.ts').concat(globSync('src/**/repository/*.ts'));
  const ours = repositories.filter((file) => file !== 'src/jobs/repository.ts');
  expect(ours.length).toBeGreaterThan(50);
  const byHand = ours.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\{([^{}]*)\}/g)].flatMap(([, block]) => {
      const fields = new Set(block!.split(/[;\n]/).map((line) => line.trim()));
      const copied = tables.find(({ columns }) => columns.filter((column) => fields.has(column)).length > 2);
      return copied ? [`${file} copies ${copied.table}: ${[...fields].join(' ').slice(0, 80)}`] : [];
    }),
  );
  expect(byHand).toEqual([]);
});
