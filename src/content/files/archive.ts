import { createGunzip, createInflateRaw, createZstdDecompress, inflateRawSync } from 'node:zlib';
import { archiveBehind } from './archive-behind.ts';
import { ArchiveBomb, Gauge, type MeasuringBudget, UnreadableArchive } from './gauge.ts';
import { fileLimits } from './limits.ts';
import { isExecutableEntry } from './names.ts';
import { readRar, readSevenZip } from './rar-and-7z.ts';
import { sniff } from './sniff.ts';
import { readTar } from './tar.ts';
import { escapes, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** The contents of an archive, as far as they can be read without writing files. */
export type ArchiveReport = {
  bomb: boolean;
  unreadable: boolean;
  encrypted: boolean;
  macro: boolean;
  executable: boolean;
  /** Names of the outermost archive's files, for telling office documents from other zips. */
  names: string[];
};

/** Entries up to here are inflated in one go, larger ones chunk by chunk, each thrown away as it comes. */
const SMALL_ENTRY = 1024 * 1024;
const CHUNK = 256 * 1024;

/**
 * Measures an archive: counts the size of its contents, compares the declared sizes with that count, and checks the
 * names. Only nested archives are kept, while they are measured in turn.
 */
export async function measureArchive(
  content: Uint8Array,
  contentType: string,
  budget: MeasuringBudget,
): Promise<ArchiveReport> {
  const measuring = new Measuring(new Gauge(content.length, budget));
  try {
    await measuring.measure(content, contentType, 0);
  } catch (error) {
    if (error instanceof ArchiveBomb) measuring.report.bomb = true;
    else measuring.report.unreadable = true;
  }
  return measuring.report;
}

class Measuring {
  readonly report: ArchiveReport = {
    bomb: false,
    unreadable: false,
    encrypted: false,
    macro: false,
    executable: false,
    names: [],
  };
  readonly #gauge: Gauge;

  constructor(gauge: Gauge) {
    this.#gauge = gauge;
  }

  async measure(content: Uint8Array, contentType: string, depth: number): Promise<void> {
    if (depth > fileLimits.archive.depth) throw new ArchiveBomb('too deep');
    if (contentType === 'application/zip') await this.#measureZip(content, depth);
    else if (contentType === 'application/gzip')
      await this.#measureStream(createGunzip({ chunkSize: CHUNK }), content, depth);
    else if (contentType === 'application/zstd') {
      await this.#measureStream(createZstdDecompress({ chunkSize: CHUNK }), content, depth);
    } else if (contentType === 'application/x-tar') await this.#measureTar(content, depth);
    else if (contentType === 'application/vnd.rar') this.#takeListing(readRar(content));
    else if (contentType === 'application/x-7z-compressed') this.#takeListing(readSevenZip(content));
  }

  async #measureZip(content: Uint8Array, depth: number): Promise<void> {
    const directory = readZipDirectory(content, fileLimits.archive.entries);
    if (depth === 0) this.report.names = directory.entries.map(({ name }) => name);
    for (const { name, encrypted } of directory.entries) {
      this.#lookAtName(name);
      this.report.encrypted ||= encrypted;
    }
    if (directory.state === 'forged') throw new ArchiveBomb('forged');
    if (directory.state === 'broken') throw new UnreadableArchive('no directory');
    this.#gauge.expect(directory.entries.reduce((sum, { size }) => sum + size, 0));
    for (const entry of directory.entries) await this.#measureEntry(content, entry, depth);
  }

  /** @throws ArchiveBomb when the entry holds another number of bytes than it says */
  async #measureEntry(archive: Uint8Array, entry: ZipEntry, depth: number): Promise<void> {
    const data = archive.subarray(entry.dataStart, entry.dataStart + entry.compressedSize);
    if (entry.encrypted || (entry.method !== 0 && entry.method !== 8)) {
      this.#gauge.add(entry.size);
      return;
    }
    if (entry.method === 8 && entry.size > SMALL_ENTRY) {
      const counted = await this.#measureStream(
        createInflateRaw({ chunkSize: CHUNK }),
        data,
        depth,
        entry.size,
      );
      if (counted !== entry.size) throw new ArchiveBomb('falsified size');
      return;
    }
    // Some programs say of a folder that it is deflated, to nothing at all.
    if (entry.size === 0 && data.length === 0) return;
    const content = entry.method === 0 ? data : inflateSmall(data, entry.size);
    if (content.length !== entry.size) throw new ArchiveBomb('falsified size');
    this.#gauge.add(content.length);
    await this.#measureNested(content, depth);
  }

  async #measureNested(content: Uint8Array, depth: number): Promise<void> {
    const inner = sniff(content);
    if (inner?.family === 'executable') this.report.executable = true;
    if (inner?.family === 'zip' || inner?.family === 'archive')
      await this.measure(content, inner.contentType, depth + 1);
    const behind = archiveBehind(content, inner);
    if (behind) await this.measure(behind.content, behind.contentType, depth + 1);
  }

  /** Counts the bytes of a stream, at most `most`. A nested archive is kept and measured. */
  async #measureStream(
    stream: ReturnType<typeof createGunzip | typeof createZstdDecompress>,
    compressed: Uint8Array,
    depth: number,
    most = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const kept: Buffer[] = [];
    let keeps: boolean | null = null;
    let counted = 0;
    stream.end(compressed);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      counted += chunk.length;
      if (counted > most) throw new ArchiveBomb('falsified size');
      this.#gauge.add(chunk.length);
      keeps ??= isArchive(chunk);
      if (!keeps) continue;
      kept.push(chunk);
      if (counted > fileLimits.archive.nestedBytes) throw new ArchiveBomb('too large to be nested');
    }
    if (keeps !== null) await this.#measureNested(Buffer.concat(kept), depth);
    return counted;
  }

  async #measureTar(content: Uint8Array, depth: number): Promise<void> {
    const entries = readTar(content, fileLimits.archive.entries);
    if (depth === 0) this.report.names = entries.map(({ name }) => name);
    for (const { name, link, size, data } of entries) {
      this.#lookAtName(name);
      if (escapes(name) || (link !== null && escapes(link))) throw new ArchiveBomb('leaves its folder');
      this.#gauge.add(size);
      await this.#measureNested(data, depth);
    }
  }

  #takeListing(listing: { encrypted: boolean; files: { name: string; size: number }[] }): void {
    this.report.encrypted ||= listing.encrypted;
    for (const { name, size } of listing.files) {
      this.#lookAtName(name);
      if (escapes(name)) throw new ArchiveBomb('leaves its folder');
      this.#gauge.add(size);
    }
  }

  #lookAtName(name: string): void {
    if (isExecutableEntry(name)) this.report.executable = true;
    if (/(^|\/)vbaProject\.bin$|^xl\/macrosheets\/|^Basic\/.+\.xml$/i.test(name)) this.report.macro = true;
  }
}

const isArchive = (chunk: Buffer): boolean => {
  const family = sniff(chunk)?.family;
  return family === 'zip' || family === 'archive';
};

/** @throws ArchiveBomb when more comes out than was said, UnreadableArchive when the data are damaged */
export function inflateSmall(data: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ERR_BUFFER_TOO_LARGE'
      ? new ArchiveBomb('falsified size')
      : new UnreadableArchive(String(code));
  }
}
