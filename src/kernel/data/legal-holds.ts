import type { Queryable } from './database.ts';
import { lockNames } from './locks.ts';

/**
 * Legal holds stop every deletion of mail and of its copies. Code that creates a hold and code that deletes take this lock
 * first, so everything that exists when a hold is acknowledged is kept. Statements that delete check `message_is_held`,
 * `event_is_held` or `export_is_held`, functions of the database.
 */
export const lockHolds = (tx: Queryable, tenantIds: readonly string[]): Promise<number> =>
  lockNames(tx, 'legal_hold', tenantIds);

/** Whether an active hold covers the message. */
export async function isHeld(db: Queryable, messageId: string): Promise<boolean> {
  const row = await db.first<{ held: boolean }>({
    name: 'legal_holds.is_held',
    text: 'select message_is_held($1) as held',
    values: [messageId],
  });
  return row!.held;
}
