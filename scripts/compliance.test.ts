import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// A reviewer follows the tests that docs/compliance.md names.

it('docs/compliance.md names mechanisms and tests that are there', () => {
  const page = readFileSync('docs/compliance.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const missing = rows.flatMap((row) => {
    // A file alone stands in the folder of the one before it.
    let folder = '';
    return [...row.matchAll(/`((?:src\/|scripts\/)?[\w/.-]+(?:\.test)?\.ts|src\/[\w/-]+)`/g)].flatMap(
      ([, name]) => {
        const path = name!.includes('/') ? name! : `${folder}/${name}`;
        folder = path.slice(0, path.lastIndexOf('/'));
        return existsSync(path) ? [] : [path];
      },
    );
  });
  expect(missing).toEqual([]);
  expect(page.match(/`src\//g)!.length).toBeGreaterThan(30);
});
