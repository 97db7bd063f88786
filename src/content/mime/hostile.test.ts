import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { head, hostile, multipart } from './hostile-fixtures.ts';
import { parseMessage } from './parse-message.ts';
import type { ParsedMessage } from './types.ts';

describe('hostile messages', () => {
  it.each(Object.keys(hostile))('%s is read', (name) => {
    const raw = Buffer.from(hostile[name]?.() ?? '', 'latin1');
    const parsed = parseMessage(raw);
    expectPlainData(parsed);
    expect(parsed.attachments.length).toBeLessThanOrEqual(500);
    expect(parsed.to.length).toBeLessThanOrEqual(1_000);
  });

  it('keeps what lies within the bounds and says that there was more', () => {
    const parts = parseMessage(Buffer.from(hostile['100,000 parts']?.() ?? ''));
    expect(parts.flags).toContain('parse_degraded');
    expect(parts.text.split('\n')).toHaveLength(500);
    const addresses = parseMessage(Buffer.from(hostile['50,000 folded addresses in To']?.() ?? ''));
    expect(addresses.flags).toContain('parse_degraded');
    expect(addresses.to).toHaveLength(1_000);
    const words = parseMessage(Buffer.from(hostile['20,000 encoded words in a name']?.() ?? ''));
    expect(words.flags).toContain('parse_degraded');
    expect(parseMessage(Buffer.from(hostile['10 MB header of fields']?.() ?? '')).subject).toBe('hostile');
    const long = parseMessage(Buffer.from(hostile['8 MB in one line']?.() ?? ''));
    expect(long.flags).toEqual(['body_truncated']);
  });

  it('reads 32 levels of nesting whole and flags the 33rd', () => {
    const wellFormed = (depth: number): string => {
      const open = Array.from({ length: depth }, (_, i) => `${multipart(`b${i}x`)}--b${i}x\r\n`).join('');
      const close = Array.from({ length: depth }, (_, i) => `\r\n--b${depth - 1 - i}x--`).join('');
      return `${head}${open}\r\ndeepest${close}\r\n`;
    };
    const within = parseMessage(Buffer.from(wellFormed(32)));
    expect(within.text).toBe('deepest');
    expect(within.flags).toEqual([]);
    const beyond = parseMessage(Buffer.from(wellFormed(33)));
    expect(beyond.flags).toContain('parse_degraded');
  });
});

describe('damaged messages', () => {
  const folder = join(import.meta.dirname, 'fixtures');
  const fixtures = readdirSync(folder).filter((name) => name.endsWith('.eml'));

  it.each(fixtures)('%s cut at 50 places and with 50 flipped bytes parses to plain data', (name) => {
    const raw = readFileSync(join(folder, name));
    const random = seededRandom(name);
    for (let i = 0; i < 50; i++) {
      expectPlainData(parseMessage(raw.subarray(0, Math.floor(random() * raw.length))));
      const flipped = Buffer.from(raw);
      for (let flips = 0; flips <= i % 8; flips++) {
        flipped[Math.floor(random() * raw.length)] = Math.floor(random() * 256);
      }
      expectPlainData(parseMessage(flipped));
    }
  });
});

/** Cloneable, and every string fit for JSON and Postgres. */
function expectPlainData(parsed: ParsedMessage): void {
  structuredClone(parsed, {
    transfer: [...new Set(parsed.attachments.map(({ content }) => content.buffer))],
  });
  const bad = findBadString(parsed);
  expect(bad).toBeNull();
}

function findBadString(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? value : null;
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const bad = findBadString(key) ?? findBadString(inner);
    if (bad !== null) return bad;
  }
  return null;
}

/** mulberry32, seeded by the name, so that a failure comes again. */
function seededRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
