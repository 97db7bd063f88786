import type { Queryable } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';

export type OutcomeRow = Row<'deliveries', 'status'> & {
  day: string;
  many: number;
};

/**
 * The states of a tenant's deliveries, by the day (in its time zone) on which their message was accepted. Reads one
 * index range for each of its identities.
 */
export const countOutcomes = (
  db: Queryable,
  { id, timezone }: Row<'tenants', 'id' | 'timezone'>,
  { from, to }: { from: string; to: string },
): Promise<OutcomeRow[]> =>
  db.rows<OutcomeRow>({
    name: 'usage.count_outcomes',
    text: `select (s.created_at at time zone $4)::date::text as day, d.status, count(*)::int as many
           from identities i
           join sends s on s.identity_id = i.id
             and s.created_at >= ($2::date)::timestamp at time zone $4
             and s.created_at < ($3::date + 1)::timestamp at time zone $4
           join deliveries d on d.message_id = s.message_id
           where i.tenant_id = $1
           group by 1, 2 order by 1, 2`,
    values: [id, from, to, timezone],
  });

export type CapRow = Row<'identities', 'display_name'> &
  Row<'send_counters', 'used' | 'cap'> & {
    identity_id: Column<'identities', 'id'>;
  };

/** The identities that used most of their daily cap, compared with the cap that applies now. */
export const identitiesNearCap = (
  db: Queryable,
  tenantId: string,
  { day, cap, take }: { day: string; cap: number; take: number },
): Promise<CapRow[]> =>
  db.rows<CapRow>({
    name: 'usage.identities_near_cap',
    text: `select i.id as identity_id, i.display_name, c.used, x.cap
           from identities i
           join send_counters c on c.owner_id = i.id and c.day = $2::date
           cross join lateral (select coalesce((i.send_policy->>'daily_cap')::int, $3::int) as cap) x
           where i.tenant_id = $1 and c.used > 0
           order by c.used::float8 / greatest(x.cap, 1) desc, i.id limit $4`,
    values: [tenantId, day, cap, take],
  });

/** The usage of the caps by the whole tenant on that day, in its own time zone. */
export const usedOfCaps = async (
  db: Queryable,
  tenantId: string,
  day: string,
): Promise<{ sends: number; agentic: number }> => {
  const row = await db.first<{ sends: number; agentic: number }>({
    name: 'usage.used_of_caps',
    text: `select coalesce((select used from send_counters where owner_id = $1 and day = $2::date), 0) as sends,
                  coalesce((select used from agentic_counters where tenant_id = $1 and day = $2::date), 0) as agentic`,
    values: [tenantId, day],
  });
  return row!;
};
