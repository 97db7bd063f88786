import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { giveBackWhenIdle } from '#kernel/threads/idle-memory.ts';
import { start } from './start.ts';
import { StartError } from './start-error.ts';

// The one process: HTTP, SMTP and worker, as PM_ROLES says. `scripts/start.mjs` prepares and runs it.

/**
 * More than all time limits that it includes: PM_DRAIN_SECONDS, and the minute that Postgres may take for its last
 * checkpoint.
 */
const LONGEST_STOP = 145_000;
const CAUSE_KNOWN_AFTER = 300;

// All requests to stop lead to one clean shutdown.
const stopRequest = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopRequest.resolve());
// The parent process holds the other end of this channel. If it is killed, this process stops too.
process.on('disconnect', () => stopRequest.resolve());

const failure = Promise.withResolvers<never>();
failure.promise.catch(() => undefined);
// After the loss of the database, other code may throw before the loss is detected, but only the loss is reported.
process.on('uncaughtException', (error) => setTimeout(failure.reject, CAUSE_KNOWN_AFTER, error));

process.exitCode = await run();
// Libraries may keep timers or sockets open; all of our own are closed by now.
process.exit();

async function run(): Promise<number> {
  const closers = new AsyncDisposableStack();
  let exitCode = 0;
  try {
    const dev = process.argv.includes('--dev');
    const banner = await Promise.race([start(closers, { dev, fail: failure.reject }), failure.promise]);
    // A stop that was requested during the start takes effect at once.
    const isStopping = await Promise.race([stopRequest.promise.then(() => true), delay(0, false)]);
    if (!isStopping) console.log(banner);
    // The next start uses this cache, however this one ends.
    flushCompileCache();
    giveBackWhenIdle();
    await Promise.race([stopRequest.promise, failure.promise]);
  } catch (error) {
    report(error);
    exitCode = 1;
  }
  const closed = closers.disposeAsync().then(() => exitCode);
  const late = delay(LONGEST_STOP, null, { ref: false });
  const result = await Promise.race([
    closed.catch((error) => {
      report(error);
      return 1;
    }),
    late,
  ]);
  if (result !== null) return result;
  console.error('Proofmail could not stop in time.');
  return 1;
}

/** Errors that an operator can fix are shown without a stack; all others are bugs and keep it. */
function report(error: unknown): void {
  if (error instanceof StartError) console.error(`Proofmail cannot start. ${error.message}`);
  else console.error(error);
}
