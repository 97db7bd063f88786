import { MINUTE, SECOND } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { type Database, type Queryable, sql } from './database.ts';
import { NEWEST_FORMAT, PROGRAM } from './program-name.ts';

/**
 * The form in which rows are written. A release reads the forms of all earlier releases, but an earlier release cannot read
 * a form that was introduced after it. So the row in `storage_format` says what the whole deployment writes. It is raised
 * when no process of an older release has been connected for a minute. It is never lowered: an older release refuses to
 * start on a migrated database.
 */
export type StorageFormat = { readonly current: number };

/** Each process keeps listening connections and reopens a broken one within seconds, so a minute without one means none. */
const UNSEEN_FOR = MINUTE;
const LOOK_EVERY = 30 * SECOND;

/**
 * Raises the format if no connected process is too old to read it.
 * @param alone whether no other process can use this database, as is the case for the embedded one
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
