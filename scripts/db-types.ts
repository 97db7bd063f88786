import { writeFile } from 'node:fs/promises';
import { rowTypes, rowTypesFile } from './row-types.ts';

// `npm run db:types`: writes the row types of prisma/schema. `npm run db:migrate` does so too.
await writeFile(rowTypesFile, await rowTypes());
