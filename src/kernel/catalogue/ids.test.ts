import { expect, it } from 'vitest';
import { type IdKind, idPattern, idPrefixes, newId, newUlid } from './ids.ts';

// Ids (spec 2.1): type prefix, underscore, 26 characters of upper-case Crockford base32.

it('has the prefixes of the specification, each once', () => {
  const specified = 'ten idn adr dom thr msg att whk dlv evt key era exp job aud req usr inv dlq hld prb ptn'
    .split(' ')
    .sort();
  // Prefixes added after the specification (decisions.md): refused mail, drafts, approvals, uploads and OAuth
  // applications.
  expect(Object.values(idPrefixes).sort()).toEqual([...specified, 'rfs', 'drf', 'apr', 'upl', 'app'].sort());
});

it('makes ids of that form', () => {
  for (const kind of Object.keys(idPrefixes) as IdKind[]) {
    const id = newId(kind);
    expect(id).toMatch(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(id).toMatch(idPattern(kind));
    expect(id.startsWith(`${idPrefixes[kind]}_`)).toBe(true);
  }
});

it('makes them in order within a process, however fast', () => {
  const ids = Array.from({ length: 20_000 }, newUlid);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

it.each([
  'ten_01k9zz5p6t3q8v1w4x7y2b0cde',
  'ten_81K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDI',
  'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CD',
  'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE\n',
])('%j is no tenant id', (text) => {
  expect(text).not.toMatch(idPattern('tenant'));
});
