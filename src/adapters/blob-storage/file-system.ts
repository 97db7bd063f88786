import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey, type BlobStorage, ObjectMissing, PARTIAL } from '#kernel/ports/blob-storage.ts';

/** Objects as files in one folder. A file gets its name only when its bytes are on disk. */
export function fileSystemStorage(root: string): BlobStorage {
  const path = (key: string): string => join(root, assertKey(key));
  const missing =
    (key: string) =>
    (error: NodeJS.ErrnoException): never => {
      throw error.code === 'ENOENT' ? new ObjectMissing(key, { cause: error }) : error;
    };
  return {
    put: (key, content) => writeDurably(path(key), content),
    get: (key) => readFile(path(key)).catch(missing(key)),
    stream: async (key, range) => {
      const file = await open(path(key)).catch(missing(key));
      return file.createReadStream(range);
    },
    size: (key) =>
      stat(path(key)).then(
        ({ size }) => size,
        (error) => (error.code === 'ENOENT' ? null : Promise.reject(error)),
      ),
    delete: (key) => rm(path(key), { force: true }),
    listOlder: (before) => listOlder(root, before),
  };
}

async function* listOlder(root: string, before: Date): AsyncGenerator<string> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(absent);
    for (const entry of entries) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(key);
      // A file that has been deleted in the meantime does not count as old.
      else if (((await stat(join(root, key)).catch(() => null))?.mtime ?? before) < before) yield key;
    }
  }
}

function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function writeDurably(target: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const temporary = target + PARTIAL;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(temporary, target);
  await syncFolder(folder);
}

/** A rename is durable only once its folder has been synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
