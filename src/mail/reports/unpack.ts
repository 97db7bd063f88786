import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { readZipDirectory } from '#content/files/index.ts';
import { reportLimits } from './limits.ts';

const gunzipAsync = promisify(gunzip) as (data: Uint8Array, options: object) => Promise<Buffer>;
const inflateAsync = promisify(inflateRaw) as (data: Uint8Array, options: object) => Promise<Buffer>;

/** A report file that cannot be read, because it is too large, an archive bomb, or not an archive. */
export class UnreadableReport extends Error {}

/**
 * The text of a report as it was attached: gzip, zip with one file, or plain (RFC 7489 7.2.1.1, RFC 8460 5.2). Never
 * unpacks more than the limits, whatever the archive says about itself.
 * @throws UnreadableReport
 */
export async function unpackReport(bytes: Uint8Array): Promise<Buffer> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (packed.length > reportLimits.packedBytes) throw new UnreadableReport('too large');
  if (packed[0] === 0x1f && packed[1] === 0x8b)
    return inflated(packed.length, (max) => gunzipAsync(packed, max));
  if (packed.toString('latin1', 0, 2) === 'PK') return unzipped(packed);
  return packed;
}

async function unzipped(packed: Buffer): Promise<Buffer> {
  const directory = readZipDirectory(packed, reportLimits.filesPerArchive);
  const entry = directory.entries.find(({ name }) => /\.(?:xml|json)$/i.test(name));
  if (directory.state !== 'good' || !entry || entry.encrypted)
    throw new UnreadableReport('not a good archive');
  const content = packed.subarray(entry.dataStart, entry.dataStart + entry.compressedSize);
  if (entry.method === 0) return content;
  if (entry.method !== 8) throw new UnreadableReport('another compression');
  return inflated(content.length, (max) => inflateAsync(content, max));
}

async function inflated(size: number, run: (options: object) => Promise<Buffer>): Promise<Buffer> {
  const maxOutputLength = Math.min(
    reportLimits.unpackedBytes,
    Math.max(reportLimits.freeBytes, size * reportLimits.ratio),
  );
  try {
    return await run({ maxOutputLength });
  } catch {
    throw new UnreadableReport('broken, or larger than it may be');
  }
}
