import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';

/** What the workspace has for each setup step; null for a step that is not done yet. */
export type SetupFacts = {
  mailbox: { identity_id: string; display_name: string; address: string } | null;
  mail_received: {
    identity_id: string;
    message_id: string;
    thread_id: string;
    from: { address: string; name: string | null } | null;
    subject: string;
    status: 'received' | 'quarantined';
    created_at: string;
  } | null;
  has_received: boolean;
  key: (Row<'api_keys', 'name' | 'prefix' | 'created_at'> & { key_id: Column<'api_keys', 'id'> }) | null;
  agent: { key_id: string; name: string; is_application: boolean; at: string } | null;
  webhook: {
    webhook_id: string;
    url: string;
    last_delivery: Row<'webhook_deliveries', 'status' | 'response_status' | 'created_at'> | null;
  } | null;
  domain: { domain_id: string; domain: string; status: string } | null;
};

/** How many of the newest messages are searched for a received one, because sent messages are among them. */
const LOOKED_THROUGH = 200;

/** One statement of point reads; each part reads one row, or a few at the end of an index. */
export async function findSetup(db: Queryable, tenantId: string): Promise<SetupFacts> {
  const row = await db.first<SetupFacts>(sql`
    with mailboxes as (
      select id, display_name from identities
      where tenant_id = ${tenantId} and not is_system and status in ('active', 'paused')),
    first_mailbox as (select id, display_name from mailboxes order by id limit 1),
    receiver as (
      select b.id from mailboxes b
      where exists (select from addresses a where a.identity_id = b.id and a.has_received) order by b.id limit 1)
    select
      (select json_build_object('identity_id', f.id, 'display_name', f.display_name, 'address', (
         select a.address from addresses a where a.identity_id = f.id order by (a.role = 'primary') desc, a.id limit 1))
       from first_mailbox f) as mailbox,
      (select json_build_object('identity_id', m.identity_id, 'message_id', m.id, 'thread_id', m.thread_id,
         'from', m."from", 'subject', m.subject, 'status', m.status, 'created_at', m.created_at)
       from (select * from messages where identity_id = (select id from receiver)
             order by created_at desc, id desc limit ${LOOKED_THROUGH}) m
       where m.direction = 'inbound' and m.status in ('received', 'quarantined')
       order by m.created_at desc, m.id desc limit 1) as mail_received,
      exists (select from receiver) as has_received,
      (select json_build_object('key_id', k.id, 'name', k.name, 'prefix', k.prefix, 'created_at', k.created_at)
       from api_keys k where k.tenant_id = ${tenantId} and k.revoked_at is null and k.oauth_client_id is null
       order by k.id desc limit 1) as key,
      (select json_build_object('key_id', k.id, 'name', k.name, 'is_application', k.oauth_client_id is not null,
         'at', coalesce(k.last_used_at, k.created_at))
       from api_keys k where k.tenant_id = ${tenantId} and k.revoked_at is null
         and (k.last_used_at is not null or k.oauth_client_id is not null)
       order by coalesce(k.last_used_at, k.created_at) desc, k.id desc limit 1) as agent,
      (select json_build_object('webhook_id', w.id, 'url', w.url, 'last_delivery', (
         select json_build_object('status', d.status, 'response_status', d.response_status, 'created_at', d.created_at)
         from webhook_deliveries d where d.webhook_id = w.id order by d.id desc limit 1))
       from webhook_endpoints w where w.owner_id = ${tenantId} order by w.id desc limit 1) as webhook,
      (select json_build_object('domain_id', d.id, 'domain', d.domain, 'status', d.status)
       from domains d where d.tenant_id = ${tenantId} and d.removing_at is null
       order by (d.status = 'healthy') desc, d.id desc limit 1) as domain`);
  return row!;
}
