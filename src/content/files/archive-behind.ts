import { fileLimits } from './limits.ts';
import type { Sniffed } from './sniff.ts';
import { readZipDirectory } from './zip-directory.ts';

/** An archive that stands behind the header of another file: its type, and the bytes as an unpacker reads them. */
export type ArchiveBehind = { contentType: string; content: Uint8Array };

/** Unpackers search this far for the beginning of an archive, past any program code before it. */
const SEARCHED = 1024 * 1024;

const searched: readonly { magic: Buffer; contentType: string }[] = [
  { magic: Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), contentType: 'application/x-7z-compressed' },
  { magic: Buffer.from('Rar!\x1a\x07', 'latin1'), contentType: 'application/vnd.rar' },
];

/**
 * Looks for an archive inside a file of another type. Unpackers read a zip from its end and search for the signatures
 * of other archives, so they open archives in files that look like pictures.
 */
export function archiveBehind(content: Uint8Array, sniffed: Sniffed | null): ArchiveBehind | null {
  if (sniffed?.family === 'zip') return null;
  const { state, entries } = readZipDirectory(content, fileLimits.archive.entries);
  if (state !== 'broken' && (entries.length > 0 || state === 'forged'))
    return { contentType: 'application/zip', content };
  if (sniffed?.family === 'archive') return null;
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, SEARCHED));
  for (const { magic, contentType } of searched) {
    const at = head.indexOf(magic);
    if (at > 0) return { contentType, content: content.subarray(at) };
  }
  return null;
}
