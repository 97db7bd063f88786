import type { Queryable } from '#kernel/data/database.ts';

/** The groups of rates: by identity, by the sending domain, or by the recipient's domain. */
export const rateGroups = ['identity', 'sending_domain', 'recipient_domain'] as const;
export type RateGroup = (typeof rateGroups)[number];

export type RateRow = {
  /** The group's key; null in the rows of the whole workspace. */
  key: string | null;
  name: string | null;
  day: string;
  handed_over: number;
  delivered: number;
  bounced: number;
  complained: number;
};

/** The maximum number of groups besides the whole workspace; those with the most mail are returned. */
export const MOST_GROUPS = 20;

type Asked = { tenantId: string; timezone: string; from: string; to: string };

/**
 * Delivery outcomes by the day (in the tenant's zone) on which mail was accepted, for the whole tenant and for its largest
 * groups. Counts recipients whose mail was submitted, as the abuse guard does.
 */
export const countRates = (
  db: Queryable,
  group: RateGroup,
  { tenantId, timezone, from, to }: Asked,
): Promise<RateRow[]> =>
  db.rows<RateRow>({
    name: `usage.count_rates_by_${group}`,
    text: texts[group],
    values: [tenantId, from, to, MOST_GROUPS, timezone],
  });

const counts = `count(*)::int as handed_over,
  count(*) filter (where d.status = 'delivered')::int as delivered,
  count(*) filter (where d.status = 'bounced')::int as bounced,
  count(*) filter (where d.status = 'complained')::int as complained`;

const statement = (key: string, name: string, join: string): string => `
  with counted as (
    select ${key} as key, min(${name}) as name, (s.created_at at time zone $5)::date::text as day, ${counts}
    from identities i
    join sends s on s.identity_id = i.id
      and s.created_at >= ($2::date)::timestamp at time zone $5
      and s.created_at < ($3::date + 1)::timestamp at time zone $5
    join deliveries d on d.message_id = s.message_id and (d.is_taken or d.status in ('bounced', 'complained'))
    ${join}
    where i.tenant_id = $1
    group by 1, 3),
  largest as (select key from counted group by key order by sum(handed_over) desc, key limit $4)
  select null as key, null as name, day, sum(handed_over)::int as handed_over, sum(delivered)::int as delivered,
    sum(bounced)::int as bounced, sum(complained)::int as complained
  from counted group by day
  union all
  select key, name, day, handed_over, delivered, bounced, complained from counted join largest using (key)
  order by 1 nulls first, 3`;

const texts: Record<RateGroup, string> = {
  identity: statement('i.id', 'i.display_name', ''),
  sending_domain: statement(
    `lower(split_part(m."from"->>'address', '@', 2))`,
    `lower(split_part(m."from"->>'address', '@', 2))`,
    'join messages m on m.id = s.message_id',
  ),
  recipient_domain: statement(
    `lower(split_part(d.address, '@', 2))`,
    `lower(split_part(d.address, '@', 2))`,
    '',
  ),
};
