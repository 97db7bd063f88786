import { expect, it } from 'vitest';
import { Rest } from './idle-memory.ts';

const MB = 1024 * 1024;

it('cleans a thread once when it has come to rest, and again after more work', () => {
  const rest = new Rest();
  const looks = (worked: number, held: number, times: number) =>
    Array.from({ length: times }, () => rest.isTimeToClean(worked, held * MB));
  // Start-up leaves garbage too.
  expect(looks(0.01, 120, 3)).toEqual([false, true, false]);
  rest.cleaned(100 * MB);
  expect(looks(0.4, 300, 3)).toEqual([false, false, false]);
  expect(looks(0.01, 300, 3)).toEqual([false, true, false]);
  rest.cleaned(130 * MB);
  // A pause between two messages does not count as rest.
  expect([...looks(0.4, 300, 1), ...looks(0.01, 300, 1), ...looks(0.4, 300, 1)]).toEqual([
    false,
    false,
    false,
  ]);
  // The comparison is with the smallest heap so far, not with the heap after a collection during work.
  expect(looks(0.01, 125, 2)).toEqual([false, true]);
  rest.cleaned(105 * MB);
  expect([...looks(0.4, 111, 1), ...looks(0.01, 111, 3)]).toEqual([false, false, false, false]);
});
