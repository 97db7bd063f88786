import { readFile } from 'node:fs/promises';
import { migrate } from '#server/postgres/migrate.ts';
import { rowTypes, rowTypesFile } from './row-types.ts';
import { diffToSchema, withTemporaryDatabase } from './schema-engine.ts';

// `npm run db:check`: fails when prisma/schema differs from prisma/migrations or from the row types made of it.
try {
  const difference = await withTemporaryDatabase(async (url) => {
    await migrate(url);
    return diffToSchema(url);
  });
  if (difference === null) {
    console.log('db:check: schema and migrations agree.');
  } else {
    console.error('db:check: prisma/schema and prisma/migrations differ. Missing from the migrations:\n');
    console.error(difference);
    console.error('Run: npm run db:migrate -- --name <what changes>');
    process.exitCode = 1;
  }
  if ((await readFile(rowTypesFile, 'utf8')) !== (await rowTypes())) {
    console.error('db:check: the row types are not those of prisma/schema. Run: npm run db:types');
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`db:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
