import type { Readable } from 'node:stream';

/** Where large objects lie: files, or an S3 bucket. Keys are made by us, never by a client. */
export type BlobStorage = {
  /** Returns when the object is durable (fsync or the provider's word), so that a row may point to it. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** Bytes `start` to `end` inclusive, or all. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Keys of the objects, partial ones included, that were last written before that time. */
  listOlder(before: Date): AsyncIterable<string>;
};
