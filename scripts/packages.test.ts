import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Proofmail } from '../packages/sdk/src/index.ts';
import { camel, readModel, servedDocument } from './packages/model.ts';
import { generatedFiles, root } from './packages.ts';

// The SDKs and the document that they are made from never differ.

const document = servedDocument();
const ids = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
  (methods) => Object.values(methods).map(({ operationId }) => operationId),
);

describe('generated files', () => {
  it.each(Object.entries(generatedFiles()))('%s is what `node scripts/packages.ts` writes', (file, text) => {
    expect(readFileSync(join(root, file), 'utf8') === text).toBe(true);
  });
});

it('knows every operation of the document', () => {
  expect(ids.length).toBeGreaterThan(100);
  expect(readModel(document).operations.map(({ id }) => id)).toEqual(ids);
});

it.each(ids)('%s is a method of the TypeScript client', (id) => {
  const [group, name] = id.includes('.') ? id.split('.') : ['deployment', id];
  const calls = new Proofmail({ apiKey: null }) as unknown as Record<string, Record<string, unknown>>;
  expect(typeof calls[camel(group!)]?.[camel(name!)]).toBe('function');
});
