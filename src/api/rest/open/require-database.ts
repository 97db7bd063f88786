import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';

/** In seconds. */
const RETRY_AFTER = 5;

/**
 * The state of the database.
 * @throws AppError `unavailable` if it does not respond
 */
export async function requireDatabase({ db }: Pick<Services, 'db'>) {
  const database = await db.check();
  if (database.state !== 'down') return database;
  throw new AppError(
    'unavailable',
    { component: 'database' },
    { message: database.reason, retryAfter: RETRY_AFTER },
  );
}
