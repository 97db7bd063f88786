import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a secret from a file that only its owner may read, and creates the file with `make` when it is missing. The file
 * appears complete and durable, so that processes which start together all use the same secret.
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

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Publishes the finished file under its name; another process may have done so first. */
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
