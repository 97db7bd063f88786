import { createHash, randomBytes } from 'node:crypto';
import { newId, newUlid } from '#kernel/catalogue/ids.ts';
import { type Level, type Permission, usualPermissions } from '#kernel/catalogue/permissions.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Sealer } from '#kernel/keys/sealing.ts';
import { noReading } from '#mailbox/messages/index.ts';
import { insertDraft } from './world-draft.ts';

/**
 * A small deployment with two partners and tenants in every state, written directly into the tables, so that access tests do
 * not depend on the rooms that they test. Each owner's texts contain its marker, so a response with another owner's marker
 * is a leak.
 */
export type Owner = {
  marker: string;
  partnerId: string | null;
  tenantId: string;
  identityId: string;
  /** Ids of an object of each kind, by the name of the path or body field that takes the id. */
  ids: Record<string, string>;
};

const ownerNames = [
  'own',
  'colleague',
  'sibling',
  'foreign',
  'alone',
  'suspended',
  'erased',
  'dormant',
] as const;
export type OwnerName = (typeof ownerNames)[number];

/**
 * `own` and `colleague` are two identities of one tenant; `sibling` is another tenant of the same partner, `foreign`
 * one of another partner, `alone` one without; `dormant` is an active tenant of a suspended partner.
 */
export type World = {
  owners: Record<OwnerName, Owner>;
  partners: Record<'own' | 'foreign' | 'suspended', string>;
};

/** Objects that belong to a tenant as a whole; all others in `ids` belong to the owner's identity. */
export const tenantOwned: ReadonlySet<string> = new Set([
  'tenant_id',
  'entry',
  'hold_id',
  'domain_id',
  'webhook_id',
  'delivery_id',
  'user_id',
  'invitation_id',
  'approval_id',
]);

/** Every permission that a key can hold, except for those that it gets only by name. */
export const everyPermission = (level: Level): Permission[] => usualPermissions(level);

/** `sealer` seals the secrets of webhook endpoints; only calls that post to them need it. */
export async function createWorld(db: Queryable, sealer?: Sealer): Promise<World> {
  const partners = {
    own: await insertPartner(db, 'active'),
    foreign: await insertPartner(db, 'active'),
    suspended: await insertPartner(db, 'suspended'),
  };
  const own = await insertTenant(db, 'own', partners.own, 'active');
  const tenants: Record<OwnerName, InsertedTenant> = {
    own,
    colleague: own,
    sibling: await insertTenant(db, 'sibling', partners.own, 'active'),
    foreign: await insertTenant(db, 'foreign', partners.foreign, 'active'),
    alone: await insertTenant(db, 'alone', null, 'active'),
    suspended: await insertTenant(db, 'suspended', partners.own, 'suspended'),
    erased: await insertTenant(db, 'erased', partners.own, 'erased'),
    dormant: await insertTenant(db, 'dormant', partners.suspended, 'active'),
  };
  const owners = {} as Record<OwnerName, Owner>;
  for (const name of ownerNames) owners[name] = await insertOwner(db, name, tenants[name]);
  for (const name of ownerNames) if (name !== 'colleague') await insertLists(db, owners[name]);
  if (sealer) await sealWebhooks(db, sealer);
  return { owners, partners };
}

async function insertPartner(db: Queryable, status: string): Promise<string> {
  const id = newId('partner');
  await db.run(sql`insert into partners (id, name, status) values (${id}, ${`partner of ${id}`}, ${status})`);
  return id;
}

async function insertTenant(db: Queryable, name: string, partnerId: string | null, status: string) {
  const id = newId('tenant');
  const suspendedBy = status === 'suspended' ? 'platform' : null;
  await db.run(sql`
    insert into tenants (id, slug, name, mode, status, suspended_by, partner_id, address_suffix, timezone)
    values (${id}, ${name}, ${markerOf(name)}, 'live', ${status}, ${suspendedBy}, ${partnerId}, ${`.${name}`}, 'UTC')`);
  const holdId = await insertHold(db, id, markerOf(name));
  const webhook = await insertWebhook(db, { id, partnerId }, markerOf(name));
  const people = await insertPeople(db, id, markerOf(name));
  const domainId = await insertDomain(db, id, name);
  return { id, partnerId, holdId, webhook, people, domainId };
}

type InsertedTenant = Awaited<ReturnType<typeof insertTenant>>;

const markerOf = (name: string): string => `only-${name}-may-see-this`;

const identityStatus: Partial<Record<OwnerName, string>> = { suspended: 'paused', erased: 'deleted' };

async function insertOwner(db: Queryable, name: OwnerName, tenant: InsertedTenant): Promise<Owner> {
  const identityId = newId('identity');
  const marker = markerOf(name);
  const status = identityStatus[name] ?? 'active';
  await db.run(sql`
    insert into identities (id, tenant_id, username, display_name, purpose, status, pause_reason, owner_name, owner_email)
    values (${identityId}, ${tenant.id}, ${name}, ${marker}, ${marker}, ${status},
            ${status === 'paused' ? 'tenant_suspended' : null}, ${marker}, 'owner@example.net')`);
  const address = await insertAddress(db, tenant.id, identityId, name);
  const mail = await insertMail(db, tenant.id, identityId, { marker, address: address.address });
  const owner: Owner = { marker, partnerId: tenant.partnerId, tenantId: tenant.id, identityId, ids: {} };
  const key = await insertKey(db, { level: 'identity', owner, name: marker });
  const kid = await insertSigningKey(db, tenant.id, identityId);
  const erasure = await insertPrivacy(db, tenant.id, identityId, marker);
  const ids = {
    tenant_id: tenant.id,
    identity_id: identityId,
    address_id: address.id,
    address: address.address,
    key_id: key.id,
    entry: entryOf(tenant.id),
    kid,
    ...mail,
    draft_id: await insertDraft(db, tenant.id, identityId, marker, mail.attachment_id),
    approval_id: await insertApproval(db, tenant.id, identityId, mail.message_id, marker),
    ...erasure,
    hold_id: tenant.holdId,
    domain_id: tenant.domainId,
    ...tenant.webhook,
    ...tenant.people,
    ...(await insertOperations(db, tenant.id, marker)),
  };
  return { ...owner, ids: tenant.partnerId ? { ...ids, partner_id: tenant.partnerId } : ids };
}

async function insertAddress(db: Queryable, tenantId: string, identityId: string, name: string) {
  const id = newId('address');
  const address = `${name}.${name}@mail.localhost`;
  await db.run(sql`
    insert into addresses (id, identity_id, tenant_id, address, local_part, role, status, is_platform, has_received)
    values (${id}, ${identityId}, ${tenantId}, ${address}, ${`${name}.${name}`}, 'primary', 'active', true, true)`);
  return { id, address };
}

/** Inserts a decided approval of a message that was sent long ago. */
async function insertApproval(
  db: Queryable,
  tenantId: string,
  identityId: string,
  messageId: string,
  marker: string,
) {
  const id = newId('approval');
  await db.run(sql`
    insert into approvals (id, tenant_id, identity_id, message_id, status, reasons, evidence, content_hash,
                           requested_by_type, requested_by_id, requested_at, expires_at, comment)
    values (${id}, ${tenantId}, ${identityId}, ${messageId}, 'canceled', '{policy_always}', '[]', '\\x00', 'key', 'none',
            now(), now(), ${marker})`);
  return id;
}

/** Objects that only platform keys can see: a failed job of the tenant, maintenance, and captured mail. */
async function insertOperations(db: Queryable, tenantId: string, marker: string) {
  const [dlq_id, job_id] = [newId('deadLetter'), newId('job')];
  await db.run(sql`
    insert into dead_letters (id, ref, queue, job, tenant_id, payload, tries, error, attempts, status,
                              first_failed_at, last_failed_at)
    values (${dlq_id}, ${dlq_id}, 'sending', 'sending.submit', ${tenantId}, '{"message_id": "none"}', 1, ${marker}, 1,
            'open', now(), now())`);
  await db.run(sql`
    insert into maintenance_jobs (id, name, status, error, created_at)
    values (${job_id}, 'digest', 'failed', ${marker}, now())`);
  const [mail_id, rawId] = [newUlid(), newUlid()];
  const raw = Buffer.from(`Subject: ${marker}\r\n\r\n${marker}\r\n`);
  await db.run(sql`insert into blobs (id, content, size) values (${rawId}, ${raw}, ${raw.length})`);
  await db.run(sql`
    insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
    values (${mail_id}, ${`<${mail_id}@mail.localhost>`}, 'noreply@mail.localhost', '{someone@example.net}', ${rawId})`);
  return { dlq_id, job_id, mail_id };
}

/** The entry that is on every list of the tenant. */
const entryOf = (tenantId: string): string => `${tenantId.toLowerCase()}@example.org`;

/** A suppression of the owner's own address, and an entry on each list of its tenant. */
async function insertLists(db: Queryable, { tenantId, ids }: Owner): Promise<void> {
  await db.run(sql`
    insert into suppressions (id, tenant_id, address, reason)
    values (${newUlid()}, ${tenantId}, ${ids.address}, 'complaint')`);
  await db.run(sql`
    insert into list_entries (tenant_id, direction, kind, entry)
    select ${tenantId}, direction, kind, ${ids.entry}
    from unnest('{receive,send}'::text[]) direction, unnest('{allow,block}'::text[]) kind`);
}

/** A revoked key; no test signs with it. */
async function insertSigningKey(db: Queryable, tenantId: string, identityId: string): Promise<string> {
  const kid = randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into identity_keys (kid, identity_id, tenant_id, public_x, status, created_at, revoked_at)
    values (${kid}, ${identityId}, ${tenantId}, ${kid}, 'revoked', now(), now())`);
  return kid;
}

/** A finished erasure request of the identity, and an export. */
async function insertPrivacy(db: Queryable, tenantId: string, identityId: string, marker: string) {
  const erasure_id = newId('erasure');
  await db.run(sql`
    insert into erasure_requests (id, tenant_id, scope, identity_id, status, reason, created_at, completed_at)
    values (${erasure_id}, ${tenantId}, 'identity', ${identityId}, 'completed', ${marker}, now(), now())`);
  const export_id = newId('export');
  const blobId = newUlid();
  await db.run(sql`
    insert into blobs (id, content, size) values (${blobId}, ${Buffer.from(marker)}, ${marker.length})`);
  await db.run(sql`
    insert into exports (id, tenant_id, scope, identity_id, status, with_kept_back, size, blob_id, created_at, expires_at)
    values (${export_id}, ${tenantId}, 'identity', ${identityId}, 'completed', false, ${marker.length}, ${blobId}, now(),
            now() + interval '7 days')`);
  return { erasure_id, export_id };
}

/** A disabled endpoint of the tenant at an unreachable address (RFC 5737), and a finished delivery. */
async function insertWebhook(
  db: Queryable,
  tenant: { id: string; partnerId: string | null },
  marker: string,
) {
  const [id, deliveryId] = [newId('webhook'), newId('delivery')];
  await db.run(sql`
    insert into webhook_endpoints (id, owner_id, tenant_id, partner_id, url, events, identity_ids, description, enabled,
                                   disabled_reason, secret, created_at, updated_at)
    values (${id}, ${tenant.id}, ${tenant.id}, ${tenant.partnerId}, 'https://192.0.2.1/', '{*}', '{}', ${marker}, false,
            'manual', '', now(), now())`);
  await db.run(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, attempt, error, created_at, completed_at)
    values (${deliveryId}, ${id}, ${newId('event')}, 'webhook.test', 'dead', 1, ${marker}, now(), now())`);
  return { webhook_id: id, delivery_id: deliveryId };
}

async function sealWebhooks(db: Queryable, sealer: Sealer): Promise<void> {
  for (const { id } of await db.rows<{ id: string }>(sql`select id from webhook_endpoints`)) {
    const secret = sealer.seal('webhook-secret', `whsec_${randomBytes(32).toString('base64')}`, id);
    await db.run(sql`update webhook_endpoints set secret = ${secret} where id = ${id}`);
  }
}

/** A domain that was checked long ago. The domain of `alone` has the name in the example of `domains.create`. */
async function insertDomain(db: Queryable, tenantId: string, name: string): Promise<string> {
  const id = newId('domain');
  const domain = name === 'alone' ? 'agents.acme.example' : `${name}.world.example`;
  await db.run(sql`
    insert into domains (id, tenant_id, domain, zone, method, transport, status, status_reason, status_since,
                         ownership_token, proven_at, nameservers, found_nameservers)
    values (${id}, ${tenantId}, ${domain}, ${domain}, 'records', 'basic', 'healthy', ${markerOf(name)}, now(),
            ${id}, now(), '{}', '{}')`);
  return id;
}

/** A member of the tenant, and a person who is invited. */
async function insertPeople(db: Queryable, tenantId: string, marker: string) {
  const [user_id, invitation_id] = [newId('user'), newId('invitation')];
  await db.run(
    sql`insert into users (id, email, name) values (${user_id}, ${`${newUlid()}@example.net`}, ${marker})`,
  );
  await db.run(
    sql`insert into members (tenant_id, user_id, role) values (${tenantId}, ${user_id}, 'member')`,
  );
  await db.run(sql`
    insert into invitations (id, tenant_id, email, role, invited_by, token_hash, kid, expires_at, created_at)
    values (${invitation_id}, ${tenantId}, ${`${marker}@example.net`}, 'viewer', ${user_id}, ${randomBytes(32)}, 'none',
            now() + interval '7 days', now())`);
  return { user_id, invitation_id };
}

/** A released hold of the tenant, which blocks nothing. */
async function insertHold(db: Queryable, tenantId: string, marker: string): Promise<string> {
  const id = newId('hold');
  await db.run(sql`
    insert into legal_holds (id, tenant_id, scope, reason, created_at, released_at)
    values (${id}, ${tenantId}, 'tenant', ${marker}, now(), now())`);
  return id;
}

/** The trust findings of authenticated mail. */
const passed = {
  verdict: 'pass',
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  arc: 'none',
  known_sender: true,
  quarantined: false,
  spam_score: 0,
  automated: false,
  flags: [],
};

/** A thread with one received message that has an attachment. */
async function insertMail(
  db: Queryable,
  tenantId: string,
  identityId: string,
  { marker, address }: { marker: string; address: string },
): Promise<Record<'thread_id' | 'message_id' | 'attachment_id', string>> {
  const [thread_id, message_id, attachment_id] = [newId('thread'), newId('message'), newId('attachment')];
  const [rawId, fileId] = [newUlid(), newUlid()];
  const from = { address: 'sender@example.net', name: marker };
  const mailboxes = (list: unknown[]) => sql`${JSON.stringify(list)}::jsonb`;
  await db.run(sql`
    insert into blobs (id, content, size) values
      (${rawId}, ${Buffer.from(`Subject: ${marker}\r\n\r\n${marker}\r\n`)}, ${marker.length * 2 + 15}),
      (${fileId}, ${Buffer.from(marker)}, ${marker.length})`);
  await db.run(sql`
    insert into threads (id, tenant_id, identity_id, subject, participants, message_count, unread_count, last_at, last_any_at, directions)
    values (${thread_id}, ${tenantId}, ${identityId}, ${marker}, ${mailboxes([from])}, 1, 1, now(), now(), '{inbound}')`);
  await db.run(sql`
    insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
                          delivered_to, subject, sent_at, received_at, extracted_text, text, headers, trust, triage,
                          rfc_message_id, raw_id)
    values (${message_id}, ${tenantId}, ${identityId}, ${thread_id}, 'inbound', 'received', 'normal',
            ${JSON.stringify(from)}::jsonb, ${mailboxes([{ address, name: null }])}, '[]', '[]', '[]', ${address},
            ${marker}, now(), now(), ${marker}, ${marker}, '[]', ${JSON.stringify(passed)}::jsonb,
            ${JSON.stringify(noReading('pending'))}::jsonb, ${`<${message_id}@example.net>`}, ${rawId})`);
  await db.run(sql`
    insert into attachments (id, message_id, identity_id, position, filename, content_type, size, disposition, blob_id, text_status, pages)
    values (${attachment_id}, ${message_id}, ${identityId}, 0, ${`${marker}.txt`}, 'text/plain', ${marker.length},
            'attachment', ${fileId}, 'ready', 1)`);
  await db.run(sql`
    insert into attachment_pages (attachment_id, page, text) values (${attachment_id}, 1, ${marker})`);
  await db.run(sql`
    insert into contacts (tenant_id, identity_id, address, name, domain, organisation, first_seen_at, last_seen_at,
                          inbound_count, outbound_count, last_thread_id, search)
    values (${tenantId}, ${identityId}, ${from.address}, ${marker}, 'example.net', 'example.net', now(), now(), 1, 0,
            ${thread_id}, array_to_tsvector(array[${`${identityId}/${marker}`}]))`);
  return { thread_id, message_id, attachment_id };
}

export type KeyOptions = {
  level: Level;
  /** The owner of the key. A platform key has none; a partner key belongs to the owner's partner. */
  owner?: Pick<Owner, 'partnerId' | 'tenantId' | 'identityId'>;
  name?: string;
  permissions?: readonly string[];
  expiresAt?: Date;
  revokedAt?: Date;
};

const reachOf: Record<Level, readonly ('partnerId' | 'tenantId' | 'identityId')[]> = {
  platform: [],
  partner: ['partnerId'],
  tenant: ['partnerId', 'tenantId'],
  identity: ['partnerId', 'tenantId', 'identityId'],
};

/** An API key with all permissions of its level, unless others are given. */
export async function insertKey(db: Queryable, options: KeyOptions): Promise<{ id: string; secret: string }> {
  const { level, owner, name = level, expiresAt = null, revokedAt = null } = options;
  const held = options.permissions ?? everyPermission(level);
  const id = newId('key');
  const secret = `pmk_live_${randomBytes(32).toString('hex')}`;
  const reach = (of: 'partnerId' | 'tenantId' | 'identityId') =>
    reachOf[level].includes(of) ? (owner?.[of] ?? null) : null;
  await db.run(sql`
    insert into api_keys (id, name, level, mode, partner_id, tenant_id, identity_id, permissions, expires_at, revoked_at)
    values (${id}, ${name}, ${level}, 'live', ${reach('partnerId')}, ${reach('tenantId')}, ${reach('identityId')},
            ${held}, ${expiresAt}, ${revokedAt})`);
  const hash = createHash('sha256').update(secret).digest();
  await db.run(sql`insert into api_key_secrets (secret_hash, key_id) values (${hash}, ${id})`);
  return { id, secret };
}
