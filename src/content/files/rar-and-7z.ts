import { fileLimits } from './limits.ts';

/** What the headers of an archive tell; nothing of it is unpacked, and sizes are the declared ones. */
export type Listing = { encrypted: boolean; files: { name: string; size: number }[] };

/** Coder id of AES-256 with SHA-256 (7zFormat.txt, Methods.txt). */
const AES = Buffer.from([0x06, 0xf1, 0x07, 0x01]);

/** A 7z archive's names and sizes lie in a header that is nearly always packed itself: only its encryption shows. */
export function readSevenZip(content: Uint8Array): Listing {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (buffer.length < 32) return { encrypted: false, files: [] };
  const start = 32 + Number(buffer.readBigUInt64LE(12));
  const header = buffer.subarray(start, start + Number(buffer.readBigUInt64LE(20)));
  return { encrypted: header.includes(AES), files: [] };
}

/** The headers of a RAR archive, version 4 or 5 (RAR technote). */
export function readRar(content: Uint8Array): Listing {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return buffer[6] === 1 ? readRar5(buffer) : readRar4(buffer);
}

function readRar4(buffer: Buffer): Listing {
  const listing: Listing = { encrypted: false, files: [] };
  let at = 7;
  while (at + 7 <= buffer.length && listing.files.length < fileLimits.archive.entries) {
    const type = buffer[at + 2]!;
    const flags = buffer.readUInt16LE(at + 3);
    const size = buffer.readUInt16LE(at + 5);
    if (size < 7 || at + size > buffer.length) break;
    const isFile = type === 0x74 && size >= 32;
    if (type === 0x73 && (flags & 0x80) !== 0) return { ...listing, encrypted: true };
    if (isFile) {
      listing.encrypted ||= (flags & 0x04) !== 0;
      const isLarge = (flags & 0x100) !== 0 && size >= 40;
      const high = isLarge ? buffer.readUInt32LE(at + 36) * 2 ** 32 : 0;
      const nameAt = at + (isLarge ? 40 : 32);
      const name = buffer.toString(
        'latin1',
        nameAt,
        Math.min(nameAt + buffer.readUInt16LE(at + 26), at + size),
      );
      listing.files.push({ name: name.split('\0')[0]!, size: buffer.readUInt32LE(at + 11) + high });
    }
    const hasData = (isFile || (flags & 0x8000) !== 0) && at + 11 <= buffer.length;
    at += size + (hasData ? buffer.readUInt32LE(at + 7) : 0);
  }
  return listing;
}

function readRar5(buffer: Buffer): Listing {
  const listing: Listing = { encrypted: false, files: [] };
  let at = 8;
  while (at + 7 <= buffer.length && listing.files.length < fileLimits.archive.entries) {
    const size = new Rar5Fields(buffer, at + 4);
    const headerSize = size.number();
    const end = size.at + headerSize;
    if (headerSize === 0 || end > buffer.length) break;
    const fields = new Rar5Fields(buffer.subarray(0, end), size.at);
    const type = fields.number();
    if (type === 4) return { ...listing, encrypted: true };
    const flags = fields.number();
    const extraSize = (flags & 1) !== 0 ? fields.number() : 0;
    const dataSize = (flags & 2) !== 0 ? fields.number() : 0;
    if (type === 2) {
      listing.files.push(fields.file());
      listing.encrypted ||= isEncrypted(buffer.subarray(Math.max(0, end - extraSize), end));
    }
    at = end + dataSize;
  }
  return listing;
}

/** Whether the extra area of a file has an encryption record. */
function isEncrypted(extra: Buffer): boolean {
  for (let at = 0; at < extra.length; ) {
    const fields = new Rar5Fields(extra, at);
    const size = fields.number();
    const next = fields.at + size;
    if (size === 0) return false;
    if (fields.number() === 1) return true;
    at = next;
  }
  return false;
}

/** Reads the variable-length numbers of RAR 5; past the end they are zero. */
class Rar5Fields {
  readonly #buffer: Buffer;
  at: number;

  constructor(buffer: Buffer, at: number) {
    this.#buffer = buffer;
    this.at = at;
  }

  number(): number {
    let value = 0;
    for (let i = 0; i < 10 && this.at < this.#buffer.length; i += 1) {
      const byte = this.#buffer[this.at++]!;
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  }

  file(): { name: string; size: number } {
    const flags = this.number();
    const size = this.number();
    this.number();
    this.at += ((flags & 2) !== 0 ? 4 : 0) + ((flags & 4) !== 0 ? 4 : 0);
    this.number();
    this.number();
    const length = this.number();
    return {
      name: this.#buffer.toString('utf8', this.at, this.at + length),
      size: (flags & 8) !== 0 ? 0 : size,
    };
  }
}
