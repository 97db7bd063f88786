import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Collected } from './probe.ts';

// A row type may state that a nullable column is not null in the rows of a statement (`Narrow`, src/kernel/data/row.ts),
// which the compiler cannot check. This file checks it with Postgres: each statement in that file that returns the column
// must exclude null in its conditions.

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A column as `table.column`. */
type ColumnName = string;

/** The index of the bracket that closes the one before `from`. */
function closing(text: string, from: number, open: string, close: string): number {
  for (let at = from, depth = 1; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close && text[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** The properties of an object type, without those of objects within it. */
function* propertiesOf(text: string): Generator<[name: string, type: string]> {
  let depth = 0;
  let part = '';
  for (const sign of `${text};`) {
    if ('{[(<'.includes(sign)) depth += 1;
    if ('}])>'.includes(sign)) depth -= 1;
    if (depth > 0 || !';\n,'.includes(sign)) {
      part += sign;
      continue;
    }
    const found = /(\w+)\??:\s*(.*)$/s.exec(part);
    if (found) yield [found[1]!, found[2]!];
    part = '';
  }
}

/** The columns that the row types of a source file narrow to a type without null. */
export function narrowedColumns(source: string): Set<ColumnName> {
  const columns = new Set<ColumnName>();
  for (const { index } of source.matchAll(/\bNarrow</g)) {
    const begin = index + 'Narrow<'.length;
    const text = source.slice(begin, closing(source, begin, '<', '>'));
    const tables = [...text.matchAll(/\bRow<\s*'(\w+)'/g)].map(([, table]) => table!);
    for (const [, list] of text.matchAll(/RowOf<typeof (\w+)>/g))
      tables.push(...(new RegExp(`const ${list} = columnsOf\\(\\s*'(\\w+)'`).exec(source)?.slice(1) ?? []));
    const exact = text.indexOf('{');
    if (exact < 0) continue;
    const fields = text.slice(exact + 1, closing(text, exact + 1, '{', '}'));
    for (const [name, type] of propertiesOf(fields))
      if (!/\bnull\b/.test(type)) for (const table of tables) columns.add(`${table}.${name}`);
  }
  return columns;
}

type Field = { tableID: number; columnID: number };

/** The columns that a statement returns, in order, without running it. */
function describeStatement(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((done, fail) => {
    let fields: Field[] = [];
    // The driver's interface for custom queries: https://node-postgres.com/apis/client#clientquery
    const query = {
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Record<'parse' | 'describe', (message: object) => void> & {
          sync(): void;
        };
        wire.parse({ name: '', text, types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: fail,
      handleReadyForQuery: () => done(fields),
    };
    client.query(query as unknown as pg.Submittable);
  });
}

/**
 * Limits and locks, which are removed because they hide conditions from the planner. A proof for all rows holds for some.
 */
const limits = /\blimit\s+(\$\d+|\d+)|\bfor (no key )?(update|share)( of [\w, ]+)?( skip locked)?/gi;

/** Whether the planner proves that the column is null in no row. */
async function excludesNull(
  client: pg.Client,
  text: string,
  position: number,
  width: number,
): Promise<boolean> {
  if (!/^\s*(select|with)\b/i.test(text)) return false;
  const names = Array.from({ length: width }, (_, index) => `c${index}`);
  const all = text.replaceAll(limits, '');
  const explain = `explain (generic_plan, format json)
    select 1 from (${all}) as rows (${names.join(', ')}) where c${position} is null`;
  const { rows } = await client.query(explain).catch(() => ({ rows: [] }));
  return JSON.stringify(rows).includes('"One-Time Filter":"false"');
}

/**
 * The number of statements, by file and column, that may return null in a column that their file declares as not null. Lists
 * are left out, because Prisma has no nullable lists.
 */
export async function findUnprovenColumns(
  client: pg.Client,
  statements: readonly Collected[],
): Promise<Record<string, number>> {
  const { rows: columns } = await client.query<{ table: number; position: number; name: ColumnName }>(
    `select attrelid as table, attnum as position, relname || '.' || attname as name
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attnum > 0 and not attnotnull and not attisdropped and relnamespace = 'public'::regnamespace
       and atttypid not in (select oid from pg_type where typcategory = 'A')`,
  );
  const nullable = new Map(columns.map(({ table, position, name }) => [`${table} ${position}`, name]));
  await client.query('set constraint_exclusion = on');
  const unproven = new Map<string, Set<number>>();
  for (const [file, all] of Map.groupBy(statements, (statement) => statement.file)) {
    const narrowed = narrowedColumns(readFileSync(`${root}/${file}`, 'utf8'));
    if (![...nullable.values()].some((name) => narrowed.has(name))) continue;
    for (const { text, line } of all) {
      const fields = await describeStatement(client, text);
      for (const [position, { tableID, columnID }] of fields.entries()) {
        const name = nullable.get(`${tableID} ${columnID}`);
        if (name === undefined || !narrowed.has(name)) continue;
        if (await excludesNull(client, text, position, fields.length)) continue;
        const where = `${file} ${name}`;
        unproven.set(where, (unproven.get(where) ?? new Set()).add(line));
      }
    }
  }
  return Object.fromEntries([...unproven].map(([name, lines]) => [name, lines.size]));
}
