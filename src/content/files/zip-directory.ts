/** The entry of one file in the central directory, compared with its local header. Sizes in bytes. */
export type ZipEntry = {
  name: string;
  method: number;
  encrypted: boolean;
  compressedSize: number;
  size: number;
  /** Where its compressed bytes begin. */
  dataStart: number;
};

/** `broken`: no reader could make sense of it. `forged`: entries overlap, lie about themselves or leave their folder. */
export type ZipDirectory =
  | { state: 'good'; entries: ZipEntry[] }
  | { state: 'broken' | 'forged'; entries: ZipEntry[] };

const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;

/**
 * Reads the directory of a zip file (APPNOTE.TXT 4.3, including zip64) and unpacks nothing. An archive with more than
 * `maxEntries` counts as malformed.
 */
export function readZipDirectory(bytes: Uint8Array, maxEntries: number): ZipDirectory {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(buffer);
  if (!end) return { state: 'broken', entries: [] };
  if (end.count > maxEntries) return { state: 'forged', entries: [] };
  const entries: ZipEntry[] = [];
  const spans: [start: number, end: number][] = [];
  let forged = false;
  let at = end.directoryStart;
  for (let i = 0; i < end.count; i += 1) {
    const found = readEntry(buffer, at, end.shift);
    if (!found) return { state: 'broken', entries };
    at = found.next;
    entries.push(found.entry);
    spans.push([found.localStart, found.entry.dataStart + found.entry.compressedSize]);
    forged ||= found.liesAboutItself || escapes(found.entry.name);
  }
  forged ||= at > buffer.length || overlap(spans, end.directoryStart);
  return { state: forged ? 'forged' : 'good', entries };
}

type End = { directoryStart: number; count: number; shift: number };

/**
 * The end record, searched from the end of the file. `shift` is the number of bytes before the archive, as in a
 * self-extracting one.
 */
function findEnd(buffer: Buffer): End | null {
  const lowest = Math.max(0, buffer.length - END_BYTES - MAX_COMMENT);
  for (let at = buffer.length - END_BYTES; at >= lowest; at -= 1) {
    if (buffer[at] !== 0x50 || buffer.readUInt32LE(at) !== END) continue;
    const sizes = readEnd64(buffer, at) ?? {
      count: buffer.readUInt16LE(at + 10),
      directorySize: buffer.readUInt32LE(at + 12),
      offset: buffer.readUInt32LE(at + 16),
      before: at,
    };
    const directoryStart = sizes.before - sizes.directorySize;
    const shift = directoryStart - sizes.offset;
    if (directoryStart < 0 || shift < 0) continue;
    return { directoryStart, count: sizes.count, shift };
  }
  return null;
}

function readEnd64(buffer: Buffer, endAt: number) {
  const locator = endAt - 20;
  if (locator < 0 || buffer.readUInt32LE(locator) !== END_64_LOCATOR) return null;
  const at = Number(buffer.readBigUInt64LE(locator + 8));
  if (at + 56 > buffer.length || buffer.readUInt32LE(at) !== END_64) return null;
  return {
    count: Number(buffer.readBigUInt64LE(at + 32)),
    directorySize: Number(buffer.readBigUInt64LE(at + 40)),
    offset: Number(buffer.readBigUInt64LE(at + 48)),
    before: at,
  };
}

function readEntry(buffer: Buffer, at: number, shift: number) {
  if (at + CENTRAL_BYTES > buffer.length || buffer.readUInt32LE(at) !== CENTRAL) return null;
  const nameLength = buffer.readUInt16LE(at + 28);
  const extraLength = buffer.readUInt16LE(at + 30);
  const next = at + CENTRAL_BYTES + nameLength + extraLength + buffer.readUInt16LE(at + 32);
  if (next > buffer.length) return null;
  const nameBytes = buffer.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  const extra = buffer.subarray(
    at + CENTRAL_BYTES + nameLength,
    at + CENTRAL_BYTES + nameLength + extraLength,
  );
  const sizes = withZip64(extra, {
    size: buffer.readUInt32LE(at + 24),
    compressedSize: buffer.readUInt32LE(at + 20),
    offset: buffer.readUInt32LE(at + 42),
  });
  const localStart = sizes.offset + shift;
  if (localStart + LOCAL_BYTES > buffer.length || buffer.readUInt32LE(localStart) !== LOCAL) return null;
  const localNameLength = buffer.readUInt16LE(localStart + 26);
  const localName = buffer.subarray(localStart + LOCAL_BYTES, localStart + LOCAL_BYTES + localNameLength);
  const dataStart = localStart + LOCAL_BYTES + localNameLength + buffer.readUInt16LE(localStart + 28);
  const entry: ZipEntry = {
    name: nameBytes.toString('utf8'),
    method: buffer.readUInt16LE(at + 10),
    encrypted: (buffer.readUInt16LE(at + 8) & 1) === 1,
    compressedSize: sizes.compressedSize,
    size: sizes.size,
    dataStart,
  };
  return {
    entry,
    next,
    localStart,
    liesAboutItself: !localName.equals(nameBytes) || !localAgrees(buffer, localStart, entry),
  };
}

/** The sizes beyond 4 GiB (APPNOTE.TXT 4.5.3): present, in this order, for each field that is all ones. */
function withZip64<T extends Record<'size' | 'compressedSize' | 'offset', number>>(
  extra: Buffer,
  sizes: T,
): T {
  const result = { ...sizes };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    const end = Math.min(extra.length, from + extra.readUInt16LE(at + 2));
    for (const field of ['size', 'compressedSize', 'offset'] as const) {
      if (sizes[field] !== 0xffffffff || from + 8 > end) continue;
      result[field] = Number(extra.readBigUInt64LE(from));
      from += 8;
    }
  }
  return result;
}

/** The local header may leave sizes to the descriptor behind the data (bit 3) or to zip64, but not say other ones. */
function localAgrees(buffer: Buffer, localStart: number, entry: ZipEntry): boolean {
  if ((buffer.readUInt16LE(localStart + 6) & 8) !== 0) return true;
  const same = (at: number, size: number): boolean => {
    const said = buffer.readUInt32LE(localStart + at);
    return said === size || said === 0xffffffff;
  };
  return (
    same(18, entry.compressedSize) &&
    same(22, entry.size) &&
    buffer.readUInt16LE(localStart + 8) === entry.method
  );
}

/** A name that would be written outside of the folder into which the archive is unpacked. */
export const escapes = (name: string): boolean =>
  /^[/\\]|^[a-z]:|\0/i.test(name) || name.split(/[/\\]/).includes('..');

function overlap(spans: [start: number, end: number][], directoryStart: number): boolean {
  let free = 0;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    if (start < free || end > directoryStart) return true;
    free = end;
  }
  return false;
}
