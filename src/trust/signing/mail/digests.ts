import { createHash } from 'node:crypto';

/** The header fields that are covered, in this order. None may occur twice in a message. */
const boundFields = ['from', 'to', 'cc', 'subject', 'date', 'message-id'] as const;

const MOST_HEADER = 256 * 1024;

const sha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('base64url');

/**
 * SHA-256 of the covered fields and of the body, both in the relaxed form of DKIM (RFC 6376, sections 3.4.2 and 3.4.4),
 * which is not affected when mail servers change white space and line ends. Null if a field occurs twice, or the header
 * has no end.
 */
export function digestsOf(raw: Uint8Array): { header: string; body: string } | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1', 0, MOST_HEADER));
  if (!end) return null;
  const header = relaxedHeader(bytes.toString('latin1', 0, end.index));
  if (header === null) return null;
  const body = bytes.toString('latin1', end.index + end[0].length);
  return { header: sha256(header), body: sha256(relaxedBody(body)) };
}

function relaxedHeader(text: string): string | null {
  const fields = text
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1) };
    });
  const lines: string[] = [];
  for (const bound of boundFields) {
    const [field, ...others] = fields.filter(({ name }) => name === bound);
    if (others.length > 0) return null;
    if (field) lines.push(`${bound}:${field.value.replace(/[ \t]+/g, ' ').trim()}\r\n`);
  }
  return lines.join('');
}

function relaxedBody(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r]+$/, '').replace(/[ \t]+/g, ' '));
  let last = lines.length;
  while (last > 0 && lines[last - 1] === '') last -= 1;
  return last === 0 ? '' : `${lines.slice(0, last).join('\r\n')}\r\n`;
}
