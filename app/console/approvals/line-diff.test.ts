import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

it('shows which lines went and came', () => {
  expect(shown('a\nb\nc', 'a\nc\nd')).toEqual([' a', '-b', ' c', '+d']);
  expect(shown('Ten euros.', 'Twelve euros.')).toEqual(['-Ten euros.', '+Twelve euros.']);
  expect(shown('same', 'same')).toEqual([' same']);
});

it('keeps every line of both texts, however long they are', () => {
  const long = Array.from({ length: 700 }, (_, n) => `line ${n}`).join('\n');
  const lines = lineDiff(long, `${long}\nmore`);
  expect(
    lines
      .filter(({ kind }) => kind !== 'added')
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(long);
  expect(
    lines
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(`${long}\nmore`);
});
