import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import { NOT_YET } from '#testing/emitted-types.ts';

// A type of the catalogue that nothing records is a promise that nobody keeps (interface-spec 6.4). The quick half: that
// each really happens in some test is compared at the end of a whole run (src/testing/emitted-types.ts).

it('every type is recorded by a room, but for those of rooms to come', () => {
  const source = join(import.meta.dirname, '..');
  const sources = globSync('*/**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => readFileSync(join(source, path), 'utf8'));
  const isRecorded = (type: string) => sources.some((text) => text.includes(`type: '${type}'`));
  expect(eventTypes.filter((type) => !isRecorded(type))).toEqual(NOT_YET);
});
