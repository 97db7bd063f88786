import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MixedMail, makeSigned } from './mixed-mail.ts';

// Mail with natural text: the reader's training texts, joined until they have the requested length.
// Repeated sentences would be compressed and indexed far better than real mail.

const CORPUS = join(import.meta.dirname, '../src/content/reading/learned/corpus');
const FILES = 8;

const texts = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .slice(0, FILES)
  .flatMap((name) => readFileSync(join(CORPUS, name), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as { text?: string; attack?: string[]; spam?: boolean })
  // Quarantined mail would never be listed.
  .filter(({ attack, spam }) => !attack?.length && !spam)
  .map(({ text }) => text ?? '')
  .filter((text) => text.length > 100);

const BOUNDARY = '=_natural';
/** Bytes of a message without its text: fields, signature, and markup. */
const FRAME = 1_400;

/** A signed message with a text and an HTML part, of about this many bytes and different from the others. */
export function makeNaturalMail(to: string, index: number, bytes: number): Promise<MixedMail> {
  const paragraphs = paragraphsOf(index, (bytes - FRAME) / 2);
  return makeSigned(
    to,
    index,
    [
      `Content-Type: multipart/alternative; boundary="${BOUNDARY}"\r\n`,
      `--${BOUNDARY}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${paragraphs.join('\r\n\r\n')}`,
      `--${BOUNDARY}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>`,
      ...paragraphs.map((paragraph) => `<p>${escaped(paragraph).replaceAll('\r\n', '<br>\r\n')}</p>`),
      `</body></html>\r\n--${BOUNDARY}--\r\n`,
    ].join('\r\n'),
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function paragraphsOf(index: number, bytes: number): string[] {
  const paragraphs = [`Case ${index}, of ${new Date().toISOString()}`];
  let left = bytes;
  for (let next = index * 7; left > 0; next += 1) {
    const text = texts[next % texts.length]!.replace(/\r?\n/g, '\r\n').slice(0, left);
    paragraphs.push(text);
    left -= Buffer.byteLength(text) + 4;
  }
  return paragraphs;
}
