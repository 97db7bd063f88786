import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP as text, according to its central directory (APPNOTE 4.3.12). */
export function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry += 1) {
    const [method, size, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    files[zip.toString('utf8', at + 46, at + 46 + name)] = (
      method === 8 ? inflateRawSync(packed) : packed
    ).toString();
    at += 46 + name + extra + comment;
  }
  return files;
}
