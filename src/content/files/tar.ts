import { posix } from 'node:path';
import { ArchiveBomb } from './gauge.ts';

/**
 * `size` is the size of the file on disk (a sparse file is larger than its data), `link` the target of a link, from
 * the root of the archive.
 */
export type TarEntry = { name: string; link: string | null; size: number; data: Uint8Array };

const BLOCK = 512;

/** The files of a tar archive (POSIX.1-2024 pax, ustar interchange format) as views into it. */
export function readTar(content: Uint8Array, maxEntries: number): TarEntry[] {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const entries: TarEntry[] = [];
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= buffer.length; ) {
    const header = buffer.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    const size = numberAt(header, 124, 12);
    const data = buffer.subarray(at + BLOCK, at + BLOCK + size);
    if (data.length < size) throw new ArchiveBomb('falsified size');
    const type = String.fromCharCode(header[156]!);
    // GNU (L) and pax (x) store a long name as a separate file before the file that has it.
    if (type === 'L') longName = text(data);
    else if (type === 'x')
      longName = /\d+ path=([^\n]*)\n/.exec(text(data.subarray(0, 64 * 1024)))?.[1] ?? null;
    else if (type !== 'g' && type !== 'K') {
      const prefix = text(header.subarray(345, 500));
      const short = text(header.subarray(0, 100));
      const isUstar = header.toString('latin1', 257, 263) === 'ustar\0';
      const name = longName ?? (isUstar && prefix ? `${prefix}/${short}` : short);
      const link = linkOf(type, name, text(header.subarray(157, 257)));
      entries.push({
        name,
        link,
        size: type === 'S' ? Math.max(size, numberAt(header, 483, 12)) : size,
        data,
      });
      longName = null;
    }
    if (entries.length > maxEntries) throw new ArchiveBomb('too many entries');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

/** A hard link (1) names a path of the archive, a symbolic one (2) a path from where it stands. */
function linkOf(type: string, name: string, target: string): string | null {
  if (type === '1') return target;
  if (type !== '2') return null;
  return target.startsWith('/') ? target : posix.join(posix.dirname(name), target);
}

/** Octal digits, or base 256 when the first bit is set (GNU). */
function numberAt(header: Buffer, at: number, length: number): number {
  if ((header[at]! & 0x80) !== 0) return Number(header.readBigUInt64BE(at + length - 8) & 0x1fffffffffffffn);
  const digits = /^[0-7]+/.exec(text(header.subarray(at, at + length)).trim())?.[0] ?? '0';
  return Number.parseInt(digits, 8);
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}
