import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pollMs = 20;
const fastShutdownMs = 60_000;
// Above every kernel's pid limit, so no process has it. PostgreSQL concludes that the old server is gone, but still
// checks the shared memory key in the same file for surviving backends, which deleting the file would skip.
const deadPid = 2_147_483_646;

/** Whether a process with this pid exists, under any account. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  } catch {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim().split(' ');
  }
}

async function isSameDirectory(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(a).catch(() => null), stat(b).catch(() => null)]);
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
}

async function isPostmasterOf(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  return /postgres$/.test(command[0] ?? '') && command.includes(directory);
}

async function stopPostmaster(pid: number, directory: string): Promise<void> {
  const deadline = performance.now() + fastShutdownMs;
  signal(pid, 'SIGINT');
  // The pid alone is not enough: in a container, an ended process may never be reaped.
  while (await isPostmasterOf(pid, directory)) {
    if (performance.now() > deadline) signal(pid, 'SIGQUIT');
    await delay(pollMs);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function discardStaleLocks(clusterDir: string, pidFile: string, lines: string[]): Promise<void> {
  await rm(join(clusterDir, '.s.PGSQL.5432.lock'), { force: true });
  await writeFile(pidFile, [String(deadPid), ...lines.slice(1)].join('\n'));
}

/**
 * Makes a cluster startable after a server that we did not stop. A server that still runs (our process was killed) is
 * shut down cleanly, and a leftover pid file is made harmless even if another program now has that pid. The caller
 * holds the instance lock, so a running server here has no owner.
 * @returns whether a running server was stopped
 */
export async function stopOrphanedPostgres(clusterDir: string): Promise<boolean> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => null);
  if (content === null) return false;
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  const directory = lines[1] ?? '';
  // A copied data directory contains the pid file of the original, whose server must not be touched.
  const ours = (await isSameDirectory(directory, clusterDir)) && (await isPostmasterOf(pid, directory));
  if (ours) {
    await stopPostmaster(pid, directory);
    return true;
  }
  await discardStaleLocks(clusterDir, pidFile, lines);
  return false;
}
