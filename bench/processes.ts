import { readFile } from 'node:fs/promises';
import type { Round } from './report.ts';

// What the kernel tells of a process. Linux only; elsewhere it is null.

/** Times are in hundredths of a second in /proc, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

/** What was done, and in which time when the work knows that better than a clock around it. */
type Done = { pieces: number; seconds?: number };

/** Does work once and tells how fast, and what CPU it took the process (in the program and for it in the kernel). */
export async function timed(pid: number, work: () => Promise<Done>): Promise<Round> {
  const cpuBefore = await cpuSeconds(pid);
  const begin = performance.now();
  const { pieces, seconds = (performance.now() - begin) / 1000 } = await work();
  const cpuAfter = await cpuSeconds(pid);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1000) / pieces;
  return { rate: pieces / seconds, cpuMs };
}

async function cpuSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** The most memory that a process ever had resident, in megabytes (10^6). */
export async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
}
