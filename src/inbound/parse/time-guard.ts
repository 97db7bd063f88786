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
 * Runs synchronous work and stops it after `ms` milliseconds, also inside a regular expression that
 * backtracks without end. Costs about 0.1 ms for the watchdog thread, so it is for work on hostile
 * text, not for every call. Throws `TimeExceeded`, or what the work throws.
 */
export function runWithin<T>(ms: number, work: () => T): T {
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
