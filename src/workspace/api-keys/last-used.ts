import { MINUTE } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Database } from '#kernel/data/database.ts';
import { touchKeys } from './repository.ts';

/** Remembers when keys were used and writes it once a minute, so that no request pays for it. */
export function createLastUsed(
  db: Database,
  log: Logger,
): { used(keyId: string, at: Date): void; close(): Promise<void> } {
  let pending = new Map<string, Date>();
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    await touchKeys(db, batch).catch((error) => log.warn({ error }, 'last_used_at was not written'));
  };
  const timer = setInterval(flush, MINUTE).unref();
  return {
    used: (keyId, at) => void pending.set(keyId, at),
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
