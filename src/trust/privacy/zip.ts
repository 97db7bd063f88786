import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = { name: string; modified: Date; open(): Promise<Readable> | Readable };

/**
 * A ZIP file of these entries, produced while it is read. An entry is opened when the previous one has been read, and only
 * the list of names for the end of the file is kept in memory. If an entry fails, the file ends with an error.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const feed = async (): Promise<void> => {
    for await (const { name, modified, open } of entries) {
      current = await open();
      const read = finished(current, { writable: false });
      zip.addReadStream(current, name, { mtime: modified });
      await read;
    }
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  const feeding = feed().catch((error: Error) => void output.destroy(error));
  try {
    yield* output;
    await feeding;
  } finally {
    current?.destroy();
  }
}
