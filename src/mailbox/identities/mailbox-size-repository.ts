import { type Queryable, sql } from '#kernel/data/database.ts';

/** Records that a mailbox refused mail. Null if that was already recorded. */
export const markFull = (tx: Queryable, identityId: string, now: Date): Promise<{ bytes: number } | null> =>
  tx.first<{ bytes: number }>(sql`
    update mailbox_usage set full_since = ${now} where identity_id = ${identityId} and full_since is null
    returning bytes`);
