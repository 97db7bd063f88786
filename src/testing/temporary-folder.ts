import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where the machine has one. Programs may not be allowed to run from it. */
const MEMORY = '/dev/shm';
/** Containers have one of 64 MB, unless told otherwise; a whole run needs a quarter of this. */
const ENOUGH = 4 * 1024 ** 3;
const PREFIX = 'proofmail-test-';

/**
 * A folder for a database of a test: in memory where there is room, on disk otherwise. What is written there costs half of
 * the CPU, and nothing waits for a disk. Whoever made it removes it.
 */
export function makeTemporaryFolder(): string {
  const isRoomy = existsSync(MEMORY) && roomIn(MEMORY) >= ENOUGH;
  return mkdtempSync(join(isRoomy ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
}

export const isInMemory = (folder: string): boolean => folder.startsWith(MEMORY);

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A run that was killed could not remove its folders, which would hold memory for as long as the machine runs. */
export function removeLeftovers(): void {
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
