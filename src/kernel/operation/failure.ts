import type { Logger } from '../base/log.ts';
import { AppError } from '../catalogue/errors.ts';
import { sqlState } from '../data/database.ts';

/** The statement ran into its deadline: Postgres cancelled it. */
const QUERY_CANCELED = '57014';

/** SQLSTATEs and errno codes of a database that cannot be reached now: connection errors, shutdown, too many clients. */
const UNREACHABLE = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/** pg has no code for a connection that ended under it. */
const CONNECTION_ENDED =
  /^Connection terminated|connection error and is not queryable|^timeout exceeded when trying to connect/;

/**
 * What a caller is told about an error that no room threw: that the database is away, that time ran out, or else only
 * that something went wrong. The log gets the rest, under the request id.
 */
export function asKnown(error: unknown, requestId: string, log: Logger): AppError {
  log.error({ err: error, request_id: requestId }, 'request failed');
  const code = sqlState(error) ?? '';
  if (code === QUERY_CANCELED) return new AppError('timeout');
  const ended = error instanceof Error && CONNECTION_ENDED.test(error.message);
  return new AppError(ended || UNREACHABLE.test(code) ? 'unavailable' : 'internal_error');
}
