import type { Queryable } from '#kernel/data/database.ts';
import type { Column, Nullable } from '#kernel/data/row.ts';

export type Named = { kind: 'identity' | 'key' | 'domain'; id: string; name: string } & Nullable<{
  detail: Column<'addresses', 'address'>;
}>;

type Sight = { identities: boolean; keys: boolean; domains: boolean };

/** Identities, keys and domains of the tenant whose name contains this text, the newest of each kind first. */
export const findNames = (
  db: Queryable,
  tenantId: string,
  letters: string,
  { identities, keys, domains }: Sight,
  most: number,
): Promise<Named[]> =>
  db.rows<Named>({
    name: 'overview.find_names',
    text: `(select 'identity' as kind, i.id, i.display_name as name, a.address as detail
            from identities i left join addresses a on a.identity_id = i.id and a.role = 'primary'
            where $3::boolean and i.tenant_id = $1 and not i.is_system and i.status not in ('deleting', 'deleted')
              and strpos(lower(i.display_name || ' ' || i.username || ' ' || coalesce(a.address, '')), $2) > 0
            order by i.id desc limit $6::int)
           union all
           (select 'key', k.id, k.name, null
            from api_keys k
            where $4::boolean and k.tenant_id = $1 and k.revoked_at is null and k.oauth_client_id is null
              and strpos(lower(k.name), $2) > 0
            order by k.id desc limit $6::int)
           union all
           (select 'domain', d.id, d.domain, null
            from domains d
            where $5::boolean and d.tenant_id = $1 and strpos(d.domain, $2) > 0
            order by d.id desc limit $6::int)`,
    values: [tenantId, letters.toLowerCase(), identities, keys, domains, most],
  });
