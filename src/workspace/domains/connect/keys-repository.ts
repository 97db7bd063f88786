import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type ConnectKeyRow = Row<
  'domain_connect_keys',
  'provider' | 'host' | 'private_key' | 'public_key' | 'created_at'
>;

/** Keys that are kept: the newest, and the one before, which signs until the newest is published. */
const KEPT = 2;

/** Newest first. */
export const findConnectKeys = (db: Queryable, provider: string): Promise<ConnectKeyRow[]> =>
  db.rows<ConnectKeyRow>({
    name: 'domains.find_connect_keys',
    text: `select provider, host, private_key, public_key, created_at from domain_connect_keys
           where provider = $1 order by created_at desc, host limit ${KEPT}`,
    values: [provider],
  });

export const insertConnectKey = (tx: Queryable, row: ConnectKeyRow): Promise<number> =>
  tx.run({
    name: 'domains.insert_connect_key',
    text: `insert into domain_connect_keys (provider, host, private_key, public_key, created_at)
           values ($1, $2, $3, $4, $5)`,
    values: [row.provider, row.host, row.private_key, row.public_key, row.created_at],
  });

/** Forgets all but the newest, and the newest of those that are published already. */
export const forgetConnectKeys = (
  tx: Queryable,
  provider: string,
  kept: readonly string[],
): Promise<number> =>
  tx.run({
    name: 'domains.forget_connect_keys',
    text: 'delete from domain_connect_keys where provider = $1 and host <> all($2::text[])',
    values: [provider, kept],
  });
