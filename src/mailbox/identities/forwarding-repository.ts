import { type Queryable, sql } from '#kernel/data/database.ts';
import { type AddressRow, addressColumns } from './repository.ts';

/** Starts a test. A test that is already running ends without a result. */
export const beginTest = (
  tx: Queryable,
  addressId: string,
  tokenHash: Buffer,
  until: Date,
  now: Date,
): Promise<AddressRow | null> =>
  tx.first<AddressRow>(sql`
    update addresses set forwarding_token = ${tokenHash}, forwarding_until = ${until}, forwarding = 'unverified',
      forwarding_checked_at = case when forwarding = 'unverified' then forwarding_checked_at else ${now} end
    where id = ${addressId} returning ${addressColumns.sql}`);

/** Records that the token of a test arrived in time. @returns 0 if there is no such test */
export const passTest = (db: Queryable, address: string, tokenHash: Buffer, now: Date): Promise<number> =>
  db.run(sql`
    update addresses set forwarding = 'ok', forwarding_checked_at = ${now}, forwarding_token = null,
      forwarding_until = null
    where address = ${address} and forwarding_token = ${tokenHash} and forwarding_until > ${now}`);

/** Records that forwarded mail arrived, which proves as much as a test. */
export const markForwarded = (db: Queryable, addressIds: readonly string[], now: Date): Promise<number> =>
  db.run(sql`
    update addresses set forwarding = 'ok', forwarding_checked_at = ${now}, forwarding_token = null,
      forwarding_until = null
    where id = any(${addressIds}::text[]) and forwarding in ('unverified', 'failed')`);

export const failDueTests = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`
    update addresses set forwarding = 'failed', forwarding_checked_at = ${now}, forwarding_token = null,
      forwarding_until = null
    where forwarding_until <= ${now}`);
