const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;

/**
 * The same content with CRLF as its only line end, as RFC 5322 2.3 wants it: a lone LF ends a line, a lone CR is a
 * space (what Postfix makes of them). Programs differ in what they take lone ones for, which is how a message is made
 * to end elsewhere for the next server (SMTP smuggling) or to have other header fields for another parser.
 * Chunks that need no change are passed on as they are.
 */
export async function* withCrlfLineEnds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // A CR at the end of a chunk waits for what follows it.
  let endsWithCr = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const bytes: Buffer = endsWithCr ? Buffer.concat([Buffer.of(CR), chunk]) : asBuffer(chunk);
    endsWithCr = bytes[bytes.length - 1] === CR;
    const whole = endsWithCr ? bytes.subarray(0, -1) : bytes;
    if (whole.length > 0) yield isClean(whole) ? whole : clean(whole);
  }
  if (endsWithCr) yield Buffer.of(SPACE);
}

const asBuffer = (chunk: Uint8Array): Buffer => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

function isClean(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at - 1] !== CR) return false;
  }
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] !== LF) return false;
  }
  return true;
}

function clean(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length * 2);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === LF) length = out.writeUInt16BE((CR << 8) | LF, length);
    else if (byte !== CR) out[length++] = byte;
    else if (bytes[at + 1] !== LF) out[length++] = SPACE;
  }
  return out.subarray(0, length);
}
