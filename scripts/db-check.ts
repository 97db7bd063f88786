import { migrate } from '#server/postgres/migrate.ts';
import { diffToSchema, withTemporaryDatabase } from './schema-engine.ts';

// `npm run db:check`: fails when prisma/schema and prisma/migrations tell different stories.
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
} catch (error) {
  console.error(`db:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
