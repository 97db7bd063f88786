import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type WaitedPair = Row<'verification_waits', 'identity_id' | 'organisation'>;

/** Records that the identity now waits for mail from the organisation (a registrable domain). */
export const recordWait = (db: Queryable, pair: WaitedPair, now: Date): Promise<number> =>
  db.run({
    name: 'verification.record_wait',
    text: `insert into verification_waits (identity_id, organisation, waited_at) values ($1, $2, $3)
           on conflict (identity_id, organisation) do update
             set waited_at = greatest(verification_waits.waited_at, excluded.waited_at)`,
    values: [pair.identity_id, pair.organisation, now],
  });

/** Deletes the waits of erased identities. @returns the number of deleted rows */
export const deleteWaits = (
  db: Queryable,
  scope: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  db.run({
    name: 'verification.delete_waits',
    text: `delete from verification_waits where (identity_id, organisation) in (
             select w.identity_id, w.organisation
             from identities i join verification_waits w on w.identity_id = i.id
             where i.tenant_id = $1 and ($2::text is null or i.id = $2) limit $3)`,
    values: [scope.tenantId, scope.identityId, take],
  });

/** The pairs for which there has been a wait since then. */
export const waitedSince = (
  db: Queryable,
  pairs: readonly WaitedPair[],
  since: Date,
): Promise<WaitedPair[]> =>
  db.rows({
    name: 'verification.waited_since',
    text: `select w.identity_id, w.organisation
           from jsonb_to_recordset($1::jsonb) as r (identity_id text, organisation text)
           join verification_waits w using (identity_id, organisation)
           where w.waited_at > $2`,
    values: [JSON.stringify(pairs), since],
  });
