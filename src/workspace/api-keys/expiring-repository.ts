import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type ExpiringKey = Row<
  'api_keys',
  'id' | 'name' | 'prefix' | 'tenant_id' | 'oauth_client_id' | 'created_by_user_id'
> & { expires_at: string };

/** Only keys with a longer lifetime than this are reported before they expire; shorter ones are meant to expire. */
const LONG_LIVED_DAYS = 14;

/**
 * Keys that expire between now and then, ordered by id. This includes keys of connected applications, which renew their
 * tokens but not the period for which a person allowed them.
 */
export const findExpiringKeys = (
  db: Queryable,
  { now, until, beyond, take }: { now: Date; until: Date; beyond: string; take: number },
): Promise<ExpiringKey[]> =>
  db.rows<ExpiringKey>({
    name: 'api_keys.expiring',
    text: `select id, name, prefix, tenant_id, expires_at, oauth_client_id, created_by_user_id from api_keys
           where id > $3 and expires_at > $1 and expires_at <= $2 and revoked_at is null
             and expires_at - created_at > interval '${LONG_LIVED_DAYS} days'
           order by id limit $4`,
    values: [now, until, beyond, take],
  });
