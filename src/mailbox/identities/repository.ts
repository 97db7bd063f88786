import type { Level } from '#kernel/catalogue/permissions.ts';
import { createBatchers, endOfTurn } from '#kernel/data/batcher.ts';
import { join, type Queryable, quickly, raw, type Statement, sql } from '#kernel/data/database.ts';
import { type Column, columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import type { ApprovalMode, GuardMode } from '#workspace/tenants/index.ts';
import { type FlatTenant, nest, type TenantOfIdentity, tenantColumns } from './tenant-repository.ts';

export type IdentityStatus = 'active' | 'paused' | 'deleting' | 'deleted';
export type PauseReason = 'manual' | 'abuse_threshold' | 'tenant_suspended';
export type AddressStatus = 'pending' | 'active' | 'retiring' | 'retired';

/** The send policy of an identity. A cap of null means the tenant's cap. */
export type SendPolicy = {
  daily_cap: number | null;
  auto_reply: 'allowed' | 'denied';
  require_known_recipient: boolean;
  /** Which of its sends need approval in addition to those of the tenant's policy; absent for none. */
  approval?: ApprovalMode;
  /** How the guard treats its sends, if that is stricter than the tenant's policy. */
  guard?: GuardMode;
};

const identityColumns = columnsOf(
  'identities',
  'id',
  'tenant_id',
  'username',
  'display_name',
  'purpose',
  'status',
  'pause_reason',
  'owner_name',
  'owner_email',
  'signature',
  'send_policy',
  'metadata',
  'client_id',
  'created_at',
  'updated_at',
);

/** The row of an identity; `send_policy` has only the fields that were set. */
export type StoredIdentity = Narrow<
  RowOf<typeof identityColumns>,
  {
    status: IdentityStatus;
    pause_reason: PauseReason | null;
    signature: { text: string; html: string | null } | null;
    send_policy: Partial<SendPolicy>;
    metadata: Record<string, string | number | boolean | null>;
  }
>;

export type IdentityRow = StoredIdentity & {
  tenant: TenantOfIdentity;
  /** Bytes of raw messages and attachments; absent when not requested. */
  stored_bytes?: number;
};

/** The fields of an identity that reading mail needs. */
export type MailboxRow = Pick<StoredIdentity, 'id' | 'tenant_id' | 'status'>;

export const addressColumns = columnsOf(
  'addresses',
  'id',
  'identity_id',
  'tenant_id',
  'domain_id',
  'address',
  'local_part',
  'role',
  'status',
  'is_platform',
  'has_received',
  'retire_at',
  'retired_at',
  'forwarding',
  'forwarding_checked_at',
  'created_at',
);

export type AddressRow = Narrow<
  RowOf<typeof addressColumns>,
  { role: 'primary' | 'alias'; status: AddressStatus; forwarding: Forwarding | null }
>;

export type Forwarding = 'unverified' | 'ok' | 'failed';

/** An address that currently receives mail, with its owner. */
export type Recipient = Narrow<
  Row<'addresses', 'address' | 'identity_id' | 'tenant_id' | 'role' | 'status' | 'is_platform'>,
  { role: AddressRow['role']; status: 'active' | 'retiring' }
> & {
  address_id: Column<'addresses', 'id'>;
  identity_status: 'active' | 'paused';
  stored_bytes: number;
};

/** The columns, with their values, that restrict each level of actor. */
const reach: Record<Level, readonly [comparison: string, value: (actor: Actor) => unknown][]> = {
  platform: [],
  partner: [['t.partner_id =', ({ partner_id }) => partner_id]],
  tenant: [['i.tenant_id =', ({ tenant_id }) => tenant_id]],
  identity: [
    ['i.tenant_id =', ({ tenant_id }) => tenant_id],
    ['i.id = any', identitiesOf],
  ],
};

const storedBytes =
  'coalesce((select u.bytes from mailbox_usage u where u.identity_id = i.id), 0) as stored_bytes';

type FlatIdentity = StoredIdentity & FlatTenant & { stored_bytes: number };
const withTenant = `${identityColumns.of('i').names}, ${storedBytes}, ${tenantColumns}`;

/** A named statement per level, so that each has its own plan. `$1` is the parameter of `where`. */
const withinReach = (
  actor: Actor,
  name: string,
  query: { columns: string; where: string; value: string },
): Statement => ({
  name: `identities.${name}_by_${actor.level}`,
  text: [
    `select ${query.columns} from identities i join tenants t on t.id = i.tenant_id
     where not i.is_system and ${query.where}`,
    ...reach[actor.level].map(([comparison], index) => `${comparison} ($${index + 2})`),
  ].join(' and '),
  values: [query.value, ...reach[actor.level].map(([, valueIn]) => valueIn(actor))],
});

type Requested = { actor: Actor; id: string };

/** One identity with its tenant, if the caller's key reaches it. Concurrent callers share a statement. */
export async function findIdentity(db: Queryable, actor: Actor, id: string): Promise<IdentityRow | null> {
  const flat = await batchedIdentity(db, { actor, id });
  return flat && nest(flat);
}

/** The owner of a mailbox, for hot paths. */
export const findMailbox = (db: Queryable, actor: Actor, id: string): Promise<MailboxRow | null> =>
  batchedMailbox(db, { actor, id });

const MAX_BATCH = 256;
const batchedIdentity = createBatchers(
  (db: Queryable, requested: readonly Requested[]) =>
    findAllWithinReach<FlatIdentity>(db, requested, { name: 'find_all', columns: withTenant }),
  MAX_BATCH,
  endOfTurn,
);
const batchedMailbox = createBatchers(
  (db: Queryable, requested: readonly Requested[]) =>
    findAllWithinReach<MailboxRow>(db, requested, {
      name: 'find_mailboxes',
      columns: 'i.id, i.tenant_id, i.status',
    }),
  MAX_BATCH,
  endOfTurn,
);

async function findAllWithinReach<Found extends object>(
  db: Queryable,
  requested: readonly Requested[],
  { name, columns }: { name: string; columns: string },
): Promise<(Found | null)[]> {
  const actors = requested.map(({ actor }) => actor);
  const rows = await quickly(db).rows<Found & { place: number }>({
    name: `identities.${name}`,
    text: `select w.place, ${columns}
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
             as w (id, level, partner_id, tenant_id, identity_ids, place)
           join identities i on i.id = w.id
           join tenants t on t.id = i.tenant_id
           where not i.is_system and case w.level
             when 'platform' then true
             when 'partner' then t.partner_id = w.partner_id
             when 'tenant' then i.tenant_id = w.tenant_id
             when 'identity' then i.tenant_id = w.tenant_id and i.id = any(string_to_array(w.identity_ids, ' '))
             else false end`,
    values: [
      requested.map(({ id }) => id),
      actors.map((actor) => actor.level),
      actors.map((actor) => actor.partner_id),
      actors.map((actor) => actor.tenant_id),
      actors.map((actor) => identitiesOf(actor).join(' ')),
    ],
  });
  const found: (Found | null)[] = requested.map(() => null);
  for (const { place, ...row } of rows) found[place - 1] = row as unknown as Found;
  return found;
}

/** The identity that an address (lower case) leads to, unless it is retired or the identity is being erased. */
export async function findByAddress(
  db: Queryable,
  actor: Actor,
  address: string,
): Promise<IdentityRow | null> {
  const where = `i.status in ('active', 'paused') and i.id =
    (select identity_id from addresses where address = $1 and status <> 'retired')`;
  const query = { columns: withTenant, where, value: address };
  const flat = await db.first<FlatIdentity>(withinReach(actor, 'find_by_address', query));
  return flat && nest(flat);
}

/**
 * The addresses among these (lower case, without thread token) that currently receive mail: active or retiring, of an
 * identity and a tenant that are not being erased. Paused identities and suspended tenants still receive.
 */
export const findRecipients = (db: Queryable, addresses: readonly string[]): Promise<Recipient[]> =>
  db.rows<Recipient>({
    name: 'identities.find_recipients',
    text: `select a.address, a.id as address_id, a.identity_id, a.tenant_id, a.role, a.status, a.is_platform,
                  i.status as identity_status, ${storedBytes}
           from addresses a
           join identities i on i.id = a.identity_id
           join tenants t on t.id = a.tenant_id
           left join domains d on d.id = a.domain_id
           where a.address = any($1::text[]) and a.status in ('active', 'retiring')
             and (a.domain_id is null or (d.proven_at is not null and d.status not in ('pending', 'suspended')))
             and i.status in ('active', 'paused') and not i.is_system and t.status in ('active', 'suspended')`,
    values: [addresses],
  });

/** Every address of one identity, oldest first, retired ones included. */
export const addressesOf = (db: Queryable, identityId: string): Promise<AddressRow[]> =>
  addressesOfAll(db, [identityId]);

/** Every address of these identities, in one statement. */
export const addressesOfAll = (db: Queryable, identityIds: readonly string[]): Promise<AddressRow[]> =>
  db.rows<AddressRow>({
    name: 'identities.addresses_of',
    text: `select ${addressColumns.names}
           from addresses where identity_id = any($1::text[]) order by identity_id, id`,
    values: [identityIds],
  });

/** Filters of the identity lists; undefined means any. */
export type IdentityFilter = Filter<'identities', 'tenant_id' | 'purpose' | 'client_id'> & {
  status?: IdentityStatus | undefined;
};

/** Identities within the caller's reach, newest first. `beyond` is the id of the last row of the previous page. */
export function listIdentities(
  db: Queryable,
  actor: Actor,
  filter: IdentityFilter,
  page: { beyond: string | null; take: number },
): Promise<StoredIdentity[]> {
  const conditions = [
    sql`not i.is_system`,
    ...reach[actor.level].map(([comparison, valueIn]) => sql`${raw(comparison)} (${valueIn(actor)})`),
    ...Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${raw(`i.${column}`)} = ${value}`),
  ];
  if (page.beyond !== null) conditions.push(sql`i.id < ${page.beyond}`);
  return db.rows<StoredIdentity>(sql`
    select ${identityColumns.of('i').sql} from identities i join tenants t on t.id = i.tenant_id
    where ${join(conditions, ' and ')} order by i.id desc limit ${page.take}`);
}

/**
 * Reads the tenant's status and locks it until the transaction ends. It and a suspension wait for each other, so that no
 * identity is active in a suspended tenant. Lock it before any identity.
 */
export const lockTenantStatus = (
  db: Queryable,
  tenantId: string,
): Promise<{ status: TenantOfIdentity['status'] } | null> =>
  db.first(sql`select status from tenants where id = ${tenantId} for share`);

/** Reads the identity and locks it until the transaction ends. Every change of its addresses begins with this. */
export const lockIdentity = (db: Queryable, id: string): Promise<StoredIdentity | null> =>
  db.first<StoredIdentity>(sql`
    select ${identityColumns.of('i').sql} from identities i where i.id = ${id} for update`);

export type NewIdentity = Omit<StoredIdentity, 'send_policy' | 'updated_at'> &
  Row<'identities', 'client_hash'>;
export type NewAddress = Pick<
  AddressRow,
  'id' | 'domain_id' | 'address' | 'local_part' | 'role' | 'status' | 'is_platform' | 'forwarding'
>;

/**
 * Inserts an identity with its first addresses. If its client_id already exists, it returns false and writes nothing.
 * @throws a violation of `addresses_address_key` if one of the addresses has ever been used
 */
export async function insertIdentity(
  db: Queryable,
  row: NewIdentity,
  addresses: readonly NewAddress[],
): Promise<boolean> {
  const written = await db.run(sql`
    with new_identity as (
      insert into identities (id, tenant_id, username, display_name, purpose, status, pause_reason, owner_name,
                              owner_email, signature, metadata, client_id, client_hash, created_at, updated_at)
      values (${row.id}, ${row.tenant_id}, ${row.username}, ${row.display_name}, ${row.purpose}, ${row.status},
              ${row.pause_reason}, ${row.owner_name}, ${row.owner_email}, ${asJson(row.signature)},
              ${asJson(row.metadata)}, ${row.client_id}, ${row.client_hash}, ${row.created_at}, ${row.created_at})
      on conflict (tenant_id, client_id) do nothing
      returning id)
    insert into addresses (id, identity_id, tenant_id, domain_id, address, local_part, role, status, is_platform,
                           forwarding, created_at)
    select a.id, n.id, ${row.tenant_id}, a.domain_id, a.address, a.local_part, a.role, a.status, a.is_platform,
           a.forwarding, ${row.created_at}
    from new_identity n, jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
      as a (id text, domain_id text, address text, local_part text, role text, status text, is_platform bool,
            forwarding text)`);
  return written === addresses.length;
}

/** JSON null is stored as SQL NULL. */
const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The identity that an earlier request with this client_id created. */
export const findByClientId = (
  db: Queryable,
  tenantId: string,
  clientId: string,
): Promise<(StoredIdentity & Narrow<Row<'identities', 'client_hash'>, { client_hash: Buffer }>) | null> =>
  db.first(sql`
    select ${identityColumns.of('i').sql}, i.client_hash from identities i
    where i.tenant_id = ${tenantId} and i.client_id = ${clientId}`);

/** Writes everything that a PATCH can change. */
export const updateIdentity = (db: Queryable, row: StoredIdentity): Promise<number> =>
  db.run(sql`
    update identities set display_name = ${row.display_name}, purpose = ${row.purpose}, status = ${row.status},
      pause_reason = ${row.pause_reason}, owner_name = ${row.owner_name}, owner_email = ${row.owner_email},
      signature = ${asJson(row.signature)}, send_policy = ${asJson(row.send_policy)},
      metadata = ${asJson(row.metadata)}, updated_at = ${row.updated_at}
    where id = ${row.id}`);

/** Gives the identity another address. False if anybody has ever had this address. */
export async function insertAddress(
  db: Queryable,
  owner: Row<'identities', 'id' | 'tenant_id'>,
  row: NewAddress,
  now: Date,
): Promise<boolean> {
  const written = await db.run(sql`
    insert into addresses (id, identity_id, tenant_id, domain_id, address, local_part, role, status, is_platform,
                           forwarding, created_at)
    values (${row.id}, ${owner.id}, ${owner.tenant_id}, ${row.domain_id}, ${row.address}, ${row.local_part}, ${row.role},
            ${row.status}, ${row.is_platform}, ${row.forwarding}, ${now})
    on conflict (address) do nothing`);
  return written === 1;
}

export type AddressState = Pick<AddressRow, 'id' | 'role' | 'status' | 'retire_at' | 'retired_at'>;

/** Writes the new states of addresses, all in one statement. */
export const updateAddresses = (db: Queryable, states: readonly AddressState[]): Promise<number> =>
  db.run(sql`
    update addresses a set role = s.role, status = s.status, retire_at = s.retire_at, retired_at = s.retired_at
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as s (id text, role text, status text, retire_at timestamptz, retired_at timestamptz)
    where a.id = s.id`);

/** Deletes an address that never received mail, so that it can be reused. False if it has received mail. */
export const deleteUnusedAddress = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.run(sql`delete from addresses where id = ${id} and status = 'pending' and not has_received`)) ===
  1;

/**
 * Retires up to `most` addresses that are due. It can run at any time, and twice.
 * @returns the addresses that it retired
 */
export const retireDueAddresses = (db: Queryable, now: Date, most: number): Promise<AddressRow[]> =>
  db.rows<AddressRow>(sql`
    update addresses set status = 'retired', retired_at = ${now}
    where id in (
      select id from addresses where status = 'retiring' and retire_at <= ${now}
      order by id limit ${most} for update skip locked)
    returning ${addressColumns.sql}`);

/** Records that mail arrived, so that the addresses are never simply deleted. */
export const markReceived = (db: Queryable, addressIds: readonly string[]): Promise<number> =>
  db.run(
    sql`update addresses set has_received = true where id = any(${addressIds}::text[]) and not has_received`,
  );
