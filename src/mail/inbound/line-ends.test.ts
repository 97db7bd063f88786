import { describe, expect, it } from 'vitest';
import { withCrlfLineEnds } from './line-ends.ts';

async function convert(...chunks: string[]): Promise<string> {
  const stream = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
  })();
  const out = [];
  for await (const piece of withCrlfLineEnds(stream)) out.push(piece);
  return Buffer.concat(out).toString('latin1');
}

describe('line ends of a message that is stored (RFC 5322 2.3)', () => {
  it.each([
    ['a\r\nb\r\n', 'a\r\nb\r\n'],
    ['\na\n\nb', '\r\na\r\n\r\nb'],
    ['a\rb\r\r\nc\r', 'a b \r\nc '],
    ['\n.\n\n.\r\n\r.\r\r\n.\n', '\r\n.\r\n\r\n.\r\n . \r\n.\r\n'],
    ['', ''],
    ['\r', ' '],
  ])('%j becomes %j', async (given, wanted) => {
    expect(await convert(given)).toBe(wanted);
  });

  it('does not depend on how the bytes were cut', async () => {
    const text = 'x\r\n.\r\n\r.\r\n\n.\n\r\r\n\ry';
    const whole = await convert(text);
    expect(await convert(...text)).toBe(whole);
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(await convert(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).toBe(whole);
    }
    expect(whole).not.toMatch(/[^\r]\n|\r[^\n]/);
  });
});
