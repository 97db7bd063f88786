import { expect, it } from 'vitest';
import { runWithin, TimeExceeded } from './time-guard.ts';

it('gives back what the work gives, and throws what it throws', () => {
  expect(runWithin(1_000, () => ({ answer: 42 }))).toEqual({ answer: 42 });
  expect(() =>
    runWithin(1_000, () => {
      throw new RangeError('as it was');
    }),
  ).toThrow(RangeError);
});

it('stops a regular expression that backtracks without end', () => {
  expect(() =>
    runWithin(100, () => /^(.*)[0-9]{4}(.*)from(.*)<(.*)>:$/.test('0000from<'.repeat(3_000))),
  ).toThrow(TimeExceeded);
});

it('stops a loop', () => {
  expect(() =>
    runWithin(50, () => {
      for (;;);
    }),
  ).toThrow(TimeExceeded);
});

it('does not stop work for the time in which others had the processor', () => {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let runs = 0;
  const slow = () => {
    runs += 1;
    // Waiting takes no CPU, like a thread that the machine does not run.
    for (let waited = 0; waited < 40; waited += 1) Atomics.wait(clock, 0, 0, 5);
    return 'done';
  };
  expect(runWithin(50, slow)).toBe('done');
  expect(runs).toBeGreaterThan(1);
});
