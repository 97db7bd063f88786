import { type Queryable, raw, sql } from '#kernel/data/database.ts';

/** Every column that holds something sealed under PM_SECRET, and the context that its row was sealed with. */
export const sealedColumns = [
  { table: 'ring_keys', column: 'material', use: 'key-ring', context: `purpose || '/' || kid` },
  { table: 'identity_keys', column: 'private_key', use: 'identity-key', context: 'kid' },
  { table: 'webhook_endpoints', column: 'secret', use: 'webhook-secret', context: 'id' },
  { table: 'webhook_endpoints', column: 'previous_secret', use: 'webhook-secret', context: 'id' },
  {
    table: 'dkim_keys',
    column: 'private_key',
    use: 'dkim-key',
    context: `selector || '._domainkey.' || domain`,
  },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];
export type SealedValue = { context: string; value: Buffer };

/** All values of a column, locked. */
export const readSealed = (tx: Queryable, { table, column, context }: SealedColumn): Promise<SealedValue[]> =>
  tx.rows<SealedValue>(
    sql`select ${raw(context)} as context, ${raw(column)} as value from ${raw(table)}
        where ${raw(column)} is not null order by ${raw(context)} for update`,
  );

export const writeSealed = (
  tx: Queryable,
  { table, column, context }: SealedColumn,
  values: readonly SealedValue[],
): Promise<number> =>
  tx.run(
    sql`update ${raw(table)} set ${raw(column)} = v.value
        from unnest(${values.map((each) => each.context)}::text[], ${values.map(({ value }) => value)}::bytea[])
          as v (context, value)
        where ${raw(context)} = v.context`,
  );

/** Two processes that start at once reseal one after the other. */
export const lockSealed = (tx: Queryable): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('proofmail.reseal'))`);
