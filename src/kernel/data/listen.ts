import type { QueryConfig } from 'pg';
import { SECOND } from '../base/clock.ts';
import type { OpenPart, RunningPart } from '../threads/supervise.ts';
import type { Database } from './database.ts';

/** A connection that broke without being closed is noticed after this time at the latest. */
const PING_EVERY = 5 * SECOND;
// The declaration of `QueryConfig` lacks `query_timeout`.
const pingQuery: QueryConfig = Object.assign({ text: 'select 1' }, { query_timeout: 5 * SECOND });

/**
 * Calls `heard` for each NOTIFY on a channel. It also calls `heard` without a payload whenever it has connected, because
 * notifications may have been missed. It keeps one connection of the pool.
 *
 * @param channel a constant of the program, because it is inserted into the statement unchanged
 */
export function listener(
  db: Database,
  channel: string,
  heard: (payload: string | null) => Promise<void>,
): OpenPart {
  return async ({ failed, failing }): Promise<RunningPart> => {
    const hear = (payload: string | null) => heard(payload).catch(failing);
    const client = await db.pool.connect();
    const ping = () => void client.query(pingQuery).catch(failed);
    const timer = setInterval(ping, PING_EVERY).unref();
    const close = (): void => {
      clearInterval(timer);
      client.removeAllListeners('notification');
      // The connection is destroyed and not returned to the pool, because it would go on listening.
      client.release(true);
    };
    client
      .once('error', failed)
      .once('end', () => failed(new Error('Connection terminated')))
      .on('notification', ({ payload }) => void hear(payload ?? null));
    try {
      await client.query(`listen ${channel}`);
    } catch (error) {
      close();
      throw error;
    }
    await hear(null);
    return { close };
  };
}
