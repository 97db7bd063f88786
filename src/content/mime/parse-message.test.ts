import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { expectations } from './fixtures/expectations.ts';
import { parseMessage } from './parse-message.ts';

const folder = join(import.meta.dirname, 'fixtures');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -4));
const read = (name: string): Buffer => readFileSync(join(folder, `${name}.eml`));

describe('fixtures', () => {
  it('has an expectation for every file', () => {
    expect(Object.keys(expectations).sort()).toEqual(names.sort());
  });

  it.each(names)('%s', (name) => {
    const { attachments, ...parsed } = parseMessage(read(name));
    const { attachments: expectedFiles = [], flags = [], ...expected } = expectations[name] ?? {};
    expect(parsed).toMatchObject({ ...expected, flags });
    const files = attachments.map(
      (file) => `${file.partPath} ${file.contentType} ${file.size} ${file.filename}`,
    );
    expect(files).toEqual(expectedFiles);
  });
});

describe('beside postal-mime', () => {
  // Cases that we deliberately read differently: broken structure, quotes in flowed text, white space after `=`.
  const deviations = new Set([
    'broken-boundary',
    'digest',
    'base64-padded-lines',
    'inline-text-attachment',
    'mbox-line',
    'format-flowed',
    'qp-limits',
  ]);
  const comparable = names.filter(
    (name) => !deviations.has(name) && !/^(charset|eight-bit|filename|nul)/.test(name),
  );

  it.each(comparable)('%s gives the same subject, text and files', async (name) => {
    const raw = read(name);
    const ours = parseMessage(raw);
    const theirs = await PostalMime.parse(raw, { forceRfc822Attachments: true });
    expect(ours.subject).toBe(theirs.subject ?? '');
    expect(squeeze(ours.text)).toBe(squeeze(theirs.text ?? ours.text));
    const sizes = theirs.attachments.map((file) => file.mimeType);
    expect(ours.attachments.map((file) => file.contentType)).toEqual(sizes);
    for (const [index, file] of theirs.attachments.entries()) {
      const content = Buffer.from(file.content as ArrayBuffer)
        .toString('latin1')
        .replaceAll('\r', '')
        .trim();
      const own = Buffer.from(ours.attachments[index]?.content ?? []).toString('latin1');
      if (file.mimeType !== 'text/calendar') expect(own.replaceAll('\r', '').trim()).toBe(content);
    }
  });
});

describe('parseMessage', () => {
  it('reads only the header when told so', () => {
    const parsed = parseMessage(read('nested-multiparts'), { headersOnly: true });
    expect(parsed).toMatchObject({ subject: 'Nested', text: '', attachments: [], flags: ['parse_degraded'] });
  });

  it('takes the null sender for a sign of a program', () => {
    expect(parseMessage(read('plain'), { envelopeFrom: '' }).automated).toBe(true);
    expect(parseMessage(read('plain'), { envelopeFrom: 'ada@sender.example' }).automated).toBe(false);
  });

  it('gives every attachment a buffer of its own', () => {
    for (const name of names) {
      for (const { content } of parseMessage(read(name)).attachments) {
        expect(content.buffer.byteLength).toBe(content.byteLength);
      }
    }
  });

  it('keeps the header as it came, unfolded', () => {
    const { headers } = parseMessage(read('folded-headers'));
    expect(headers[0]).toEqual(['Received', 'from a\tby b; Tue, 1 Jul 2025 10:00:00 +0000']);
    expect(headers.map(([name]) => name)).toEqual([
      'Received',
      'From',
      'To',
      'Subject',
      'Message-ID',
      'Date',
    ]);
  });

  it.each([
    ['Tue, 1 Jul 2025 10:00:00 +0200 (CEST)', '2025-07-01T08:00:00.000Z'],
    ['1 Jul 25 10:00 GMT', '2025-07-01T10:00:00.000Z'],
    ['Tue, 1 Jul 999999 10:00:00 +0000', null],
    ['not a date', null],
    ['', null],
  ])('reads the date %s', (value, expected) => {
    expect(parseMessage(Buffer.from(`Date: ${value}\r\n\r\n`)).date).toBe(expected);
  });

  it('takes nothing at all for an empty message', () => {
    expect(parseMessage(new Uint8Array())).toMatchObject({
      from: null,
      text: '',
      attachments: [],
      flags: [],
    });
  });
});

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
