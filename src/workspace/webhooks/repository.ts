import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import type { Actor } from '#kernel/operation/actor.ts';

const columns = columnsOf(
  'webhook_endpoints',
  'id',
  'owner_id',
  'tenant_id',
  'partner_id',
  'url',
  'events',
  'identity_ids',
  'description',
  'enabled',
  'disabled_reason',
  'secret',
  'previous_secret',
  'previous_until',
  'failing_since',
  'created_at',
  'updated_at',
);

export type EndpointRow = RowOf<typeof columns>;

/** The owner of the endpoints: a tenant, a partner or the deployment. */
export type Owner = Row<'webhook_endpoints', 'owner_id' | 'tenant_id' | 'partner_id'>;

export const DEPLOYMENT: Owner = { owner_id: 'deployment', tenant_id: null, partner_id: null };

/** An endpoint with the state of its tenant, if it belongs to one. */
export type FoundEndpoint = EndpointRow & { tenant_status: string | null };

/**
 * An endpoint within a key's reach: a partner key sees its own and its tenants' endpoints, an identity key its
 * tenant's.
 */
export function findEndpoint(db: Queryable, actor: Actor, id: string): Promise<FoundEndpoint | null> {
  const within = {
    platform: empty,
    partner: sql`and w.partner_id = ${actor.partner_id}`,
    tenant: sql`and w.tenant_id = ${actor.tenant_id}`,
    identity: sql`and w.tenant_id = ${actor.tenant_id}`,
  }[actor.level];
  return db.first<FoundEndpoint>(sql`
    select ${columns.of('w').sql}, t.status as tenant_status
    from webhook_endpoints w left join tenants t on t.id = w.tenant_id where w.id = ${id} ${within}`);
}

/** The fields that a post needs. */
export type Receiver = Pick<EndpointRow, 'id' | 'url' | 'secret' | 'previous_secret' | 'previous_until'> &
  Row<'webhook_endpoints', 'failures'>;

export const findReceivers = (db: Queryable, ids: readonly string[]): Promise<Receiver[]> =>
  db.rows<Receiver>({
    name: 'webhooks.receivers',
    text: `select id, url, secret, previous_secret, previous_until, failures from webhook_endpoints where id = any($1::text[])`,
    values: [ids],
  });

/** Reads an endpoint and locks it until the transaction ends. */
export const lockEndpoint = (tx: Queryable, id: string): Promise<EndpointRow | null> =>
  tx.first<EndpointRow>(
    sql`select ${columns.of('w').sql} from webhook_endpoints w where w.id = ${id} for update`,
  );

export const listEndpoints = (
  db: Queryable,
  ownerId: string,
  page: { beyond: string | null; take: number },
): Promise<EndpointRow[]> =>
  db.rows<EndpointRow>(sql`
    select ${columns.of('w').sql} from webhook_endpoints w
    where w.owner_id = ${ownerId} ${page.beyond === null ? empty : sql`and w.id < ${page.beyond}`}
    order by w.id desc limit ${page.take}`);

export async function countEndpoints(tx: Queryable, ownerId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(
    sql`select count(*)::int as count from webhook_endpoints where owner_id = ${ownerId}`,
  );
  return row!.count;
}

export const insertEndpoint = (tx: Queryable, row: EndpointRow): Promise<number> =>
  tx.run(sql`
    insert into webhook_endpoints (id, owner_id, tenant_id, partner_id, url, events, identity_ids, description, secret,
                                   created_at, updated_at)
    values (${row.id}, ${row.owner_id}, ${row.tenant_id}, ${row.partner_id}, ${row.url}, ${row.events},
            ${row.identity_ids}, ${row.description}, ${row.secret}, ${row.created_at}, ${row.updated_at})`);

/** Writes the fields that a PATCH can change. Enabling an endpoint resets its failures. */
export const updateEndpoint = (tx: Queryable, row: EndpointRow, forgive: boolean): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set url = ${row.url}, events = ${row.events}, identity_ids = ${row.identity_ids},
      description = ${row.description}, enabled = ${row.enabled}, disabled_reason = ${row.disabled_reason},
      failures = case when ${forgive} then 0 else failures end,
      failing_since = case when ${forgive} then null else failing_since end, updated_at = ${row.updated_at}
    where id = ${row.id}`);

/** Deletes an endpoint and its deliveries. The outcome of a running attempt is not recorded. */
export async function deleteEndpoint(tx: Queryable, id: string): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from webhook_endpoints where id = ${id}`),
    tx.run(sql`delete from webhook_deliveries where webhook_id = ${id}`),
  ]);
}

/** Deletes all endpoints of a partner and their deliveries. @returns the number of endpoints */
export const deleteEndpointsOfPartner = (tx: Queryable, partnerId: string): Promise<number> =>
  tx.run(sql`
    with gone as (select id from webhook_endpoints where partner_id = ${partnerId}),
         deliveries as (delete from webhook_deliveries where webhook_id in (select id from gone))
    delete from webhook_endpoints where id in (select id from gone)`);

/** Replaces the secret. The previous one also signs until `previousUntil`; an even older one stops now. */
export const replaceSecret = (
  tx: Queryable,
  id: string,
  secret: Buffer,
  previousUntil: Date | null,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints
    set previous_secret = case when ${previousUntil}::timestamptz is null then null else secret end,
        previous_until = ${previousUntil}, secret = ${secret}, updated_at = ${now}
    where id = ${id}`);

/** The outcomes of an endpoint's attempts, in order, with the failures since the last success. */
export type Tally = Row<'webhook_deliveries', 'webhook_id'> &
  Row<'webhook_endpoints', 'failures'> & {
    had_success: boolean;
    gone: boolean;
  };

const FAILURES = 100;
const FAILING_HOURS = 24;

export type Disabled = Owner &
  Narrow<Row<'webhook_endpoints', 'id' | 'disabled_reason'>, { disabled_reason: string }>;

/**
 * Counts attempts, and disables endpoints that answered 410 or failed 100 times in a row over at least 24 hours
 * (spec 6.3). @returns the endpoints that it disabled
 */
export const tallyEndpoints = (tx: Queryable, tallies: readonly Tally[], now: Date): Promise<Disabled[]> =>
  tx.rows<Disabled>({
    name: 'webhooks.tally',
    text: `with given as (
             select w.id, w.enabled, g.gone,
               case when g.had_success then g.failures else w.failures + g.failures end as failures,
               case when g.failures = 0 then null
                    when g.had_success or w.failing_since is null then $2::timestamptz
                    else w.failing_since end as failing_since
             from jsonb_to_recordset($1::jsonb) as g (webhook_id text, failures int, had_success bool, gone bool)
             join webhook_endpoints w on w.id = g.webhook_id
             order by w.id for update of w),
           judged as (
             select *, case when gone then 'gone'
               when failures >= ${FAILURES} and failing_since <= $2::timestamptz - interval '${FAILING_HOURS} hours' then 'failing' end as verdict
             from given),
           written as (
             update webhook_endpoints w
             set failures = j.failures, failing_since = j.failing_since,
                 enabled = w.enabled and j.verdict is null,
                 disabled_reason = case when j.enabled then j.verdict else w.disabled_reason end
             from judged j where w.id = j.id
             returning w.id, w.owner_id, w.tenant_id, w.partner_id, w.disabled_reason, j.enabled and j.verdict is not null as now_disabled)
           select id, owner_id, tenant_id, partner_id, disabled_reason from written where now_disabled`,
    values: [JSON.stringify(tallies), now],
  });

const TOLD_AFTER_HOURS = 1;
const DISABLED_IS_NEWS_DAYS = 7;

/** A workspace's endpoint that fails or was disabled. `since` identifies the outage. */
export type FailingEndpoint = Row<
  'webhook_endpoints',
  'id' | 'url' | 'enabled' | 'disabled_reason' | 'failures'
> & { tenant_id: string; since: string };

/** Endpoints of workspaces that have failed for an hour, or were disabled for failing within a week, ordered by id. */
export const findFailingEndpoints = (
  db: Queryable,
  { now, beyond, take }: { now: Date; beyond: string; take: number },
): Promise<FailingEndpoint[]> =>
  db.rows<FailingEndpoint>({
    name: 'webhooks.failing',
    text: `select w.id, w.tenant_id, w.url, w.enabled, w.disabled_reason, w.failures, w.failing_since as since
           from webhook_endpoints w
           where w.id > $2 and w.tenant_id is not null
             and ((w.enabled and w.failing_since <= $1::timestamptz - interval '${TOLD_AFTER_HOURS} hours')
               or (not w.enabled and w.disabled_reason in ('failing', 'gone')
                   and w.failing_since > $1::timestamptz - interval '${DISABLED_IS_NEWS_DAYS} days'))
           order by w.id limit $3`,
    values: [now, beyond, take],
  });

/** The number of these identities that belong to the tenant or to the partner's tenants; without either, that exist. */
export async function countIdentitiesWithin(
  db: Queryable,
  owner: Row<'webhook_endpoints', 'tenant_id' | 'partner_id'>,
  ids: readonly string[],
): Promise<number> {
  const { tenant_id, partner_id } = owner;
  const within =
    tenant_id !== null
      ? sql`and i.tenant_id = ${tenant_id}`
      : partner_id !== null
        ? sql`and t.partner_id = ${partner_id}`
        : empty;
  const row = await db.first<{ count: number }>(sql`
    select count(*)::int as count from identities i join tenants t on t.id = i.tenant_id
    where i.id = any(${ids}::text[]) and not i.is_system and i.status in ('active', 'paused') ${within}`);
  return row!.count;
}
