import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { Metered } from '#kernel/operation/meter.ts';

/** The counts that come from the tables of mail. */
export type MailCounts = Row<'usage_days', 'inbound' | 'outbound' | 'sends' | 'triage'>;
export type DailyUsage = MailCounts & Record<Metered, number> & Row<'usage_days', 'day' | 'storage_bytes'>;

/** A count. `at` is any time within its quarter of an hour, which lies within one day in every time zone. */
export type Count = Row<'usage_days', 'tenant_id'> & {
  at: string;
  what: Metered;
  amount: number;
};

export const addCounts = (db: Queryable, counts: readonly Count[]): Promise<number> =>
  db.run({
    name: 'usage.add_counts',
    text: `insert into usage_days as u (tenant_id, day, search, agentic, assertions, http_signatures, ai_neurons)
           select tenant_id, (r.at at time zone t.timezone)::date,
             coalesce(sum(amount) filter (where what = 'search'), 0),
             coalesce(sum(amount) filter (where what = 'agentic'), 0),
             coalesce(sum(amount) filter (where what = 'assertions'), 0),
             coalesce(sum(amount) filter (where what = 'http_signatures'), 0),
             coalesce(sum(amount) filter (where what = 'ai_neurons'), 0)
           from jsonb_to_recordset($1::jsonb) as r (tenant_id text, at timestamptz, what text, amount bigint)
           join tenants t on t.id = r.tenant_id
           group by 1, 2 order by 1, 2
           on conflict (tenant_id, day) do update set
             search = u.search + excluded.search, agentic = u.agentic + excluded.agentic,
             assertions = u.assertions + excluded.assertions,
             http_signatures = u.http_signatures + excluded.http_signatures,
             ai_neurons = u.ai_neurons + excluded.ai_neurons`,
    values: [JSON.stringify(counts)],
  });

/**
 * Counts the mail of tenants ($1) from a day ($2) to a day ($3) in their time zones, with one index range for each of their
 * identities. Postgres handles days of 23 and 25 hours.
 */
const countMail = `
  select i.tenant_id, t.timezone as zone, (c.at at time zone t.timezone)::date as day, sum(c.inbound) as inbound, sum(c.outbound) as outbound,
    sum(c.sends) as sends, sum(c.triage) as triage
  from identities i
  join tenants t on t.id = i.tenant_id
  cross join lateral (
    select m.created_at as at, (m.direction = 'inbound')::int as inbound,
      (m.direction = 'outbound' and m.status <> 'canceled')::int as outbound, 0 as sends,
      (m.direction = 'inbound' and m.triage->>'status' = 'done')::int as triage
    from messages m
    where m.identity_id = i.id and m.created_at >= ($2::date)::timestamp at time zone t.timezone
      and m.created_at < ($3::date + 1)::timestamp at time zone t.timezone
    union all
    select s.created_at, 0, 0, 1, 0
    from sends s
    where s.identity_id = i.id and s.counted_on is not null
      and s.created_at >= ($2::date)::timestamp at time zone t.timezone
      and s.created_at < ($3::date + 1)::timestamp at time zone t.timezone) c
  where i.tenant_id = any($1::text[])
  group by 1, 2, 3`;

type Span = { from: string; to: string };

/**
 * SQL for the larger count, because erased mail still counts. After a change of the zone, the new count replaces the old.
 */
const larger = (stored: string, counted: string, zones: readonly [string, string]): string =>
  `case when ${zones[0]} is not distinct from ${zones[1]} then greatest(${stored}, ${counted}) else ${counted} end`;

const counts = ['inbound', 'outbound', 'sends', 'triage'] as const;

/** Counts mail and stores the counts. */
export const rollUpMail = (
  db: Queryable,
  tenantIds: readonly string[],
  { from, to }: Span,
): Promise<number> =>
  db.run({
    name: 'usage.roll_up_mail',
    text: `insert into usage_days as u (tenant_id, day, zone, inbound, outbound, sends, triage)
           select tenant_id, day, zone, inbound, outbound, sends, triage from (${countMail}) c order by tenant_id, day
           on conflict (tenant_id, day) do update set zone = excluded.zone,
             ${counts.map((name) => `${name} = ${larger(`u.${name}`, `excluded.${name}`, ['u.zone', 'excluded.zone'])}`).join(', ')}`,
    values: [tenantIds, from, to],
  });

/**
 * Measures the bytes that tenants store: texts in their stored form, raw messages and attachments. A blob that several rows
 * of a tenant share counts once.
 */
export const measureStorage = (db: Queryable, tenantIds: readonly string[], now: Date): Promise<number> =>
  db.run({
    name: 'usage.measure_storage',
    text: `with mail as (
             select m.tenant_id, m.id, m.raw_id,
               coalesce(pg_column_size(m.text), 0) + pg_column_size(m.extracted_text) + coalesce(pg_column_size(m.html), 0)
                 + coalesce(pg_column_size(m.packed), 0) + pg_column_size(m.headers) as bytes
             from identities i join messages m on m.identity_id = i.id
             where i.tenant_id = any($1::text[])),
           kept as (
             select tenant_id, raw_id as blob_id from mail where raw_id is not null
             union
             select m.tenant_id, a.blob_id from mail m join attachments a on a.message_id = m.id),
           sizes as (
             select tenant_id, bytes from mail
             union all
             select k.tenant_id, b.size from kept k join blobs b on b.id = k.blob_id)
           insert into usage_days as u (tenant_id, day, storage_bytes, measured_at)
           select t.id, ($2::timestamptz at time zone t.timezone)::date,
             coalesce((select sum(bytes) from sizes s where s.tenant_id = t.id), 0), $2
           from tenants t where t.id = any($1::text[]) order by t.id
           on conflict (tenant_id, day) do update
             set storage_bytes = excluded.storage_bytes, measured_at = excluded.measured_at`,
    values: [tenantIds, now],
  });

/** The stored daily rows of a tenant. Days after `live` are counted from its mail now. */
export const findDays = (
  db: Queryable,
  tenantId: string,
  { from, to, live }: Span & { live: string },
): Promise<DailyUsage[]> =>
  db.rows<DailyUsage>({
    name: 'usage.find_days',
    text: `select coalesce(u.day, c.day)::text as day,
             ${counts.map((name) => `(case when c.day is null then u.${name} else ${larger(`u.${name}`, `c.${name}`, ['u.zone', 'c.zone'])} end)::bigint as ${name}`).join(', ')},
             coalesce(u.search, 0) as search, coalesce(u.agentic, 0) as agentic,
             coalesce(u.assertions, 0) as assertions, coalesce(u.http_signatures, 0) as http_signatures,
             coalesce(u.ai_neurons, 0) as ai_neurons, coalesce(u.storage_bytes, 0) as storage_bytes
           from (select * from usage_days where tenant_id = $4 and day between $5::date and $3::date) u
           full join (${countMail}) c on c.tenant_id = u.tenant_id and c.day = u.day
           order by 1`,
    values: [[tenantId], live, to, tenantId, from],
  });

/** The last measurement of each tenant's storage. Tenants that were never measured are left out. */
export const findStorage = (
  db: Queryable,
  tenantIds: readonly string[],
): Promise<
  Narrow<Row<'usage_days', 'tenant_id' | 'storage_bytes' | 'measured_at'>, { measured_at: string }>[]
> =>
  db.rows({
    name: 'usage.find_storage',
    text: `select t.id as tenant_id, d.storage_bytes, d.measured_at
           from unnest($1::text[]) as t (id)
           cross join lateral (
             select storage_bytes, measured_at from usage_days
             where tenant_id = t.id and measured_at is not null order by day desc limit 1) d`,
    values: [tenantIds],
  });

/** The last day whose mail is finally counted, or null. */
export const findThrough = async (db: Queryable): Promise<string | null> => {
  const row = await db.first<Row<'usage_progress', 'through'>>({
    name: 'usage.find_through',
    text: 'select through::text from usage_progress',
    values: [],
  });
  return row?.through ?? null;
};

export const setThrough = (db: Queryable, day: string): Promise<number> =>
  db.run({
    name: 'usage.set_through',
    text: `insert into usage_progress as p (id, through) values (1, $1::date)
           on conflict (id) do update set through = greatest(p.through, excluded.through)`,
    values: [day],
  });

export const countTenants = async (db: Queryable): Promise<number> => {
  const row = await db.first<{ count: number }>({
    name: 'usage.count_tenants',
    text: `select count(*) as count from tenants where status <> 'erased'`,
    values: [],
  });
  return row!.count;
};

export const tenantsBeyond = async (db: Queryable, beyond: string, take: number): Promise<string[]> => {
  const rows = await db.rows<Row<'tenants', 'id'>>({
    name: 'usage.tenants_beyond',
    text: `select id from tenants where id > $1 and status <> 'erased' order by id limit $2`,
    values: [beyond, take],
  });
  return rows.map(({ id }) => id);
};

export const deleteDays = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'usage.delete_days',
    text: `delete from usage_days where (tenant_id, day) in (
             select tenant_id, day from usage_days where tenant_id = $1 limit $2)`,
    values: [tenantId, take],
  });

/** Sends and triage of these tenants since a day, as counted by the roll-up. */
export const sumSince = (
  db: Queryable,
  tenantIds: readonly string[],
  day: string,
): Promise<Row<'usage_days', 'tenant_id' | 'sends' | 'triage'>[]> =>
  db.rows({
    name: 'usage.sum_since',
    text: `select tenant_id, sum(sends)::bigint as sends, sum(triage)::bigint as triage from usage_days
           where tenant_id = any($1::text[]) and day >= $2::date group by tenant_id`,
    values: [tenantIds, day],
  });
