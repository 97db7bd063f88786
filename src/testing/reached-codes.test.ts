import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCatalogue } from '#kernel/catalogue/error-catalogue.ts';

// Every error code is expected by a test (issue 19). Whether the product really answered with it shows when a whole run is
// over (reached-codes.ts), as it does for types of events (emitted-types.ts).

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
