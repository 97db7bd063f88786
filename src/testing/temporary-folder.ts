import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, which not every machine has. It may be mounted so that programs cannot run from it. */
const MEMORY = '/dev/shm';
/** The free space that is required. A complete run needs a quarter of it; containers often have only 64 MB. */
const ENOUGH = 4 * 1024 ** 3;
const PREFIX = 'proofmail-test-';

/**
 * Creates a folder for a test's database, in memory if there is enough space and otherwise on disk. Writing to memory takes
 * half of the CPU and never waits for a disk. The caller must remove the folder.
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

/** Removes the folders of killed runs, which would otherwise occupy memory until the machine restarts. */
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
