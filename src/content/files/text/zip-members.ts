import { inflateSmall } from '../archive.ts';
import { fileLimits } from '../limits.ts';
import { readZipDirectory, type ZipEntry } from '../zip-directory.ts';

/** The members of a zip, inflated one by one on request. */
export class ZipMembers {
  readonly #content: Uint8Array;
  readonly #entries: Map<string, ZipEntry>;

  /** @throws when it is broken or forged */
  constructor(content: Uint8Array) {
    const { state, entries } = readZipDirectory(content, fileLimits.archive.entries);
    if (state !== 'good') throw new Error(`The archive is ${state}.`);
    this.#content = content;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** A member as text, null when there is none of that name. */
  text(name: string): string | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    if (entry.encrypted || (entry.method !== 0 && entry.method !== 8))
      throw new Error('The member cannot be read.');
    if (entry.size > fileLimits.archive.nestedBytes) throw new Error('The member is too large.');
    const data = this.#content.subarray(entry.dataStart, entry.dataStart + entry.compressedSize);
    return Buffer.from(entry.method === 0 ? data : inflateSmall(data, entry.size)).toString('utf8');
  }
}
