import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';
import type { ParsedMessage } from './types.ts';

const head =
  'From: a@sender.example\r\nTo: b@mail.example\r\nSubject: hostile\r\nMessage-ID: <h@sender.example>\r\n';
const multipart = (boundary: string): string => `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n`;
const html = (body: string): string => `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;

function nestedMultiparts(depth: number): string {
  const levels = Array.from({ length: depth }, (_, i) => `${multipart(`b${i}`)}--b${i}\r\n`);
  return `${head}${levels.join('')}\r\ndeepest\r\n`;
}

const hostile: Record<string, () => string> = {
  '100,000 parts': () => `${head}${multipart('b')}${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--\r\n`,
  '100,000 empty parts': () => `${head}${multipart('b')}${'--b\r\n'.repeat(100_000)}--b--\r\n`,
  'multiparts nested 10,000 deep': () => nestedMultiparts(10_000),
  'one boundary nested 10,000 deep': () => `${head}${`${multipart('b')}--b\r\n`.repeat(10_000)}x`,
  '10 MB header of one field': () => `X-Long: ${'a'.repeat(10 * 1024 * 1024)}\r\n${head}\r\nbody`,
  '10 MB header of folds': () => `${head}X-Folds: a\r\n${' b\r\n'.repeat(2_600_000)}\r\nbody`,
  '10 MB header of fields': () => `${head}${'X: y\r\n'.repeat(1_700_000)}\r\nbody`,
  '50,000 addresses in To': () => `${head}To: ${'x@sender.example, '.repeat(50_000)}\r\n\r\nbody`,
  '50,000 folded addresses in To': () => `${head}To: ${'x@sender.example,\r\n '.repeat(50_000)}\r\n\r\nbody`,
  'groups in groups in To': () =>
    `${head}To: ${'g:'.repeat(60_000)}x@sender.example${';'.repeat(60_000)}\r\n\r\nbody`,
  'quotes and brackets in To': () => `${head}To: ${'"<(@'.repeat(60_000)}\r\n\r\nbody`,
  '20,000 encoded words in Subject': () => `${head}Subject: ${'=?utf-8?Q?a?= '.repeat(20_000)}\r\n\r\nbody`,
  '20,000 encoded words in a name': () =>
    `${head}Cc: ${'=?utf-8?B?YQ==?= '.repeat(20_000)}<x@sender.example>\r\n\r\nbody`,
  '100,000 references': () => `${head}References: ${'<a@b> '.repeat(40_000)}\r\n\r\nbody`,
  'one parameter in 20,000 pieces': () =>
    `${head}Content-Type: text/plain; ${Array.from({ length: 20_000 }, (_, i) => `name*${i}*=a`).join('; ')}\r\n\r\nbody`,
  'comments in a content type': () => `${head}Content-Type: text/plain ${'('.repeat(200_000)}\r\n\r\nbody`,
  '2 MB of nested html': () => html('<div>'.repeat(400_000)),
  '2 MB of nested html, each closed in an attribute': () => html('<div a="</div>">'.repeat(125_000)),
  '2 MB of open brackets': () => html('<'.repeat(2_000_000)),
  '2 MB of unclosed comments': () => html('<!--'.repeat(500_000)),
  '2 MB of attributes': () => html(`<p ${'a=1 '.repeat(500_000)}>`),
  '2 MB of entities': () => html('&#x41;&amp;&lt;'.repeat(140_000)),
  '2 MB of table cells': () => html(`<table>${'<tr><td>x'.repeat(220_000)}`),
  '2 MB of image data': () => html(`<img src="data:image/png;base64,${'A '.repeat(1_000_000)}!">`),
  'spaces for the tag patterns': () => html(`<a href="${' '.repeat(2_000_000)}javascript:x">y</a>`),
  'a line that quote patterns choke on': () => `${head}\r\n${'0000from<'.repeat(6_000)}\r\n\r\n> q\r\n`,
  'lines that quote patterns choke on': () =>
    `${head}\r\n${`On ${'a '.repeat(400)}\r\n\r\n`.repeat(70)}> q\r\nOp x\r\n`,
  '8 MB of quoted lines': () => `${head}\r\n${'> quoted\r\n'.repeat(800_000)}`,
  '8 MB in one line': () => `${head}\r\n${'x'.repeat(8_000_000)}`,
  '8 MB of padded base64': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${'aGk=\r\n'.repeat(1_300_000)}`,
  '8 MB of equals signs': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'='.repeat(8_000_000)}`,
  '8 MB of soft breaks': () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'= \t\r\n'.repeat(1_600_000)}`,
  '8 MB of flowed lines': () =>
    `${head}Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(2_000_000)}`,
  '8 MB of delimiters that are none': () => `${head}${multipart('b')}${'--b x\r\n'.repeat(1_100_000)}`,
  '500 html parts': () =>
    `${head}${multipart('b')}${`--b\r\nContent-Type: text/html\r\n\r\n${'<div>'.repeat(2_000)}\r\n`.repeat(500)}--b--\r\n`,
};

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
