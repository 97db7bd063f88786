import type { EventEmitter } from 'node:events';
import { newUlid } from '../catalogue/ids.ts';
import type { KeptPart, Supervisor } from '../threads/supervise.ts';
import type { Database } from './database.ts';
import { listener } from './listen.ts';

const CHANNEL = 'proofmail_events';
/** Milliseconds for which wake-ups are collected into one notification. */
const NOTIFY_WITHIN = 5;
/** Postgres accepts payloads of less than 8,000 bytes; an entry is two ids and a space. */
const ENTRIES_PER_NOTIFY = 100;

/**
 * Hints from one part of a process to another that there is work. They may be lost, so every listener also polls. Entries
 * are `identity_id message_id`, or `identity_id changed` and `tenant_id changed` when published keys may have changed.
 */
export type WakeUps = EventEmitter<{
  /** A receipt was stored: incoming mail waits to be processed. */
  inbound: [];
  /** Messages were stored or changed: the search index is behind. */
  message: [];
  /** This process committed events. Only `openSharedWakeUp` listens: it turns this into `events` in every process. */
  event: [entries?: readonly string[]];
  /** Some process committed events; null when it is not known which. */
  events: [entries: readonly string[] | null];
}>;

/**
 * Carries one wake-up between the processes of a deployment: `event`, which this process emits after its commits, becomes
 * `events` here and in all others. Each process has one LISTEN connection. The NOTIFY is sent after the commit and not in
 * the transaction, where it would make all commits wait for each other.
 */
export function openSharedWakeUp(
  db: Database,
  wakeUps: WakeUps,
  supervisor: Pick<Supervisor, 'keep'>,
): KeptPart {
  const self = newUlid();
  let timer: NodeJS.Timeout | undefined;
  let collected: string[] = [];
  const notify = (): void => {
    const payloads = payloadsOf(self, collected);
    timer = undefined;
    collected = [];
    db.run({
      name: 'kernel.notify',
      text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
      values: [CHANNEL, payloads],
    }).catch(() => 0);
  };
  const share = (entries: readonly string[] = []): void => {
    wakeUps.emit('events', entries);
    collected.push(...entries);
    timer ??= setTimeout(notify, NOTIFY_WITHIN);
  };
  wakeUps.on('event', share);
  const others = supervisor.keep(
    'event_notifications',
    listener(db, CHANNEL, async (payload) => {
      const [from, ...entries] = payload?.split('\n') ?? [];
      if (from !== self) wakeUps.emit('events', payload === null ? null : entries);
    }),
  );
  return {
    close: () => {
      wakeUps.off('event', share);
      clearTimeout(timer);
      return others.close();
    },
  };
}

/** The sender's name and the entries, one per line; at least one payload. */
function payloadsOf(self: string, entries: readonly string[]): string[] {
  const payloads: string[] = [];
  for (let from = 0; from === 0 || from < entries.length; from += ENTRIES_PER_NOTIFY) {
    payloads.push([self, ...entries.slice(from, from + ENTRIES_PER_NOTIFY)].join('\n'));
  }
  return payloads;
}
