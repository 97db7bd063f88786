import type { Readable } from 'node:stream';

/** Storage for large objects: files or an S3 bucket. We generate the keys; clients never do. */
export type BlobStorage = {
  /** Resolves when the object is durable (fsync, or the provider's confirmation), so that a row may point to it. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** Bytes `start` to `end` inclusive, or all. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Keys of the objects, partial ones included, that were last written before that time. */
  listOlder(before: Date): AsyncIterable<string>;
};
