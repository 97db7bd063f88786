import { hasUtf16Mark, type Sniffed } from './sniff.ts';

/** Characters of markup that are searched for script. */
const SEARCHED = 5 * 1024 * 1024;

/** An element that runs code, an attribute for an event, an address that is code. Linear. */
const SCRIPT = /<script[\s/>]|[\s"'/]on[a-z]{4,24}\s{0,8}=\s{0,8}["'a-z]|(?:java|vb)script\s{0,8}:/i;

/** Whether a browser that opens the file runs code out of it. */
export function hasScript(
  { content, filename, contentType }: { content: Uint8Array; filename: string; contentType: string },
  sniffed: Sniffed | null,
): boolean {
  const isMarkup =
    sniffed?.family === 'html' ||
    sniffed?.family === 'svg' ||
    (sniffed?.family === 'text' &&
      (/\.(?:x?html?|shtml|svg|xml)$/i.test(filename.trim()) || /html|svg/.test(contentType)));
  if (!isMarkup) return false;
  const bytes = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, SEARCHED));
  if (!hasUtf16Mark(bytes)) return SCRIPT.test(bytes.toString('latin1'));
  const isBigEndian = bytes[0] === 0xfe;
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return SCRIPT.test((isBigEndian ? Buffer.from(even).swap16() : even).toString('utf16le'));
}
