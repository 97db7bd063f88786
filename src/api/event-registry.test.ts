import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import { NOT_YET } from '#testing/emitted-types.ts';
import { eventDefinitions } from './event-registry.ts';

// Every declared event type must be recorded by a room (spec 6.4). This is the quick half: the end of a whole run
// checks which types were really recorded in some test (src/testing/emitted-types.ts).

it('every type has one definition', () => {
  expect(Object.keys(eventDefinitions).sort()).toEqual([...eventTypes].sort());
});

it('every type is recorded by a room, but for those of rooms to come', () => {
  const source = join(import.meta.dirname, '..');
  const sources = globSync('*/**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => readFileSync(join(source, path), 'utf8'));
  const camelCase = (type: string) => type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
  const isRecorded = (type: string) => {
    const creates = new RegExp(`\\b${camelCase(type)}(Events)?\\(`);
    return sources.some((text) => creates.test(text));
  };
  expect(eventTypes.filter((type) => !isRecorded(type))).toEqual(NOT_YET);
});
