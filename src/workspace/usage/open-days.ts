import type { Queryable } from '#kernel/data/database.ts';
import { addDays } from './days.ts';
import { findThrough } from './repository.ts';

/** How far back the first roll-up looks. */
const FIRST_DAYS = 124;

/** The first day whose mail is not finally counted. */
export async function firstOpenDay(db: Queryable, today: string): Promise<string> {
  const through = await findThrough(db);
  return through === null ? addDays(today, -FIRST_DAYS) : addDays(through, 1);
}
