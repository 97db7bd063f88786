import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type ConnectKeyRow = Row<
  'domain_connect_keys',
  'provider' | 'host' | 'private_key' | 'public_key' | 'created_at'
>;

/** The number of keys that are kept: the newest, and the previous one, which signs until the newest is published. */
const KEPT = 2;

/** The keys of a provider, newest first. */
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

/** Deletes all keys except the newest, and the newest of those that are already published. */
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
