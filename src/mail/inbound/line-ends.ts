const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;

/**
 * The same content with CRLF as the only line end, as RFC 5322 2.3 requires. Like Postfix, it treats a lone LF as a
 * line end and a lone CR as a space. Programs interpret lone ones differently, and attackers use this to make a message
 * end elsewhere for the next server (SMTP smuggling) or to show other header fields to another parser. Chunks that need
 * no change are passed on unchanged.
 */
export async function* withCrlfLineEnds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // A CR at the end of a chunk is held back until the next byte arrives.
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
