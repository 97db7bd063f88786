import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { playDomain } from './domain.ts';
import type { Screen } from './screen.ts';

// `npm run demo -- --domain`: a domain from its creation to the first signed and aligned mail (issue 19).

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('ends with mail that is signed, and aligned by DKIM and SPF', async () => {
  const shown: string[] = [];
  const note = (text: string): void => void shown.push(text);
  const screen: Screen = {
    title: note,
    step: note,
    command: (words) => note(words.join(' ')),
    answer: (status, rows) => note([status, ...rows.flat()].join(' ')),
    rows: () => undefined,
    text: note,
    end: note,
  };
  expect(await playDomain(screen, database.url)).toEqual({
    dkim: 'pass (acme.example)',
    spf: 'pass (pm-bounces.acme.example)',
    dmarc: 'pass',
  });
  expect(shown.join('\n')).toContain('409 code domain_not_ready');
  expect(shown.at(-1)).toContain('Done');
});
