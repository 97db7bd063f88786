import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How Postgres copies a template: through its log, or file by file. */
export type CloneStrategy = 'wal_log' | 'file_copy';

/** A file system in memory, where the machine has one. */
const MEMORY = '/dev/shm';
/** Containers have one of 64 MB, unless told otherwise; a whole run needs a tenth of this. */
const ENOUGH = 4 * 1024 ** 3;
const PREFIX = 'proofmail-test-cluster-';

/**
 * A folder for the cluster of a test run: in memory where there is room, on disk otherwise. In memory a database is
 * cloned and dropped for a fifth of the CPU, and file by file for the least; on disk that would write out all pages first.
 */
export function makeClusterFolder(): { dataDir: string; cloneStrategy: CloneStrategy } {
  const inMemory = existsSync(MEMORY) && roomIn(MEMORY) >= ENOUGH;
  if (inMemory) removeLeftovers();
  const dataDir = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
  return { dataDir, cloneStrategy: inMemory ? 'file_copy' : 'wal_log' };
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A run that was killed could not remove its own, which would hold memory for as long as the machine runs. */
function removeLeftovers(): void {
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
