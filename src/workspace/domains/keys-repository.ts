import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';

const columns = columnsOf(
  'domain_dkim_keys',
  'domain_id',
  'selector',
  'domain',
  'private_key',
  'record',
  'state',
  'created_at',
  'retire_at',
);

export type DomainKeyRow = Narrow<RowOf<typeof columns>, { state: 'next' | 'active' | 'retiring' }>;

/** The keys of a domain: first the one that signs, then the others, oldest first. */
export const findKeys = (db: Queryable, domainId: string): Promise<DomainKeyRow[]> =>
  db.rows<DomainKeyRow>({
    name: 'domains.find_keys',
    text: `select ${columns.names} from domain_dkim_keys where domain_id = $1
           order by state = 'active' desc, created_at, selector`,
    values: [domainId],
  });

export const insertKey = (tx: Queryable, row: Omit<DomainKeyRow, 'retire_at'>): Promise<number> =>
  tx.run(sql`
    insert into domain_dkim_keys (domain_id, selector, domain, private_key, record, state, created_at)
    values (${row.domain_id}, ${row.selector}, ${row.domain}, ${row.private_key}, ${row.record}, ${row.state},
            ${row.created_at})`);

/** Makes the next key sign from now on. Mail signed with the previous one can be verified until `retireAt`. */
export const activateKey = (
  tx: Queryable,
  { domain_id, selector }: Pick<DomainKeyRow, 'domain_id' | 'selector'>,
  now: Date,
  retireAt: Date,
): Promise<number> =>
  tx.run(sql`
    update domain_dkim_keys set
      state = case when selector = ${selector} then 'active' else 'retiring' end,
      activated_at = case when selector = ${selector} then ${now} else activated_at end,
      retire_at = case when selector = ${selector} then null else coalesce(retire_at, ${retireAt}) end
    where domain_id = ${domain_id}`);

export const deleteRetiredKeys = (tx: Queryable, domainId: string, now: Date): Promise<number> =>
  tx.run(sql`
    delete from domain_dkim_keys where domain_id = ${domainId} and state = 'retiring' and retire_at <= ${now}`);
