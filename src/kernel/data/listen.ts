import type { PoolClient } from 'pg';
import type { Logger } from '../base/log.ts';
import type { Database } from './database.ts';

const REOPEN_AFTER = 1_000;

/**
 * Calls `heard` for each NOTIFY on a channel, and whenever the connection for it is made anew, because something may
 * have been told meanwhile (then without a payload). The connection is kept from the pool.
 *
 * @param channel a name of ours: it stands in the statement as it is
 */
export function listen(
  db: Database,
  log: Logger,
  channel: string,
  heard: (payload: string | null) => Promise<void>,
): { close(): void } {
  let client: PoolClient | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const hear = (payload: string | null) =>
    heard(payload).catch((error) => log.warn({ err: error, channel }, 'what was told could not be read'));

  // Destroyed rather than returned to the pool: it listens.
  const drop = (): void => {
    const dropped = client;
    client = null;
    dropped?.release(true);
  };
  const again = (): void => {
    drop();
    if (!closed) timer = setTimeout(open, REOPEN_AFTER).unref();
  };
  const open = async (): Promise<void> => {
    try {
      const opened = await db.pool.connect();
      client = opened;
      if (closed) return drop();
      const lost = () => client === opened && again();
      opened
        .once('error', lost)
        .once('end', lost)
        .on('notification', ({ payload }) => hear(payload ?? null));
      await opened.query(`listen ${channel}`);
      await hear(null);
    } catch {
      again();
    }
  };
  void open();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      drop();
    },
  };
}
