import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { jobs } from '#api/job-registry.ts';
import { jobNames } from '#kernel/catalogue/job-names.ts';
import { counted } from '../app/console/labels/counted.ts';
import { labelOf } from '../app/console/labels/label-of.ts';
import { vocabulary } from '../app/console/labels/vocabulary.ts';
import { enumsFile, enumTypes } from './api-enums.ts';

describe('labels of the console', () => {
  it('has a label for every job, and none for a job that does not exist', () => {
    expect(Object.keys(jobNames).sort()).toEqual(jobs.map(({ name }) => name).sort());
  });

  it('has words for every enum in an answer of the API', () => {
    // The compiler checks the words; this checks that it knows the enums (node scripts/api-enums.ts).
    expect(readFileSync(enumsFile, 'utf8')).toBe(enumTypes());
    const empty = Object.entries(vocabulary).flatMap(([name, words]) =>
      Object.entries(words).flatMap(([code, word]) =>
        word === '' || word === code ? [`${name} ${code}`] : [],
      ),
    );
    expect(empty).toEqual([]);
  });

  it('writes singular and plural', () => {
    expect([0, 1, 1_200].map((amount) => counted(amount, 'message'))).toEqual([
      '0 messages',
      '1 message',
      '1,200 messages',
    ]);
  });

  it('finds no label under a name that every object has', () => {
    expect(labelOf({}, 'constructor')).toBeUndefined();
  });

  it('is the only place that makes words of codes', async () => {
    const pages = globSync('app/**/*.{ts,tsx}').filter((file) => !file.includes('/labels/'));
    const texts = await Promise.all(pages.map(async (file) => [file, await readFile(file, 'utf8')] as const));
    const makers = texts.filter(([, text]) =>
      /replaceAll\('_'|replace\(\/_\/|className="[^"]*\bcapitalize\b/.test(text),
    );
    expect(makers.map(([file]) => file)).toEqual([]);
  });
});
