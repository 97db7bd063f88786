import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStorage } from '#kernel/ports/blob-storage.ts';

/** Objects as files below one folder. A file appears under its name only when its bytes are on disk. */
export function fileSystemStorage(root: string): BlobStorage {
  const path = (key: string): string => {
    if (!/^[\w-]+(\/[\w-]+)*(\.partial)?$/.test(key)) throw new Error('Not an object key of ours.');
    return join(root, key);
  };
  return {
    put: (key, content) => writeDurably(path(key), content),
    get: (key) => readFile(path(key)),
    stream: async (key, range) => createReadStream(path(key), range),
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
      // One that is gone meanwhile is not old.
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
  const temporary = `${target}.partial`;
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

/** The rename itself is durable only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
