/** Bytes `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * The single range that a Range header asks for (RFC 9110 section 14.2), or null to answer with the whole file: other units,
 * several ranges, malformed ranges and ranges outside the file are ignored. A suffix longer than the file means all of it.
 */
export function byteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start <= end ? { start, end } : null;
}
