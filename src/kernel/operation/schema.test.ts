import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { line, metadata, multiline, pathId, timestamp } from './schema.ts';

// Building blocks of inputs (spec 2.1, 8.1).

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;
const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.'));

describe('text', () => {
  it('of one line holds no control characters', () => {
    for (let code = 0; code < 0xa0; code += 1) {
      const control = code < 0x20 || code >= 0x7f;
      expect([code, accepts(line(9), `a${String.fromCharCode(code)}b`)]).toEqual([code, !control]);
    }
  });

  it('of several lines holds tabs and line ends, and no other control characters', () => {
    for (let code = 0; code < 0x80; code += 1) {
      const allowed = (code >= 0x20 && code !== 0x7f) || [9, 10, 13].includes(code);
      expect([code, accepts(multiline(9), `a${String.fromCharCode(code)}b`)]).toEqual([code, allowed]);
    }
  });

  it('is well-formed Unicode, and as long as it says', () => {
    for (const schema of [line(3), multiline(3)]) {
      expect(['\ud800', 'a\udc00', 'abcd', 7, null].map((text) => accepts(schema, text))).toEqual(
        Array(5).fill(false),
      );
      expect(['abc', '\u{1f600}', 'é\u0301', ''].map((text) => accepts(schema, text))).toEqual(
        Array(4).fill(true),
      );
    }
    expect(accepts(line(3, 1), '')).toBe(false);
  });
});

describe('time', () => {
  it.each([
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21T09:30:00.123456789Z', '2026-11-21T09:30:00.123Z'],
    ['2026-11-21T09:30:00+02:00', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T09:30:00-23:59', '2026-11-22T09:29:00.000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s in UTC', (text, utc) => {
    expect(timestamp.parse(text)).toBe(utc);
    expect(timestamp.parse(timestamp.parse(text))).toBe(utc);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T09:30:00',
    '21 Nov 2026',
    '1763717400',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:30:60Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-23:59',
    '+12026-01-01T00:00:00Z',
    '',
  ])('%s is none', (text) => {
    expect(timestamp.safeParse(text).error?.issues).toHaveLength(1);
  });
});

describe('metadata (8.1)', () => {
  it('holds at most 16 keys of 512 bytes each', () => {
    const of = (keys: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, value]));
    expect(accepts(metadata, of(16, 'x'.repeat(512)))).toBe(true);
    expect(accepts(metadata, of(17, 'x'))).toBe(false);
    expect(messages(metadata, { long: 'x'.repeat(513) })).toContain('long');
    expect(messages(metadata, { euro: '\u20ac'.repeat(171) })).toEqual(['euro']);
    expect(accepts(metadata, { euro: '\u20ac'.repeat(170) })).toBe(true);
  });

  it('holds text, numbers, truth and null, and nothing deeper', () => {
    expect(accepts(metadata, { a: 'x', b: 1.5, c: true, d: null, e: '' })).toBe(true);
    for (const value of [[], {}, Number.NaN, Infinity, undefined, '\u0000'])
      expect([value, accepts(metadata, { value })]).toEqual([value, false]);
    for (const key of ['', 'x'.repeat(65), 'a\nb', '\ud800'])
      expect([key, accepts(metadata, { [key]: 1 })]).toEqual([key, false]);
  });
});

it('what cannot be an id in a path is an id that nothing has', () => {
  const schema = z.strictObject({ key_id: pathId('key') });
  for (const text of ['', 'a b', '../x', 'a\u0000', '\ud800', 'x'.repeat(65), "'"])
    expect(schema.parse({ key_id: text })).toEqual({ key_id: '' });
  for (const text of ['key_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', 'x', 'A-b_9'])
    expect(schema.parse({ key_id: text })).toEqual({ key_id: text });
});
