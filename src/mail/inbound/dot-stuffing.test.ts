import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { describe, expect, it } from 'vitest';
import { type DataParser, unstuffInLinearTime } from './dot-stuffing.ts';

type Parser = DataParser & {
  startDataMode(): NodeJS.ReadableStream;
  oncommand: unknown;
  write(chunk: Buffer): void;
};

const original = (): Parser => new SMTPStream() as unknown as Parser;
const ours = (): Parser => {
  const connection = { _parser: original(), _createParser: original };
  unstuffInLinearTime(connection);
  return connection._parser;
};

/** Writes chunks in data mode. @returns the content in pieces as it arrived, and the commands after it */
async function read(parser: Parser, chunks: readonly Buffer[]): Promise<{ pieces: Buffer[]; after: string }> {
  const pieces: Buffer[] = [];
  let after = '';
  parser.oncommand = (line: Buffer, next: () => void) => {
    after += `${line.toString('latin1')}|`;
    next();
  };
  const stream = parser.startDataMode();
  const ended = new Promise((resolve) => {
    stream.on('end', resolve);
  });
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  for (const chunk of chunks) parser.write(chunk);
  await ended;
  (parser as unknown as { continue(): void }).continue();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  return { pieces, after };
}

describe('message data on the wire', () => {
  it('of 100,000 lines with two dots comes in as many pieces as chunks, not as lines', async () => {
    const chunks = [
      Buffer.from('..\r\n'.repeat(50_000)),
      Buffer.from(`${'..\r\n'.repeat(50_000)}.\r\nNOOP\r\n`),
    ];
    const { pieces, after } = await read(ours(), chunks);
    expect(pieces.length).toBeLessThanOrEqual(3);
    expect(Buffer.concat(pieces).toString()).toBe('.\r\n'.repeat(100_000));
    expect(after).toBe('NOOP|');
  });

  it.each([
    '.\r\nNOOP\r\n',
    '..\r\n.\r\nNOOP\r\n',
    '...\r\n..\r\n.\r\nNOOP\r\n',
    'a\r\n.b\r\n\n.c\n..d\r.e\r\n.\r\nNOOP\r\n',
    'a\n.\r\nb\r\n.\nc\r\n.\r\nNOOP\r\n',
    '\r\n.\r\nNOOP\r\n',
    'a\r\n..\r\n.\r\nNOOP\r\n',
    'a\r\n.\r\r\nb\r\n.\r\nNOOP\r\n',
  ])('%j is what the library reads, however it is cut', async (data) => {
    const bytes = Buffer.from(data);
    const expected = await read(original(), [bytes]);
    const cuts = [1, 2, 3, 4, 5, 7, bytes.length];
    for (const size of cuts) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      const found = await read(ours(), chunks);
      expect(Buffer.concat(found.pieces)).toEqual(Buffer.concat(expected.pieces));
    }
  });
});
