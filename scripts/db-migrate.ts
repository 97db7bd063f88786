import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, migrationsDirectory } from '#server/postgres/migrate.ts';
import { StartError } from '#server/start-error.ts';
import { rowTypes, rowTypesFile } from './row-types.ts';
import { diffToSchema, withTemporaryDatabase } from './schema-engine.ts';

// `npm run db:migrate -- --name add_things`: writes the migration that leads from the existing migrations to
// prisma/schema, and the row types of the schema. Needs no network and no running database. `--empty` makes a
// migration to fill by hand.
const { values } = parseArgs({ options: { name: { type: 'string' }, empty: { type: 'boolean' } } });

function migrationName(given: string): string {
  const slug = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  // Sorted by name, applied in that order: the time comes first, as Prisma writes it.
  return `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${slug}`;
}

async function writeMigration(given: string, script: string): Promise<string> {
  const directory = join(migrationsDirectory, migrationName(given));
  await mkdir(directory, { recursive: true });
  await writeFile(join(migrationsDirectory, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await writeFile(join(directory, 'migration.sql'), script);
  return join(directory, 'migration.sql');
}

async function main(): Promise<void> {
  if (!values.name) throw new StartError('say what changes: npm run db:migrate -- --name add_things');
  await mkdir(migrationsDirectory, { recursive: true });
  await writeFile(rowTypesFile, await rowTypes());
  const difference = await withTemporaryDatabase(async (url) => {
    await migrate(url);
    return diffToSchema(url);
  });
  if (difference === null && !values.empty) {
    console.log('db:migrate: schema and migrations agree, nothing to write.');
    return;
  }
  console.log(
    `db:migrate: wrote ${await writeMigration(values.name, difference ?? '')}. Read it before you commit.`,
  );
}

try {
  await main();
} catch (error) {
  console.error(`db:migrate: ${(error as Error).message}`);
  process.exitCode = 1;
}
