/** Bytes `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * The one range that a Range header asks for (RFC 9110 section 14.2). What may be ignored is: other units, several
 * ranges, a wrong form, and a range that lies outside; then the whole is answered. A suffix longer than the file is the whole file.
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
