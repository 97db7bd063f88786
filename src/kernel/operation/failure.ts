import type { Logger } from '../base/log.ts';
import { AppError } from '../catalogue/errors.ts';
import { sqlState } from '../data/database.ts';

/** The SQLSTATE of a statement that Postgres cancelled at its deadline. */
const QUERY_CANCELED = '57014';

/**
 * SQLSTATEs and errno codes that mean the database is unavailable: connection errors, shutdown, too many clients, read-only
 * mode, a full disk and other missing resources, I/O errors; also those of a file system or bucket that refuses blobs.
 */
const UNAVAILABLE =
  /^(08...|25006|25P03|53...|57P0[1-5]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|ESTORAGE)$/;

/** Messages of pg, which has no error code for a connection that ended while it was in use. */
const CONNECTION_ENDED =
  /^Connection terminated|connection error and is not queryable|^timeout exceeded when trying to connect|^Query read timeout/;

/** SQLSTATEs of a server that shuts down, restarts or has no connection left. */
const INTERRUPTED = /^(08...|57P0[1-3]|53300)$/;

/** Whether the connection to the database was lost during the work. Connection errors of other servers do not count. */
export const isInterruption = (error: unknown): boolean =>
  INTERRUPTED.test(sqlState(error) ?? '') || (error instanceof Error && CONNECTION_ENDED.test(error.message));

/** The Retry-After of such an error, in seconds. */
const RETRY_AFTER = 5;

/** Whether the error means that the database or the disk is temporarily unavailable. */
export const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.test(sqlState(error) ?? '') || (error instanceof Error && CONNECTION_ENDED.test(error.message));

/**
 * Turns an unexpected error into the error that the caller sees: `unavailable`, a timeout, or else `internal_error`. The
 * details go to the log, under the request id.
 */
export function asKnown(error: unknown, requestId: string, log: Logger): AppError {
  log.error({ err: error, request_id: requestId }, 'request failed');
  if (sqlState(error) === QUERY_CANCELED) return new AppError('timeout');
  if (!isUnavailable(error)) return new AppError('internal_error');
  return new AppError('unavailable', undefined, { retryAfter: RETRY_AFTER });
}
