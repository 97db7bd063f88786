import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('byteRange (RFC 9110 section 14)', () => {
  it.each([
    ['bytes=0-0', 10, [0, 0]],
    ['bytes=2-4', 10, [2, 4]],
    ['bytes=7-', 10, [7, 9]],
    ['bytes=7-99', 10, [7, 9]],
    ['bytes=-3', 10, [7, 9]],
    ['bytes=-99', 10, [0, 9]],
    ['BYTES= 2-4 ', 10, [2, 4]],
  ] as const)('%s of %i bytes is %j', (header, size, [start, end]) => {
    expect(byteRange(header, size)).toEqual({ start, end });
  });

  it.each([
    [null, 10],
    ['', 10],
    ['bytes=', 10],
    ['bytes=-', 10],
    ['bytes=-0', 10],
    ['bytes=10-', 10],
    ['bytes=10-12', 10],
    ['bytes=4-2', 10],
    ['bytes=0-1,4-5', 10],
    ['lines=0-1', 10],
    ['bytes=a-b', 10],
    ['bytes=0-0', 0],
    ['bytes=-1', 0],
    [`bytes=${'9'.repeat(400)}-`, 10],
  ] as const)('%s of %i bytes is ignored', (header, size) => {
    expect(byteRange(header, size)).toBeNull();
  });
});
