import type { EventEmitter } from 'node:events';
import type { Logger } from '../base/log.ts';
import { newUlid } from '../catalogue/ids.ts';
import type { Database } from './database.ts';
import { listen } from './listen.ts';

const CHANNEL = 'proofmail_events';
/** Milliseconds in which what happens is told to other processes at once. */
const TELL_WITHIN = 5;
/** Postgres takes less than 8,000 bytes; an entry is two ids and a blank. */
const ENTRIES_PER_NOTIFY = 100;

/**
 * Carries one wake-up between the processes of a deployment: `event`, which this process emits after its commits, becomes
 * `events` here and in all others. Its argument lists what it is about, as short entries that hold no line end; null
 * means that anything may have happened. One LISTEN connection per process, and a NOTIFY of its own after the commit: in
 * the transaction itself it would make all commits wait for each other. A hint only: whoever listens looks by himself
 * as well.
 */
export function openSharedWakeUp(db: Database, wakeUps: EventEmitter, log: Logger): { close(): void } {
  const self = newUlid();
  let timer: NodeJS.Timeout | undefined;
  let told: string[] = [];
  const notify = (): void => {
    const payloads = payloadsOf(self, told);
    timer = undefined;
    told = [];
    db.run({
      name: 'kernel.notify',
      text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
      values: [CHANNEL, payloads],
    }).catch(() => 0);
  };
  const tell = (entries: readonly string[] = []): void => {
    wakeUps.emit('events', entries);
    told.push(...entries);
    timer ??= setTimeout(notify, TELL_WITHIN);
  };
  wakeUps.on('event', tell);
  const others = listen(db, log, CHANNEL, async (payload) => {
    const [from, ...entries] = payload?.split('\n') ?? [];
    if (from !== self) wakeUps.emit('events', payload === null ? null : entries);
  });
  return {
    close: () => {
      wakeUps.off('event', tell);
      clearTimeout(timer);
      others.close();
    },
  };
}

/** The sender's name and the entries, a line each; one payload at least. */
function payloadsOf(self: string, entries: readonly string[]): string[] {
  const payloads: string[] = [];
  for (let from = 0; from === 0 || from < entries.length; from += ENTRIES_PER_NOTIFY) {
    payloads.push([self, ...entries.slice(from, from + ENTRIES_PER_NOTIFY)].join('\n'));
  }
  return payloads;
}
