import { type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { Column, Narrow, Row } from '#kernel/data/row.ts';

/** Counts stop here, because a larger number would change nobody's decision. */
export const MOST_COUNTED = 1_000;
/** The number of items of each kind; the page of each kind lists the rest. */
export const MOST_SHOWN = 5;

/** How many there are, at most `MOST_COUNTED`, and the first of them. */
export type Found<Item> = { count: number; items: Item[] };

/** `rows` yields at most `MOST_COUNTED` rows, in the order in which they are shown. */
export async function countAndShow<Item>(db: Queryable, rows: Sql): Promise<Found<Item>> {
  const found = await db.first<Found<Item>>(sql`
    with found as (${rows})
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(f) from (select * from found limit ${MOST_SHOWN}) f), '[]') as items`);
  return found!;
}

type Named = { identity_id: string; display_name: string };
type Mailbox = { address: string; name: string | null };

export type PendingApproval = Named &
  Row<'approvals', 'reasons' | 'requested_at' | 'expires_at'> & {
    approval_id: Column<'approvals', 'id'>;
    subject: string;
    to: Mailbox[];
  };

/** Oldest first: approvals of a workspace nearly always live equally long, so these expire first. */
export const findPendingApprovals = (db: Queryable, tenantId: string): Promise<Found<PendingApproval>> =>
  countAndShow(
    db,
    sql`select a.id as approval_id, a.identity_id, i.display_name, a.reasons, a.requested_at, a.expires_at, m.subject, m."to"
        from approvals a
        join identities i on i.id = a.identity_id
        join messages m on m.id = a.message_id
        where a.tenant_id = ${tenantId} and a.status = 'pending'
        order by a.id limit ${MOST_COUNTED}`,
  );

export type HeldMail = Named &
  Narrow<Row<'messages', 'thread_id' | 'from' | 'subject' | 'created_at'>, { from: Mailbox | null }> & {
    message_id: Column<'messages', 'id'>;
    reason: string | null;
  };

/** Newest first: one short index range for each mailbox. */
export const findHeldMail = (db: Queryable, tenantId: string): Promise<Found<HeldMail>> =>
  countAndShow(
    db,
    sql`select m.id as message_id, i.id as identity_id, i.display_name, m.thread_id, m."from", m.subject,
          m.quarantine_reason as reason, m.created_at
        from identities i
        cross join lateral (
          select id, thread_id, "from", subject, quarantine_reason, created_at from messages
          where identity_id = i.id and status = 'quarantined'
          order by created_at desc, id desc limit ${MOST_COUNTED}) m
        where i.tenant_id = ${tenantId} and not i.is_system and i.status in ('active', 'paused')
        order by m.created_at desc, m.id desc limit ${MOST_COUNTED}`,
  );

export type TroubledStatus = 'uncertain' | 'failed' | 'bounced' | 'rejected' | 'complained';

export type TroubledSend = Named &
  Narrow<Row<'messages', 'thread_id' | 'status' | 'subject' | 'created_at'>, { status: TroubledStatus }> & {
    message_id: Column<'messages', 'id'>;
    to: Mailbox[];
  };

/** The condition is that of the partial index `messages_troubled`, word for word, so that Postgres uses it. */
const troubled = sql`m.direction = 'outbound' and m.status in ('uncertain', 'failed', 'bounced', 'rejected', 'complained')`;

/** Uncertain ones first, because a person must decide about them; then the newest. */
export const findTroubledSends = (
  db: Queryable,
  tenantId: string,
  since: { all: Date; uncertain: Date },
): Promise<Found<TroubledSend>> =>
  countAndShow(
    db,
    sql`select m.id as message_id, m.identity_id, i.display_name, m.thread_id, m.status, m.subject, m."to", m.created_at
        from messages m join identities i on i.id = m.identity_id
        where m.tenant_id = ${tenantId} and ${troubled} and m.created_at >= ${since.uncertain} and not i.is_system
          and (m.status = 'uncertain' or m.created_at >= ${since.all})
        order by (m.status = 'uncertain') desc, m.created_at desc limit ${MOST_COUNTED}`,
  );

/** Messages that were accepted in two periods and failed. The later period begins at `middle`. */
export async function countTroubled(
  db: Queryable,
  tenantId: string,
  { from, middle }: { from: Date; middle: Date },
): Promise<{ now: number; before: number }> {
  const row = await db.first<{ now: number; before: number }>(sql`
    select count(*) filter (where created_at >= ${middle})::int as now,
      count(*) filter (where created_at < ${middle})::int as before
    from messages m where m.tenant_id = ${tenantId} and ${troubled} and m.created_at >= ${from}`);
  return row!;
}

export type FailingWebhook = Narrow<
  Row<'webhook_endpoints', 'url' | 'enabled' | 'disabled_reason' | 'failures' | 'failing_since'>,
  { disabled_reason: 'failing' | 'gone' | null }
> & { webhook_id: string };

/** Endpoints that were switched off because they failed, and those whose last deliveries failed. */
export const findFailingWebhooks = (db: Queryable, tenantId: string): Promise<Found<FailingWebhook>> =>
  countAndShow(
    db,
    sql`select id as webhook_id, url, enabled, disabled_reason, failures, failing_since
        from webhook_endpoints
        where tenant_id = ${tenantId}
          and ((enabled and failures > 0) or (not enabled and disabled_reason in ('failing', 'gone')))
        order by enabled, failing_since limit ${MOST_COUNTED}`,
  );

export type PausedIdentity = Named & Row<'identities', 'pause_reason' | 'updated_at'>;

export const findPausedIdentities = (db: Queryable, tenantId: string): Promise<Found<PausedIdentity>> =>
  countAndShow(
    db,
    sql`select id as identity_id, display_name, pause_reason, updated_at from identities
        where tenant_id = ${tenantId} and status = 'paused' and not is_system
        order by updated_at desc limit ${MOST_COUNTED}`,
  );

export type TroubledDomain = Row<'domains', 'domain' | 'status' | 'status_reason' | 'status_since'> & {
  domain_id: Column<'domains', 'id'>;
};

/** All domains that are not healthy, the worst first. */
export const findTroubledDomains = (db: Queryable, tenantId: string): Promise<Found<TroubledDomain>> =>
  countAndShow(
    db,
    sql`select id as domain_id, domain, status, status_reason, status_since from domains
        where tenant_id = ${tenantId} and status <> 'healthy' and removing_at is null
        order by array_position(array['suspended', 'failing', 'degraded', 'verifying', 'pending'], status), status_since
        limit ${MOST_COUNTED}`,
  );
