import { MINUTE, SECOND } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { type Database, type Queryable, sql } from './database.ts';
import { NEWEST_FORMAT, PROGRAM } from './program-name.ts';

/**
 * In which form rows are written. A release reads the forms of all releases before it, but the one before cannot read what this
 * one introduced. So the row of `storage_format` says what the whole deployment writes, and it is raised when no process of an
 * older release has been connected for a minute. It never falls: an older release refuses a migrated database at its start.
 */
export type StorageFormat = { readonly current: number };

/** Each process keeps connections that listen, and opens one that broke within seconds. */
const UNSEEN_FOR = MINUTE;
const LOOK_EVERY = 30 * SECOND;

/**
 * Looks who is connected, and raises the format where it may be.
 * @param alone whether no other process can use this database, as with the embedded one
 * @returns the format that is written from now on
 */
export async function raiseFormat(db: Queryable, { alone }: { alone: boolean }): Promise<number> {
  const row = await db.first<{ written: number }>(sql`
    with connected as (
      select coalesce(bool_or(pid = pg_backend_pid() and application_name like ${`${PROGRAM}%`}), false) as shows,
             coalesce(bool_or(application_name ~ '^proofmail( |/|$)'
               and coalesce(substring(application_name from '^proofmail/(\\d{1,4})')::int, 1) < ${NEWEST_FORMAT}), false) as behind
      from pg_stat_activity where datname = current_database())
    update storage_format f set
      written = case when ${alone} or (c.shows and not c.behind and f.behind_at < now() - ${`${UNSEEN_FOR} ms`}::interval)
        then ${NEWEST_FORMAT}::int else f.written end,
      -- Where names of connections do not come through, nobody can be ruled out.
      behind_at = case when c.behind or not c.shows then now() else f.behind_at end
    from connected c where f.written < ${NEWEST_FORMAT}::int returning f.written`);
  return row?.written ?? NEWEST_FORMAT;
}

/** The format of this process' deployment, kept up to date until it is the newest. */
export async function openStorageFormat(
  db: Database,
  { alone, log }: { alone: boolean; log: Logger },
): Promise<StorageFormat & { close(): void }> {
  let current = await raiseFormat(db, { alone });
  const look = async (): Promise<void> => {
    try {
      current = await raiseFormat(db, { alone });
    } catch (error) {
      log.warn({ err: error }, 'could not read the storage format; rows keep the format used so far');
    }
    if (current >= NEWEST_FORMAT) clearInterval(timer);
  };
  const timer = setInterval(look, LOOK_EVERY).unref();
  if (current >= NEWEST_FORMAT) clearInterval(timer);
  return {
    get current() {
      return current;
    },
    close: () => clearInterval(timer),
  };
}
