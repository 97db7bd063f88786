// Writes the JSON Schemas of exports into docs/exports: `npx node scripts/export-schemas.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportSchemas } from '#trust/privacy/export-schemas.ts';

const directory = join(import.meta.dirname, '../docs/exports');
mkdirSync(directory, { recursive: true });
for (const [name, schema] of Object.entries(exportSchemas))
  writeFileSync(join(directory, name), `${JSON.stringify(schema, null, 2)}\n`);
