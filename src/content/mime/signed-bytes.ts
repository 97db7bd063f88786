const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * The message with CRLF line ends (RFC 6376 5.3), in which mailauth converts a bare LF only at great
 * cost per line. With `relaxed` the body is also in relaxed form (RFC 6376 3.4.4: runs of white space
 * are one space, none stands at the end of a line), which does not change a relaxed hash and spares
 * mailauth the slow way through each such line.
 */
export function signedBytes(raw: Buffer, bodyStart: number, relaxed: boolean): Buffer {
  const bare = countBareLf(raw);
  // Most of a large message is base64, which needs no relaxation. Checking costs a quarter of rewriting it.
  if (bare === 0 && (!relaxed || isRelaxedBody(raw, bodyStart))) return raw;
  const out = Buffer.allocUnsafe(raw.length + bare);
  const headerEnd = writeCrlf(raw, 0, relaxed ? bodyStart : raw.length, out);
  const written = relaxed ? writeRelaxed(raw, bodyStart, out, headerEnd) : headerEnd;
  return out.subarray(0, written);
}

/** Lines of the body that end in white space, counted no further than `most`. */
export function countPaddedLines(raw: Buffer, bodyStart: number, most: number): number {
  let count = 0;
  for (let at = raw.indexOf(LF, bodyStart); at >= 0 && count < most; at = raw.indexOf(LF, at + 1)) {
    const last = raw[at - 1] === CR ? raw[at - 2] : raw[at - 1];
    if (last === SPACE || last === TAB) count++;
  }
  return count;
}

/** By native search: a fifth of a loop over the bytes of ordinary lines. */
function countBareLf(raw: Buffer): number {
  let bare = 0;
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    if (at === 0 || raw[at - 1] !== CR) bare++;
  }
  return bare;
}

/** White space that the relaxed form does not have; single spaces that stand before a bare CR are no matter. */
const unrelaxed = ['\t', '  ', ' \r', ' \n'].map((signs) => Buffer.from(signs));

/** Whether a body has the relaxed form already. By native search: a tenth of a look at each byte where most is base64. */
export function isRelaxedBody(raw: Buffer, bodyStart: number): boolean {
  return raw.at(-1) !== SPACE && unrelaxed.every((signs) => raw.indexOf(signs, bodyStart) < 0);
}

function writeCrlf(raw: Buffer, from: number, to: number, out: Buffer): number {
  let written = 0;
  let previous = 0;
  for (let i = from; i < to; i++) {
    const byte = raw[i] ?? 0;
    if (byte === LF && previous !== CR) out[written++] = CR;
    out[written++] = byte;
    previous = byte;
  }
  return written;
}

function writeRelaxed(raw: Buffer, from: number, out: Buffer, at: number): number {
  let written = at;
  let spaces = false;
  for (let i = from; i < raw.length; i++) {
    const byte = raw[i] ?? 0;
    if (byte === SPACE || byte === TAB) {
      spaces = true;
    } else if (byte === LF || (byte === CR && raw[i + 1] === LF)) {
      if (byte === CR) i++;
      out[written++] = CR;
      out[written++] = LF;
      spaces = false;
    } else {
      if (spaces) out[written++] = SPACE;
      out[written++] = byte;
      spaces = false;
    }
  }
  return written;
}
