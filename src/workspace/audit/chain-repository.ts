import { type Queryable, sql } from '#kernel/data/database.ts';

/** A fault at a position of a chain. */
export type ChainFault = {
  chain: string;
  position: number;
  fault: 'missing' | 'changed' | 'unchained';
};

export type ChainHead = { chain: string; position: number; hash: string };

/** The last row of each of these chains; of all chains for null. */
export const chainHeads = (db: Queryable, chains: readonly string[] | null): Promise<ChainHead[]> =>
  db.rows<ChainHead>(sql`
    select chain, position::float8 as position, encode(hash, 'hex') as hash from audit_chains
    where ${chains}::text[] is null or chain = any(${chains}::text[]) order by chain`);

/** The hash at a position of a chain in hex, or null when there is no row. */
export async function hashAt(db: Queryable, chain: string, position: number): Promise<string | null> {
  const row = await db.first<{ hash: string }>(sql`
    select encode(chain_hash, 'hex') as hash from audit_events
    where tenant_id is not distinct from ${chain === '' ? null : chain} and chain_position = ${position}
    union all
    select encode(hash, 'hex') from audit_anchors where chain = ${chain} and position = ${position} limit 1`);
  return row?.hash ?? null;
}

/** Whether a position is before the oldest remaining row of a chain. */
export async function isForgotten(db: Queryable, chain: string, position: number): Promise<boolean> {
  const row = await db.first<{ is_forgotten: boolean }>(sql`
    select coalesce(${position} < min(position), false) as is_forgotten from audit_anchors where chain = ${chain}`);
  return row!.is_forgotten;
}

/**
 * Checks a chain: a gap in the positions is a removed row, a wrong hash is a changed row, and a chain that ends
 * before its head has lost its end. Anchors stand for rows that retention dropped: the first one begins the chain.
 */
export const chainFaults = (db: Queryable, head: ChainHead, take: number): Promise<ChainFault[]> => {
  const { chain } = head;
  return db.rows<ChainFault>(sql`
    with links as (
      select id, chain_position, chain_hash from audit_events
      where tenant_id is not distinct from ${chain === '' ? null : chain} and chain_position is not null
      union all
      select null, position, hash from audit_anchors where chain = ${chain}),
    walked as (
      select l.*, lag(chain_position, 1, 0::bigint) over w as position_before, lag(chain_hash, 1, ''::bytea) over w as hash_before
      from links l window w as (order by chain_position)),
    faults as (
      select position_before + 1 as position, 'missing' as fault from walked
      where chain_position > position_before + 1 and not (id is null and position_before = 0)
      union all
      select w.chain_position, 'changed' from walked w join audit_events a on a.id = w.id
      where w.chain_position = w.position_before + 1
        and w.chain_hash is distinct from audit_chain_hash(a, a.chain_position, w.hash_before)
      union all
      select coalesce(max(chain_position), 0) + 1, 'missing' from walked having coalesce(max(chain_position), 0) < ${head.position}
      union all
      select chain_position, 'changed' from walked
      where chain_position = ${head.position} and encode(chain_hash, 'hex') <> ${head.hash}
      union all
      select 0, 'unchained' from audit_events
      where tenant_id is not distinct from ${chain === '' ? null : chain} and chain_position is null)
    select distinct ${chain}::text as chain, position::float8 as position, fault from faults order by 2, 3 limit ${take}`);
};

/** How many rows a chain has. */
export async function countRows(db: Queryable, chain: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::float8 as count from audit_events
    where tenant_id is not distinct from ${chain === '' ? null : chain}`);
  return row!.count;
}

/** The chains of a partner's tenants. */
export const chainsOfPartner = async (db: Queryable, partnerId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from tenants where partner_id = ${partnerId} order by id`)
  ).map(({ id }) => id);
