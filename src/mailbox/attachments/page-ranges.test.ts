import { expect, it } from 'vitest';
import { pageRanges, pagesOf } from './page-ranges.ts';

// Interface-spec 4.6, attachment text: query `pages`.

it.each([
  ['1-3,5', [1, 2, 3, 5]],
  ['7', [7]],
  ['2,1-2', [2, 1]],
  ['199-9999', [199, 200]],
])('%s', (text, pages) => {
  expect(pageRanges.safeParse(text).success).toBe(true);
  expect(pagesOf(text)).toEqual(pages);
});

it.each(['', '0', '3-1', '1-', '-1', '1,,2', 'a', '1 - 3', '12345', '1,'.repeat(200)])(
  'refuses %j',
  (text) => {
    expect(pageRanges.safeParse(text).success).toBe(false);
  },
);
