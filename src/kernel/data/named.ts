import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import type { Statement } from './database.ts';

/**
 * Names a statement after the options that it was built from, so that Postgres plans each form of it once. Options that are
 * left out are not part of its text; of a boolean, each value may be.
 */
export function namedByForm(name: string, options: Record<string, unknown>, statement: Sql): Statement {
  const form = Object.entries(options)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => (typeof value === 'boolean' ? `${key}=${value}` : key))
    .sort();
  return { name: shortened([name, ...form].join('.')), text: statement.text, values: statement.values };
}

/** Postgres cuts longer names off, and two statements would have one. */
const LONGEST = 63;

const shortened = (name: string): string =>
  name.length <= LONGEST
    ? name
    : `${name.slice(0, LONGEST - 23)}.${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`;
