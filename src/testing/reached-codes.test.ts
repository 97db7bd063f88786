import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCatalogue } from '#kernel/catalogue/error-catalogue.ts';

// Every error code is expected by a test. Whether the product really returned it is checked after a complete run
// (reached-codes.ts), as for event types (emitted-types.ts).

const texts = globSync(['src/**/*.{test,fault}.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts'])
  .filter((file) => !file.endsWith('reached-codes.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));
const isNamed = (name: string): boolean =>
  texts.some(
    (text) => text.includes(`'${name}'`) || text.includes(`"${name}"`) || text.includes(`\`${name}\``),
  );

it('each error code is named by a test', () => {
  expect(Object.keys(errorCatalogue).filter((code) => !isNamed(code))).toEqual([]);
});
