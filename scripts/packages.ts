// Writes the generated halves of the SDKs from the OpenAPI document: `npx node scripts/packages.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readModel, servedDocument } from './packages/model.ts';
import { asyncFile, pythonTypesFile, syncFile } from './packages/python.ts';
import { operationsFile, typesFile } from './packages/typescript.ts';

export const root = resolve(import.meta.dirname, '..');

/** The generated files and their required content. */
export function generatedFiles(): Record<string, string> {
  const model = readModel(servedDocument());
  return {
    'packages/sdk/src/generated/types.ts': typesFile(model),
    'packages/sdk/src/generated/operations.ts': operationsFile(model),
    'packages/python/proofmail/_types.py': pythonTypesFile(model),
    'packages/python/proofmail/_sync.py': syncFile(model),
    'packages/python/proofmail/_async.py': asyncFile(model),
  };
}

function main(): void {
  for (const [file, text] of Object.entries(generatedFiles())) {
    const path = join(root, file);
    if (before(path) === text) continue;
    writeFileSync(path, text);
    console.log(`${file}: written.`);
  }
}

function before(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) main();
