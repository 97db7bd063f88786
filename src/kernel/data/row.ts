import { raw, type Sql } from 'sql-template-tag';
import type { Tables } from './tables.ts';

export type { Tables } from './tables.ts';
export type Table = keyof Tables;

/** These columns of a table, as the driver returns them: `Row<'messages', 'id' | 'status'>`. */
export type Row<Name extends Table, Column extends keyof Tables[Name] = keyof Tables[Name]> = Pick<
  Tables[Name],
  Column
>;

/** One column, for a row that gives it another name: `{ message_id: Column<'messages', 'id'> }`. */
export type Column<Name extends Table, Key extends keyof Tables[Name]> = Tables[Name][Key];

/**
 * A row with more exact types for some columns: the shape of a JSON column, the values of a text column, or the fact that
 * a column is never null there. The compiler accepts only columns that the row has and types narrower than theirs. A test
 * in src/testing/statements checks that the room's statements exclude null.
 */
export type Narrow<
  Base,
  Exact extends { [Key in keyof Exact]: Key extends keyof Base ? Base[Key] : never },
> = Omit<Base, keyof Exact> & Exact;

/** Columns of a table in an outer join: all are null if there is no row. */
export type Nullable<Base> = { [Key in keyof Base]: Base[Key] | null };

/** Columns as SQL: `names` is for plain text, `sql` for the `sql` tag. */
export type ColumnNames = { readonly names: string; readonly sql: Sql };

/** A list of columns that the compiler checks; the row type that belongs to it is `RowOf<typeof list>`. */
export type ColumnList<Name extends Table, Key extends keyof Tables[Name]> = ColumnNames & {
  readonly table: Name;
  readonly keys: readonly Key[];
  /** The same for a statement that has the table under another name: `m."id", m."from"`. */
  of(alias: string): ColumnNames;
};

export type RowOf<List> = List extends ColumnList<infer Name, infer Key> ? Pick<Tables[Name], Key> : never;

/** The filter of a list. A column that is left out may have any value. */
export type Filter<Name extends Table, Key extends keyof Tables[Name]> = {
  [Each in Key]?: NonNullable<Tables[Name][Each]> | undefined;
};

const asNames = (names: string): ColumnNames => ({ names, sql: raw(names) });

/** One list for a statement and for the type of its rows: `columnsOf('messages', 'id', 'status')`. */
export function columnsOf<Name extends Table, Key extends keyof Tables[Name] & string>(
  table: Name,
  ...keys: Key[]
): ColumnList<Name, Key> {
  return {
    ...asNames(keys.map((key) => `"${key}"`).join(', ')),
    table,
    keys,
    of: (alias) => asNames(keys.map((key) => `${alias}."${key}"`).join(', ')),
  };
}
