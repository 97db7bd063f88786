import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { collectStatements } from './collect.ts';
import type { Collected } from './probe.ts';
import { type Ownership, tableOwners } from './table-owners.ts';

const { statements, unreached } = await collectStatements();

type Prepared = Collected & { columnTypes: string[]; reads: Set<string>; writes: Set<string> };
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] };

let database: TestDatabase;
let client: pg.Client;
const prepared: Prepared[] = [];
const broken: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const statement of statements) {
    await prepare(statement).then(
      (one) => prepared.push(one),
      (error: Error) =>
        broken.push(`${statement.file}:${statement.line}: ${error.message}\n${statement.text}`),
    );
  }
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The result of Postgres for a statement, which it parses and plans but does not run. */
async function prepare(statement: Collected): Promise<Prepared> {
  await client.query(`prepare statement as ${statement.text}`);
  try {
    const { rows: types } = await client.query<{ types: string[] | null }>(
      `select result_types::text[] as types from pg_prepared_statements where name = 'statement'`,
    );
    const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, format json) ${statement.text}`,
    );
    const found = {
      ...statement,
      columnTypes: types[0]!.types ?? [],
      reads: new Set<string>(),
      writes: new Set<string>(),
    };
    for (const { Plan } of plans[0]!['QUERY PLAN']) noteTables(Plan, found);
    return found;
  } finally {
    await client.query('deallocate statement');
  }
}

function noteTables(node: PlanNode, { reads, writes }: Prepared): void {
  // A part of a table that is partitioned by time counts as the table.
  const table = node['Relation Name']?.replace(/^(webhook_deliveries|events)_.+$/, '$1');
  if (table) (node['Node Type'] === 'ModifyTable' ? writes : reads).add(table);
  for (const child of node.Plans ?? []) noteTables(child, { reads, writes } as Prepared);
}

/** `src/mail/sending/dkim/dkim-repository.ts` becomes `mail/sending`; a wing with a single room is named alone. */
function roomOf(file: string): string {
  const [, wing, room] = file.split('/') as [string, string, string];
  return ['workspace', 'mailbox', 'mail', 'trust'].includes(wing) ? `${wing}/${room}` : wing;
}

it('finds every statement of the program', () => {
  expect(statements.length).toBeGreaterThan(600);
  expect(unreached, 'give these an example in examples-fixtures.ts').toEqual([]);
});

it('every statement fits the migrated database', () => {
  expect(broken).toEqual([]);
});

/** Types whose driver values match the row types (scripts/row-types.ts). Others need a parser first. */
const readableTypes = [
  'bigint',
  'boolean',
  'bytea',
  'date',
  'double precision',
  'integer',
  'json',
  'jsonb',
  'smallint',
  'text',
  'text[]',
  'timestamp with time zone',
  'void',
];

it('every column that a statement returns has a type that the driver reads', () => {
  const strange = prepared.filter(({ columnTypes }) =>
    columnTypes.some((type) => !readableTypes.includes(type)),
  );
  expect(strange.map(({ file, line, columnTypes }) => `${file}:${line} ${columnTypes}`)).toEqual([]);
});

describe('tables', () => {
  const ours = new Map<string, Ownership>(Object.entries(tableOwners));
  const uses = (kind: 'reads' | 'writes'): { table: string; room: string; place: string }[] =>
    prepared.flatMap((one) =>
      [...one[kind]]
        .filter((table) => ours.has(table))
        .map((table) => ({ table, room: roomOf(one.file), place: `${one.file}:${one.line}` })),
    );
  const mayWrite = (table: string, room: string): boolean =>
    ours.get(table)!.owner === room || (ours.get(table)!.writes ?? []).includes(room);
  const mayRead = (table: string, room: string): boolean =>
    mayWrite(table, room) || (ours.get(table)!.reads ?? []).includes(room);

  it('a room touches those that table-owners.ts says', () => {
    const wrong = [
      ...uses('writes').filter(({ table, room }) => !mayWrite(table, room)),
      ...uses('reads').filter(({ table, room }) => !mayRead(table, room)),
    ];
    expect([...new Set(wrong.map(({ table, place }) => `${place} touches ${table}`))]).toEqual([]);
  });

  it('table-owners.ts says nothing that is not so', () => {
    const reading = new Set(uses('reads').map(({ table, room }) => `${table} ${room}`));
    const writing = new Set(uses('writes').map(({ table, room }) => `${table} ${room}`));
    const idle = [...ours].flatMap(([table, { reads = [], writes = [] }]) => [
      ...reads
        .filter((room) => !reading.has(`${table} ${room}`))
        .map((room) => `${room} does not read ${table}`),
      ...writes
        .filter((room) => !writing.has(`${table} ${room}`))
        .map((room) => `${room} does not write ${table}`),
    ]);
    expect(idle).toEqual([]);
  });
});
