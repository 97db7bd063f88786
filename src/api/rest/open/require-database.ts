import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';

/** Seconds. */
const RETRY_AFTER = 5;

/**
 * How the database is, when it answers at all.
 * @throws AppError `unavailable`
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
