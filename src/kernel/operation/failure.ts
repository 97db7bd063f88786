import type { Logger } from '../base/log.ts';
import { AppError } from '../catalogue/errors.ts';
import { sqlState } from '../data/database.ts';

/** The statement ran into its deadline: Postgres cancelled it. */
const QUERY_CANCELED = '57014';

/**
 * SQLSTATEs and errno codes of a database that cannot work now: connection errors, shutdown, too many clients, read-only,
 * disk full and other lacking resources, input and output errors; and of a file system or a bucket that takes no blobs.
 */
const UNAVAILABLE =
  /^(08...|25006|25P03|53...|57P0[1-5]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|ESTORAGE)$/;

/** pg has no code for a connection that ended while it was in use. */
const CONNECTION_ENDED =
  /^Connection terminated|connection error and is not queryable|^timeout exceeded when trying to connect|^Query read timeout/;

/** SQLSTATEs of a server that shuts down, restarts or has no connection left. */
const INTERRUPTED = /^(08...|57P0[1-3]|53300)$/;

/** Whether the database was interrupted in the middle of the work. Errors of other servers' connections do not count. */
export const isInterruption = (error: unknown): boolean =>
  INTERRUPTED.test(sqlState(error) ?? '') || (error instanceof Error && CONNECTION_ENDED.test(error.message));

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 5;

/** Whether an error says that the database or the disk cannot be used now. It passes without a change to the program. */
export const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.test(sqlState(error) ?? '') || (error instanceof Error && CONNECTION_ENDED.test(error.message));

/**
 * The error that a caller sees for an error that no room threw: the database is unavailable, time ran out, or else only
 * that something failed. The log gets the details, under the request id.
 */
export function asKnown(error: unknown, requestId: string, log: Logger): AppError {
  log.error({ err: error, request_id: requestId }, 'request failed');
  if (sqlState(error) === QUERY_CANCELED) return new AppError('timeout');
  if (!isUnavailable(error)) return new AppError('internal_error');
  return new AppError('unavailable', undefined, { retryAfter: RETRY_AFTER });
}
