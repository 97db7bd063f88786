import { defineConfig } from 'prisma/config';

// For the Prisma CLI (`prisma generate`). The program itself never reads this file.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
