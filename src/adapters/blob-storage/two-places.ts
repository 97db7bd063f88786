import { type BlobStorage, ObjectMissing } from '#kernel/ports/blob-storage.ts';

/**
 * Two storages while objects move from one to the other (`npm run blobs:move`): new objects are stored in the first,
 * all are read from where they are, and deleting an object deletes both copies.
 */
export function twoPlaces(first: BlobStorage, second: BlobStorage): BlobStorage {
  const inEither = async <T>(read: (storage: BlobStorage) => Promise<T>): Promise<T> => {
    try {
      return await orElse(read, first, second);
    } catch (error) {
      // The object may have moved between the two reads.
      if (error instanceof ObjectMissing) return read(first);
      throw error;
    }
  };
  return {
    put: (key, content) => first.put(key, content),
    get: (key) => inEither((storage) => storage.get(key)),
    stream: (key, range) => inEither((storage) => storage.stream(key, range)),
    size: async (key) => (await first.size(key)) ?? (await second.size(key)) ?? first.size(key),
    delete: async (key) => {
      await Promise.all([first.delete(key), second.delete(key)]);
    },
    async *listOlder(before) {
      yield* first.listOlder(before);
      yield* second.listOlder(before);
    },
    close: () => {
      first.close?.();
      second.close?.();
    },
  };
}

async function orElse<T>(
  read: (storage: BlobStorage) => Promise<T>,
  first: BlobStorage,
  second: BlobStorage,
): Promise<T> {
  try {
    return await read(first);
  } catch (error) {
    if (error instanceof ObjectMissing) return read(second);
    throw error;
  }
}
