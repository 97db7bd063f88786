import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseName, passwordFile, roleName } from '#server/postgres/postgres-cluster.ts';

/** Opens the database of the instance that playwright.config.ts started, to insert rows faster than through the API. */
export async function withDatabase<T>(work: (db: Client) => Promise<T>): Promise<T> {
  const cluster = join(process.env.E2E_DATA_DIR ?? '', 'postgres');
  const password = (await readFile(passwordFile(cluster), 'utf8')).trim();
  const db = new Client({ host: cluster, user: roleName, database: databaseName, password });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
