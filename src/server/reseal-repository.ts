import { type Queryable, type Statement, sql } from '#kernel/data/database.ts';

/** A sealed value and the context that it was sealed with, which also identifies its row. */
export type SealedValue = { context: string; value: Buffer };

export type SealedColumn = {
  name: string;
  /** The purpose for which its key is derived (`Sealer`, `KeyRing`). */
  use: string;
  /** Reads all values and locks their rows. */
  read: Statement;
  write(values: readonly SealedValue[]): Statement;
};

const contexts = (values: readonly SealedValue[]): string[] => values.map(({ context }) => context);
const bytes = (values: readonly SealedValue[]): Buffer[] => values.map(({ value }) => value);

/** Every column with values that are sealed under PM_SECRET. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'dkim_keys.private_key',
    use: 'dkim-key',
    read: sql`select selector || '._domainkey.' || domain as context, private_key as value from dkim_keys for update`,
    write: (values) =>
      sql`update dkim_keys set private_key = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where selector || '._domainkey.' || domain = v.context`,
  },
  {
    name: 'domain_connect_keys.private_key',
    use: 'domain-connect-key',
    read: sql`select host || '.' || provider as context, private_key as value from domain_connect_keys for update`,
    write: (values) =>
      sql`update domain_connect_keys set private_key = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where host || '.' || provider = v.context`,
  },
  {
    name: 'domain_dkim_keys.private_key',
    use: 'dkim-key',
    read: sql`select selector || '._domainkey.' || domain as context, private_key as value from domain_dkim_keys
              for update`,
    write: (values) =>
      sql`update domain_dkim_keys set private_key = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where selector || '._domainkey.' || domain = v.context`,
  },
  {
    name: 'domain_relays.password',
    use: 'relay-password',
    read: sql`select domain_id as context, password as value from domain_relays
              where password is not null for update`,
    write: (values) =>
      sql`update domain_relays set password = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where domain_id = v.context`,
  },
  {
    name: 'identity_keys.private_key',
    use: 'identity-key',
    read: sql`select kid as context, private_key as value from identity_keys
              where private_key is not null for update`,
    write: (values) =>
      sql`update identity_keys set private_key = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where kid = v.context`,
  },
  {
    name: 'ring_keys.material',
    use: 'key-ring',
    read: sql`select purpose || '/' || kid as context, material as value from ring_keys for update`,
    write: (values) =>
      sql`update ring_keys set material = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where purpose || '/' || kid = v.context`,
  },
  {
    name: 'second_factors.new_secret',
    use: 'second-factor',
    read: sql`select user_id as context, new_secret as value from second_factors
              where new_secret is not null for update`,
    write: (values) =>
      sql`update second_factors set new_secret = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where user_id = v.context`,
  },
  {
    name: 'second_factors.secret',
    use: 'second-factor',
    read: sql`select user_id as context, secret as value from second_factors
              where secret is not null for update`,
    write: (values) =>
      sql`update second_factors set secret = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where user_id = v.context`,
  },
  {
    name: 'webhook_endpoints.previous_secret',
    use: 'webhook-secret',
    read: sql`select id as context, previous_secret as value from webhook_endpoints
              where previous_secret is not null for update`,
    write: (values) =>
      sql`update webhook_endpoints set previous_secret = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where id = v.context`,
  },
  {
    name: 'webhook_endpoints.secret',
    use: 'webhook-secret',
    read: sql`select id as context, secret as value from webhook_endpoints for update`,
    write: (values) =>
      sql`update webhook_endpoints set secret = v.value
          from unnest(${contexts(values)}::text[], ${bytes(values)}::bytea[]) as v (context, value)
          where id = v.context`,
  },
];

/** Two processes that start at once reseal one after the other. */
export const lockSealed = (tx: Queryable): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('proofmail.reseal'))`);
