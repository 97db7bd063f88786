import { MINUTE } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Database } from '#kernel/data/database.ts';
import { touchKeys } from './repository.ts';

/** The console may be waiting for the first call of a new agent. */
const SOON = 1_000;

/**
 * Collects when keys were used and writes it later, so that no request waits for the write. The time of each key is
 * written at most once a minute; after a quiet minute of that key, within a second.
 */
export function createLastUsed(
  db: Database,
  log: Logger,
): { used(keyId: string, at: Date): void; close(): Promise<void> } {
  const pending = new Map<string, Date>();
  const writtenAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const dueOf = (keyId: string, now: number): number =>
    Math.max(now + SOON, (writtenAt.get(keyId) ?? Number.NEGATIVE_INFINITY) + MINUTE);
  const schedule = (due: number, now: number): void => {
    if (due >= dueAt) return;
    clearTimeout(timer);
    dueAt = due;
    timer = setTimeout(flush, due - now).unref();
  };
  const write = async (batch: Map<string, Date>, now: number): Promise<void> => {
    for (const [keyId, at] of writtenAt) if (at + MINUTE <= now) writtenAt.delete(keyId);
    for (const keyId of batch.keys()) {
      pending.delete(keyId);
      writtenAt.set(keyId, now);
    }
    if (batch.size === 0) return;
    await touchKeys(db, batch).catch((error) =>
      log.warn({ error }, 'could not update last_used_at of API keys'),
    );
  };
  const flush = async (): Promise<void> => {
    const now = performance.now();
    dueAt = Number.POSITIVE_INFINITY;
    const isDue = (keyId: string): boolean =>
      (writtenAt.get(keyId) ?? Number.NEGATIVE_INFINITY) + MINUTE <= now;
    const written = write(new Map([...pending].filter(([keyId]) => isDue(keyId))), now);
    for (const keyId of pending.keys()) schedule(dueOf(keyId, now), now);
    await written;
  };
  return {
    used: (keyId, at) => {
      pending.set(keyId, at);
      const now = performance.now();
      schedule(dueOf(keyId, now), now);
    },
    close: () => {
      clearTimeout(timer);
      return write(new Map(pending), performance.now());
    },
  };
}
