import type { Readable } from 'node:stream';

/** Storage for large objects: files or an S3 bucket. We generate the keys; clients never do. */
export type BlobStorage = {
  /** Resolves when the object is durable (fsync, or the provider's confirmation), so that a row may point to it. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Uint8Array>;
  /** Bytes `start` to `end` inclusive, or all. @throws ObjectMissing */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The size of an object in bytes; null if it does not exist. */
  size(key: string): Promise<number | null>;
  /**
   * Deleting a missing object is not an error. The key of a partial object, as `listOlder` returns it, deletes its
   * remains.
   */
  delete(key: string): Promise<void>;
  /** Keys of the objects that were last written before that time. Those that were never finished end in `.partial`. */
  listOlder(before: Date): AsyncIterable<string>;
  /** Ends idle connections. */
  close?(): void;
};

/** Checks the form of an object key. @throws Error for any other form, because it could escape the storage's folder */
export function assertKey(key: string): string {
  if (!/^[\w-]+(\/[\w-]+)*(\.partial)?$/.test(key)) throw new Error('Not an object key of ours.');
  return key;
}

export const PARTIAL = '.partial';

/** The object does not exist. The error has the code of a missing file. */
export class ObjectMissing extends Error {
  readonly code = 'ENOENT';
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}.`, options);
    this.name = 'ObjectMissing';
  }
}

/** The storage cannot be used at the moment. The object may still exist. */
export class StorageUnavailable extends Error {
  readonly code = 'ESTORAGE';
  constructor(reason: string, options?: ErrorOptions) {
    super(`The blob storage is not working: ${reason}`, options);
    this.name = 'StorageUnavailable';
  }
}
