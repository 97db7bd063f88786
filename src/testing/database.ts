import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** Connection string of a fresh, migrated database. */
  url: string;
  /** Removes it, ending connections that are still open. */
  drop(): Promise<void>;
};

/**
 * A database of its own for one test file: a clone of the template that the global setup migrated. Close your
 * pools before `drop()`, or they see their connections end.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const templateName = template.pathname.slice(1);
  await administrate(template, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administrate(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Runs a statement beside the template, which must have no connection while it is cloned. */
async function administrate(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
