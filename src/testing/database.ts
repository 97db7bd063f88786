import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { collectFrom } from './emitted-types.ts';

export type TestDatabase = {
  /** Connection string of a fresh, migrated database. */
  url: string;
  /** Drops the database and closes connections that are still open. */
  drop(): Promise<void>;
};

/**
 * A separate database for one test file, cloned from the template that the global setup migrated. Close your pools
 * before `drop()`; otherwise it ends their connections.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  return cloneDatabase(template, template.pathname.slice(1));
}

/** The same without any tables, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase(new URL(inject('templateDatabaseUrl')), 'template1');
}

async function cloneDatabase(template: URL, templateName: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const strategy = inject('cloneStrategy');
  await administrate(template, `CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY ${strategy}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await collectFrom(url, name);
      await administrate(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs a statement on another database, because the template must have no connection while it is cloned. */
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
