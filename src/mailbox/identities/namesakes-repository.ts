import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** Which of these lower-case names belong to identities of the tenants or to their owners. Each lookup has an index. */
export const findNamesakes = (
  db: Queryable,
  tenantIds: readonly string[],
  names: readonly string[],
): Promise<
  (Row<'identities', 'tenant_id'> & {
    name: string;
  })[]
> =>
  db.rows({
    name: 'identities.namesakes',
    text: `select tenant_id, lower(display_name) as name from identities
           where tenant_id = any($1::text[]) and lower(display_name) = any($2::text[]) and status <> 'deleted'
           union
           select tenant_id, lower(owner_name) from identities
           where tenant_id = any($1::text[]) and lower(owner_name) = any($2::text[]) and status <> 'deleted'`,
    values: [tenantIds, names],
  });
