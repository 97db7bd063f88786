import { expect, it } from 'vitest';
import { Rest } from './idle-memory.ts';

const MB = 1024 * 1024;

it('cleans a thread once when it has come to rest, and again after more work', () => {
  const rest = new Rest();
  const looks = (worked: number, held: number, times: number) =>
    Array.from({ length: times }, () => rest.isTimeToClean(worked, held * MB));
  // The start leaves something, too.
  expect(looks(0.01, 120, 3)).toEqual([false, true, false]);
  rest.cleaned(100 * MB);
  expect(looks(0.4, 300, 3)).toEqual([false, false, false]);
  expect(looks(0.01, 300, 3)).toEqual([false, true, false]);
  rest.cleaned(130 * MB);
  // Between two messages it does not rest.
  expect([...looks(0.4, 300, 1), ...looks(0.01, 300, 1), ...looks(0.4, 300, 1)]).toEqual([
    false,
    false,
    false,
  ]);
  // Compared with the least that it ever held, not with what a cleaning amid work left.
  expect(looks(0.01, 125, 2)).toEqual([false, true]);
  rest.cleaned(105 * MB);
  expect([...looks(0.4, 111, 1), ...looks(0.01, 111, 3)]).toEqual([false, false, false, false]);
});
