import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

export type InstanceLock = { release(): void };

/**
 * Claims a data directory for this process, so that two instances never use the same database or files.
 * The claim is a lock of the kernel, taken through SQLite because Node has no file locks. It is atomic, it ends with
 * the process in any case, it cannot mistake another program that reuses our pid for us, and it works between
 * containers that share a volume but not their pids. Nothing is stored in the lock file. `instance.pid` only serves
 * the message to a second instance.
 * @param dataDir existing directory
 * @throws StartError if a running instance holds it, or the directory cannot be written
 */
export function lockInstance(dataDir: string): InstanceLock {
  const pidFile = join(dataDir, 'instance.pid');
  const lock = openLockFile(dataDir);
  try {
    // Nothing is written, so there is nothing to roll back and no journal file to leave behind.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new StartError(
      `${dataDir} is used by a running Proofmail${holder(pidFile)}. Stop it first, or set PM_DATA_DIR to ` +
        'another directory.',
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    // Waiting is useless, because the holder keeps the lock for hours.
    return new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: 0 });
  } catch (error) {
    throw new StartError(
      `Proofmail cannot write to ${dataDir} (${(error as Error).message}). Check PM_DATA_DIR.`,
    );
  }
}

function holder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
