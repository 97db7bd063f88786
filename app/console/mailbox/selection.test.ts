import { expect, it } from 'vitest';
import { rangeOf } from './selection.ts';

const ids = ['a', 'b', 'c', 'd'];

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  // The row at which the range began is no longer in the list.
  ['gone', 'c', ['c']],
])('from %s to %s', (from, to, range) => {
  expect(rangeOf(ids, from, to)).toEqual(range);
});
