import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import type { Statement } from './database.ts';

/**
 * Names a statement after the options that it was built from, so that Postgres plans each form of it once. An option that
 * is left out adds nothing to the text, whereas `true` and `false` may each add something.
 */
export function namedByForm(name: string, options: Record<string, unknown>, statement: Sql): Statement {
  const form = Object.entries(options)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => (typeof value === 'boolean' ? `${key}=${value}` : key))
    .sort();
  return { name: shortened([name, ...form].join('.')), text: statement.text, values: statement.values };
}

/** Postgres truncates longer names, so that two statements could end up with the same one. */
const LONGEST = 63;

const shortened = (name: string): string =>
  name.length <= LONGEST
    ? name
    : `${name.slice(0, LONGEST - 23)}.${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`;
