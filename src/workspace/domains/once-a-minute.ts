import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { noteAsked } from './repository.ts';

const WINDOW_SECONDS = 60;

/**
 * Allows one verify and one probe per minute for each domain, for all callers together (spec 7.2).
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function spendMinute(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  what: 'verify' | 'probe',
): Promise<void> {
  const now = clock.now();
  const last = await db.transaction((tx) => noteAsked(tx, id, what, now));
  if (last === null) return;
  const passed = (now.getTime() - new Date(last).getTime()) / 1_000;
  const retryAfter = Math.max(1, Math.ceil(WINDOW_SECONDS - passed));
  throw new AppError('rate_limited', { scope: 'domain', limit: 1 }, { retryAfter });
}
