import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A secret in a file that only its owner reads: the one that is there, or else the one that `make` gives. The file
 * appears whole and on disk, so of several processes that start at once all use the same.
 */
export async function secretInFile(
  path: string,
  make: () => string,
): Promise<{ secret: string; isNew: boolean }> {
  const present = await readSecret(path);
  if (present !== null) return { secret: present, isNew: false };
  await mkdir(dirname(path), { recursive: true });
  const secret = make();
  const isNew = await publish(path, secret);
  return isNew ? { secret, isNew } : { secret: (await readSecret(path))!, isNew };
}

/** The secret in a file, or null where there is no file. */
export async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Links a finished file to its name; another process may have been first. */
async function publish(path: string, secret: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
