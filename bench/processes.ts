import { readdir, readFile } from 'node:fs/promises';
import type { Round } from './report.ts';

// Figures of the kernel about a process. Linux only; elsewhere they are null.

/** Times are in hundredths of a second in /proc, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

/** The number of pieces done, and the time if the work measured it itself. */
type Done = { pieces: number; seconds?: number };

/**
 * Runs the work once. @returns its rate, and the CPU time of each piece in the process and, if given, in Postgres (in the
 * programs and for them in the kernel).
 */
export async function timed(pid: number, work: () => Promise<Done>, postgresPid?: number): Promise<Round> {
  const measure = () =>
    Promise.all([cpuSeconds(pid), postgresPid === undefined ? null : familyCpuSeconds(postgresPid)]);
  const before = await measure();
  const begin = performance.now();
  const { pieces, seconds = (performance.now() - begin) / 1000 } = await work();
  const after = await measure();
  const [cpuMs, postgresMs] = after.map((end, index) => {
    const start = before[index] ?? null;
    return start === null || end === null ? null : ((end - start) * 1000) / pieces;
  });
  return { rate: pieces / seconds, cpuMs: cpuMs ?? null, postgresMs: postgresMs ?? null };
}

/** The fields of /proc/pid/stat (proc(5)) from the third one on; null if there are none. */
async function statOf(pid: number | string): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const USER_TIME = 11;

async function cpuSeconds(pid: number): Promise<number | null> {
  const stat = await statOf(pid);
  return stat && secondsIn(stat.slice(USER_TIME, USER_TIME + 2));
}

/** The CPU time of a process and its children, including those that have ended. */
async function familyCpuSeconds(pid: number): Promise<number | null> {
  const own = await statOf(pid);
  if (!own) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const children = (await Promise.all(pids.map(statOf))).filter((stat) => stat?.[PARENT] === String(pid));
  return [
    own.slice(USER_TIME, USER_TIME + 4),
    ...children.map((stat) => stat!.slice(USER_TIME, USER_TIME + 2)),
  ]
    .map(secondsIn)
    .reduce((sum, seconds) => sum + seconds, 0);
}

const secondsIn = (ticks: string[]): number =>
  ticks.reduce((sum, count) => sum + Number(count), 0) / TICKS_PER_SECOND;

/** The peak resident memory of a process, in megabytes (10^6). */
export async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
}

/**
 * The memory of a process and all its descendants, counting shared pages once (PSS), in megabytes (10^6). Null
 * if the system does not report it.
 */
export async function treeMemory(pid: number): Promise<number | null> {
  const stats = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => [name, (await statOf(name))?.[PARENT]] as const);
  const parents = new Map(await Promise.all(stats));
  const isBelow = (name: string | undefined): boolean =>
    name !== undefined && (name === String(pid) || isBelow(parents.get(name)));
  const shares = await Promise.all([...parents.keys()].filter(isBelow).map(shareOf));
  return shares.includes(null) && shares.every((share) => share === null)
    ? null
    : shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
}

async function shareOf(pid: string): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
}
