import type { Database, Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type DkimKeyRow = Row<'dkim_keys', 'selector' | 'private_key' | 'record'>;

/** A domain's keys, the one that signs first. */
export const findDkimKeys = (db: Queryable, domain: string): Promise<DkimKeyRow[]> =>
  db.rows({
    name: 'sending.find_dkim_keys',
    text: 'select selector, private_key, record from dkim_keys where domain = $1 order by created_at desc, selector',
    values: [domain],
  });

/** Stores the domain's first key. @returns the stored key, whichever process created it */
export const insertDkimKey = (
  db: Database,
  key: DkimKeyRow & Row<'dkim_keys', 'domain'>,
): Promise<DkimKeyRow> =>
  db.transaction(async (tx) => {
    await tx.run({
      name: 'sending.lock_dkim_keys',
      text: `select pg_advisory_xact_lock(hashtext('proofmail.dkim_keys'))`,
      values: [],
    });
    const [present] = await findDkimKeys(tx, key.domain);
    if (present) return present;
    await tx.run({
      name: 'sending.insert_dkim_key',
      text: 'insert into dkim_keys (domain, selector, private_key, record) values ($1, $2, $3, $4)',
      values: [key.domain, key.selector, key.private_key, key.record],
    });
    return key;
  });

export const findDkimRecords = (
  db: Queryable,
  names: readonly string[],
): Promise<
  (Row<'dkim_keys', 'record'> & {
    name: string;
  })[]
> =>
  db.rows({
    name: 'sending.find_dkim_records',
    text: `select w.name, k.record from unnest($1::text[]) as w (name)
           join dkim_keys k on k.domain = substring(w.name from position('._domainkey.' in w.name) + 12)
             and k.selector = split_part(w.name, '.', 1)`,
    values: [names],
  });
