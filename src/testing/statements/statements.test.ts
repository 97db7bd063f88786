import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { collectStatements } from './collect.ts';
import { findUnprovenColumns, narrowedColumns } from './not-null.ts';
import type { Collected } from './probe.ts';
import { type Ownership, tableOwners } from './table-owners.ts';

const { statements, unreached } = await collectStatements();

type Prepared = Collected & { columnTypes: string[]; reads: Set<string>; writes: Set<string> };
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] };

/** The number of statements in which the conditions alone do not prove it, and why the column is still not null. */
const notNullBecause: Record<string, [statements: number, reason: string]> = {
  'src/mail/sending/approval/repository.ts approvals.draft': [
    1,
    'A decision forgets the draft and ends `pending`.',
  ],
  'src/mail/sending/repository.ts messages.raw_id': [
    2,
    'Only sends with recipients that wait read it, and retention leaves out `queued`, `deferred` and `awaiting_approval`.',
  ],
  'src/mail/sending/repository.ts messages.send_at': [
    3,
    'Only the job of scheduled messages reads it; the other statements have a type with null.',
  ],
  'src/mailbox/contacts/repository.ts contacts.name': [
    2,
    'The statements besides that by name have a type with null.',
  ],
  'src/mailbox/identities/repository.ts identities.client_hash': [
    1,
    'Set and cleared with the client id that is asked for.',
  ],
  'src/mailbox/messages/retention-repository.ts messages.raw_id': [
    1,
    'It returns what the part `kept` read, without null.',
  ],
  'src/trust/privacy/exports-repository.ts exports.blob_id': [
    6,
    'The row of an export has null; the file excludes it.',
  ],
  'src/trust/privacy/exports-repository.ts exports.size': [
    5,
    'The row of an export has null; a file is set together with its size.',
  ],
  'src/workspace/api-keys/repository.ts api_keys.identity_id': [
    5,
    'Not null in what is revoked by, not in a row.',
  ],
  'src/workspace/api-keys/repository.ts api_keys.partner_id': [
    5,
    'Not null in what is revoked by, not in a row.',
  ],
  'src/workspace/api-keys/repository.ts api_keys.tenant_id': [
    6,
    'Not null in what is revoked by, not in a row.',
  ],
  'src/workspace/sign-in/repository.ts sign_in_requests.code_hash': [1, 'An update that excludes null.'],
  'src/workspace/sign-in/repository.ts sign_in_requests.kid': [
    1,
    'Set together with the code, which is not null.',
  ],
  'src/workspace/sign-in/repository.ts sign_in_requests.user_id': [
    1,
    'Set together with the code, which is not null.',
  ],
  'src/workspace/webhooks/delivery-repository.ts webhook_deliveries.duration_ms': [
    2,
    'Not null in what is written about an attempt, not in a row.',
  ],
  'src/workspace/webhooks/repository.ts webhook_endpoints.disabled_reason': [
    5,
    'Disabled now: where the verdict is not null; the other statements have a type with null.',
  ],
};

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

describe('a column that its row type says is not null', () => {
  it('is excluded from being null by each statement that returns it, or for a reason', async () => {
    expect(await findUnprovenColumns(client, statements)).toEqual(
      Object.fromEntries(Object.entries(notNullBecause).map(([name, [times]]) => [name, times])),
    );
  });

  it('is found in the row types of a file', () => {
    const source = `
      const columns = columnsOf('drafts', 'id', 'text');
      type A = Narrow<Row<'messages', 'id' | 'raw_id' | 'from'>, { raw_id: string; from: Mailbox | null }>;
      type B = Narrow<
        RowOf<typeof columns>,
        { text: string }
      > & { id: string };
    `;
    expect([...narrowedColumns(source)]).toEqual(['messages.raw_id', 'drafts.text']);
  });

  it('is unproven where a statement only looks as if', async () => {
    const file = 'src/mailbox/messages/retention-repository.ts';
    const of = (text: string) => findUnprovenColumns(client, [{ file, line: 1, text }]);
    const unproven = { [`${file} messages.raw_id`]: 1 };
    expect(await of('select m.raw_id from messages m where id = $1')).toEqual(unproven);
    expect(await of('select raw_id from messages where raw_id is not null or id = $1')).toEqual(unproven);
    expect(await of('update messages set labels = $1 returning raw_id')).toEqual(unproven);
    expect(await of('select m.raw_id from messages m where m.raw_id is not null')).toEqual({});
    expect(await of('select id, raw_id from messages where raw_id > $1 order by id limit $2')).toEqual({});
    // The first of these statements once caused a loss of mail.
    const named = 'src/mailbox/contacts/repository.ts';
    const byName = (condition: string) =>
      findUnprovenColumns(client, [
        {
          file: named,
          line: 1,
          text: `select c.name from unnest($1::text[]) as r (id) cross join lateral (
                   select name from contacts where identity_id = r.id ${condition} limit 20) c`,
        },
      ]);
    expect(await byName('')).toEqual({ [`${named} contacts.name`]: 1 });
    expect(await byName('and name is not null')).toEqual({});
  });
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
