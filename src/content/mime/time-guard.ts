import { Script } from 'node:vm';

/** Thrown by `runWithin` when the time is over. */
export class TimeExceeded extends Error {
  override name = 'TimeExceeded';
}

const slot = Symbol.for('proofmail.parse.time-guard');
const holder = globalThis as { [slot]?: () => void };
// The script only calls what stands in the slot: node:vm is used for its watchdog, not as a sandbox.
const callSlot = new Script(`globalThis[Symbol.for('proofmail.parse.time-guard')]()`);

/**
 * Runs synchronous work and stops it when it has taken `ms` milliseconds of CPU, also inside a regular expression that
 * backtracks without end. The watchdog knows only the clock on the wall: on a busy machine, work that it stopped too early
 * is begun again with twice the time, so it must be safe to run twice. Costs about 0.1 ms for the watchdog thread, so it is
 * for work on hostile text, not for every call. Throws `TimeExceeded`, or what the work throws.
 */
export function runWithin<T>(ms: number, work: () => T): T {
  for (let patience = ms; ; patience *= 2) {
    const before = process.threadCpuUsage();
    try {
      return runWatched(patience, work);
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      if (!(error instanceof TimeExceeded) || (user + system) / 1_000 >= ms) throw error;
    }
  }
}

function runWatched<T>(ms: number, work: () => T): T {
  let result: { value: T } | undefined;
  holder[slot] = () => {
    result = { value: work() };
  };
  try {
    callSlot.runInThisContext({ timeout: ms });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new TimeExceeded(`not done in ${ms} ms`) : error;
  } finally {
    delete holder[slot];
  }
  if (!result) throw new TimeExceeded('work did not finish');
  return result.value;
}
