import { MINUTE } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Database } from '#kernel/data/database.ts';
import { touchKeys } from './repository.ts';

/** Somebody may be waiting for the first call of a new agent. */
const SOON = 1_000;

/**
 * Collects when keys were used and writes it at most once a minute, so that no request waits for the write. After a quiet
 * minute it is written within a second.
 */
export function createLastUsed(
  db: Database,
  log: Logger,
): { used(keyId: string, at: Date): void; close(): Promise<void> } {
  let pending = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const flush = async (): Promise<void> => {
    timer = undefined;
    if (pending.size === 0) return;
    writtenAt = performance.now();
    const batch = pending;
    pending = new Map();
    await touchKeys(db, batch).catch((error) => log.warn({ error }, 'last_used_at was not written'));
  };
  return {
    used: (keyId, at) => {
      pending.set(keyId, at);
      timer ??= setTimeout(flush, Math.max(SOON, writtenAt + MINUTE - performance.now())).unref();
    },
    close: () => {
      clearTimeout(timer);
      return flush();
    },
  };
}
