import type { EventEmitter } from 'node:events';
import type { Database } from './database.ts';
import { newUlid } from './ids.ts';
import { listen } from './listen.ts';
import type { Logger } from './log.ts';

const CHANNEL = 'proofmail_events';
/** Milliseconds in which what happens is told to other processes at once. */
const TELL_WITHIN = 5;

/**
 * Carries one wake-up between the processes of a deployment: `event`, which this process emits after its commits, becomes
 * `events` here and in all others. One LISTEN connection per process, and a NOTIFY of its own after the commit: in the
 * transaction itself it would make all commits wait for each other. A hint only: whoever listens looks by himself
 * as well.
 */
export function openSharedWakeUp(db: Database, wakeUps: EventEmitter, log: Logger): { close(): void } {
  const self = newUlid();
  let timer: NodeJS.Timeout | undefined;
  const notify = (): void => {
    timer = undefined;
    db.run({ name: 'kernel.notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, self] }).catch(
      () => 0,
    );
  };
  const tell = (): void => {
    wakeUps.emit('events');
    timer ??= setTimeout(notify, TELL_WITHIN);
  };
  wakeUps.on('event', tell);
  const others = listen(db, log, CHANNEL, async (from) => void (from === self || wakeUps.emit('events')));
  return {
    close: () => {
      wakeUps.off('event', tell);
      clearTimeout(timer);
      others.close();
    },
  };
}
