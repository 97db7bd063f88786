import { describe, expect, it } from 'vitest';
import { deriveKey, open, Sealer, sameBytes, seal } from './sealing.ts';

const key = deriveKey('a secret', 'test');
const sealed = seal(key, 'what nobody may read', 'here');

it('opens what it sealed, and seals the same differently each time', () => {
  expect(open(key, sealed, 'here')?.toString()).toBe('what nobody may read');
  expect(seal(key, 'what nobody may read', 'here')).not.toEqual(sealed);
  expect(sealed.toString('latin1')).not.toContain('nobody');
});

it('opens nothing under another key, use or context', () => {
  expect(open(deriveKey('another secret', 'test'), sealed, 'here')).toBeNull();
  expect(open(deriveKey('a secret', 'other'), sealed, 'here')).toBeNull();
  expect(open(key, sealed, 'there')).toBeNull();
});

it('opens nothing of which one bit was turned, or a byte is missing', () => {
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const turned = Buffer.from(sealed);
    turned[bit >> 3]! ^= 1 << (bit & 7);
    expect(open(key, turned, 'here')).toBeNull();
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(open(key, sealed.subarray(0, length), 'here')).toBeNull();
  }
});

it('compares bytes of any length', () => {
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
  expect(sameBytes(Buffer.from('abc'), Buffer.from('ab'))).toBe(false);
});

describe('the sealer', () => {
  const sealer = new Sealer('a secret');
  const box = sealer.seal('identity-key', 'private', 'kid');

  it('opens what another process sealed under the same secret', () => {
    expect(new Sealer('a secret').open('identity-key', box, 'kid').toString()).toBe('private');
  });

  it('opens nothing as another kind, elsewhere or under another secret, and does not say why', () => {
    expect(() => sealer.open('webhook-secret', box, 'kid')).toThrow('PM_SECRET');
    expect(() => sealer.open('identity-key', box, 'other')).toThrow('PM_SECRET');
    expect(() => new Sealer('another').open('identity-key', box, 'kid')).toThrow('PM_SECRET');
  });
});
