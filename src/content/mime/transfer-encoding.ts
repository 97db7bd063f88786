const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;

const base64Values = new Int8Array(256).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let i = 0; i < alphabet.length; i++) base64Values[alphabet.charCodeAt(i)] = i;

/**
 * Decodes a body by its Content-Transfer-Encoding (RFC 2045 6). Bodies with an unknown encoding stay as they are. The
 * result has a separate buffer, so it outlives the message and can be transferred.
 */
export function decodeTransfer(body: Buffer, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return decodeBase64(body);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  return new Uint8Array(body);
}

/** The encoding token of a Content-Transfer-Encoding value, comments and quotes left aside. */
export function transferEncodingOf(value: string | undefined): string {
  return /[\w-]+/.exec((value ?? '').replace(/\([^()]*\)/g, ' ').toLowerCase())?.[0] ?? '7bit';
}

function decodeBase64(body: Buffer): Uint8Array<ArrayBuffer> {
  const text = body.toString('latin1');
  const padding = text.indexOf('=');
  // Some mailers pad every line; Node's decoder would stop at the first padding.
  if (padding >= 0 && /[A-Za-z0-9+/]/.test(text.slice(padding))) return decodePaddedUnits(body);
  return ownBuffer(Buffer.from(text, 'base64'));
}

/** Base64 with padding in its midst: every `=` ends a unit. */
function decodePaddedUnits(body: Buffer): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil((body.length * 3) / 4));
  let written = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0;
    if (byte === EQUALS) {
      bitCount = 0;
      continue;
    }
    const value = base64Values[byte] ?? -1;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      out[written++] = (bits >> bitCount) & 0xff;
    }
  }
  return out.slice(0, written);
}

/** RFC 2045 6.7: `=XX` is a byte, `=` at the end of a line joins it to the next; anything else is text. */
function decodeQuotedPrintable(body: Buffer): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(body.length);
  let written = 0;
  let position = 0;
  while (position < body.length) {
    const byte = body[position++] ?? 0;
    if (byte !== EQUALS) {
      out[written++] = byte;
      continue;
    }
    const escaped = (hexValue(body[position]) << 4) | hexValue(body[position + 1]);
    const joinedAt = escaped < 0 ? softBreakEnd(body, position) : -1;
    if (escaped >= 0) {
      out[written++] = escaped;
      position += 2;
    } else if (joinedAt >= 0) position = joinedAt;
    else out[written++] = EQUALS;
  }
  return out.slice(0, written);
}

/** Offset after a soft line break that begins here (white space may stand before it), or -1. */
function softBreakEnd(body: Buffer, from: number): number {
  let position = from;
  while (body[position] === 0x20 || body[position] === 0x09) position++;
  if (position >= body.length) return position;
  if (body[position] === CR) position++;
  return body[position] === LF ? position + 1 : -1;
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Small Node buffers share a pool, which must never be transferred to another thread. */
function ownBuffer(buffer: Buffer): Uint8Array<ArrayBuffer> {
  const whole = buffer.byteLength === buffer.buffer.byteLength;
  return whole && buffer.buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer.buffer)
    : new Uint8Array(buffer);
}
