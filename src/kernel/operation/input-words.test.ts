import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../catalogue/errors.ts';
import { checkInput } from './pipeline.ts';

// People and agents read these sentences next to the field (spec 7.2), so they must say what to do.

const sentences = (schema: z.ZodType, value: unknown): string[] => {
  try {
    checkInput(z.object({ field: schema }), { field: value });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = (error.details?.errors ?? []) as { message: string }[];
    return errors.map(({ message }) => message);
  }
  return [];
};

it.each<[schema: z.ZodType, value: unknown, sentence: string]>([
  [z.string(), undefined, 'Fill in this field, which is required.'],
  [z.string(), 7, 'Use a text.'],
  [z.string().min(1), '', 'Fill in this field.'],
  [z.string().min(3), 'ab', 'Use at least 3 characters.'],
  [z.string().max(2), 'abc', 'Use at most 2 characters.'],
  [z.string().length(6), 'abc', 'Use exactly 6 characters.'],
  [z.array(z.string()).min(1), [], 'Send at least one item.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Use at most 1 item.'],
  [z.number().min(1), 0, 'Use a number of at least 1.'],
  [z.number().lt(5), 5, 'Use a number of less than 5.'],
  [z.int(), 1.5, 'Use a whole number.'],
  [z.enum(['live', 'test']), 'both', 'Use "live" or "test".'],
  [z.literal(true), false, 'Use true.'],
  [z.iso.date(), 'today', 'Use a date, for example 2026-11-21.'],
  [z.url(), 'here', 'Use a URL, for example https://example.com/hooks.'],
  [
    z.union([z.string(), z.number()]),
    true,
    'Use one of the forms that the API reference shows for this field.',
  ],
  [z.strictObject({}), { more: 1 }, 'Unknown field: remove it, or correct its name.'],
  [z.string().regex(/a/, 'Use an a.'), 'b', 'Use an a.'],
])('%#: says how to correct the value', (schema, value, sentence) => {
  expect(sentences(schema, value)).toEqual([sentence]);
});

it('names only the beginning of a long list of values', () => {
  const many = Array.from({ length: 20 }, (_, index) => `v${index}`) as [string, ...string[]];
  expect(sentences(z.enum(many), 'x')).toEqual([
    'Use one of the 20 values in the API reference, such as "v0".',
  ]);
});
