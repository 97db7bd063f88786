import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import { type AddressRow, addressColumns } from './repository.ts';

/** Activates the addresses that wait for a domain. It can run twice. @returns those that it activated */
export const activatePending = (tx: Queryable, domainId: string): Promise<AddressRow[]> =>
  tx.rows<AddressRow>(sql`
    update addresses set status = 'active' where domain_id = ${domainId} and status = 'pending'
    returning ${addressColumns.sql}`);

/** Deletes addresses of a removed domain that never worked. */
export const deletePendingOf = (tx: Queryable, domainId: string): Promise<number> =>
  tx.run(sql`delete from addresses where domain_id = ${domainId} and status = 'pending'`);

export const updateForwarding = (tx: Queryable, domainId: string, isForwarded: boolean): Promise<number> =>
  tx.run(sql`
    update addresses set forwarding = case when ${isForwarded} then coalesce(forwarding, 'unverified') end,
      forwarding_checked_at = case when ${isForwarded} then forwarding_checked_at end,
      forwarding_token = null, forwarding_until = null
    where domain_id = ${domainId}`);

/** The number of a domain's addresses that receive mail or will. */
export async function countDomainAddresses(db: Queryable, domainId: string): Promise<number> {
  const row = await db.first<{ count: number }>({
    name: 'identities.count_domain_addresses',
    text: `select count(*)::int as count from addresses where domain_id = $1 and status <> 'retired'`,
    values: [domainId],
  });
  return row!.count;
}

/** Deletes the pending address of an identity on a domain, because a newer one replaces it (spec 4.4, rule 3). */
export const deletePending = (db: Queryable, identityId: string, domainId: string): Promise<number> =>
  db.run(sql`
    delete from addresses
    where identity_id = ${identityId} and domain_id = ${domainId} and status = 'pending' and not has_received`);

/** The addresses among these that will receive mail as soon as their proven domain has its records. */
export const findPendingAddresses = (
  db: Queryable,
  addresses: readonly string[],
): Promise<Row<'addresses', 'address'>[]> =>
  db.rows({
    name: 'identities.find_pending_addresses',
    text: `select a.address from addresses a join domains d on d.id = a.domain_id
           where a.address = any($1::text[]) and a.status = 'pending'
             and d.proven_at is not null and d.status <> 'suspended' and d.removing_at is null`,
    values: [addresses],
  });
