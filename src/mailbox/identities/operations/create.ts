import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { violatedConstraint } from '#kernel/data/database.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { countInboxes, withinAllowance } from '#workspace/billing/index.ts';
import { type DomainRow, findDefaultDomain, holdDomain, isReady } from '#workspace/domains/index.ts';
import { assertNotErased, type TenantRow } from '#workspace/tenants/index.ts';
import { addressRow, assertSubdomainRoom, domainAddress, platformAddress } from '../addresses.ts';
import { countDomainAddresses } from '../domain-repository.ts';
import { identityCreated } from '../events.ts';
import { localPartFor } from '../names.ts';
import {
  addressesOf,
  findByClientId,
  insertIdentity,
  lockTenantStatus,
  type NewAddress,
  type NewIdentity,
} from '../repository.ts';
import {
  clientId,
  displayName,
  domainId,
  identityMetadata,
  identitySchema,
  name,
  owner,
  purpose,
  signature,
} from '../schema.ts';
import { serializeIdentity } from '../serialize.ts';
import { writableTenant } from '../tenant-target.ts';

const input = z.strictObject({
  tenant_id: pathId('tenant'),
  username: name,
  display_name: displayName
    .optional()
    .meta({ description: 'The name in the From field. The default is the username.' }),
  purpose: purpose.default(''),
  owner: owner.nullable().default(null),
  signature: signature.nullable().default(null),
  domain_id: domainId,
  client_id: clientId.nullable().default(null).meta({
    description:
      'Your own id for the identity. Repeating the same request returns 200 with the existing identity.',
  }),
  metadata: identityMetadata.default({}),
});
type Input = z.output<typeof input>;

export const createIdentity = defineOperation({
  name: 'identities.create',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/identities',
  summary: 'Create an identity',
  description:
    'Gives an agent a mailbox. Its address is {username}{address_suffix of the tenant}@{platform domain}. With ' +
    'domain_id, or if the tenant has a default domain, it is {username}@{domain}, and the platform address is an alias. ' +
    'Set owner if the identity will send mail. With client_id the call is safe to repeat: the same request ' +
    'returns 200 with the existing identity.',
  permission: 'identities:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenant,
  errors: [
    'tenant_not_found',
    'tenant_erased',
    'domain_not_found',
    'domain_not_ready',
    'domain_in_use',
    'address_reserved',
    'address_invalid',
    'local_part_too_long',
    'username_taken',
    'client_id_conflict',
    'billing_limit',
  ],
  example: {
    username: 'billing-bot',
    display_name: 'Billing',
    purpose: 'Answers questions about invoices',
    owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  },
  input,
  responses: { 200: identitySchema, 201: identitySchema },
  async run(call, given) {
    const { db, services, target: tenant } = call;
    const count = async () => (await countInboxes(db, [tenant.id])).get(tenant.id) ?? 0;
    const held = { tenant, feature: 'inboxes', count } as const;
    const identity = await withinAllowance(db, services, held, () => insert(call, given));
    return identity ? created(call, identity) : repeated(call, given);
  },
});

type CreateCall = Call<TenantRow, 'POST'>;

type Created = { row: NewIdentity; addresses: NewAddress[] };

/** Inserts the identity with its addresses; null if its client_id already exists. */
async function insert(call: CreateCall, given: Input): Promise<Created | null> {
  const addresses = await firstAddresses(call, given);
  const tenant = await lockTenantStatus(call.db, call.target.id);
  if (tenant === null) throw new AppError('tenant_not_found');
  assertNotErased(call.actor, tenant);
  const row = newIdentity(given, tenant.status === 'suspended', call.services.clock.now());
  try {
    return (await insertIdentity(call.db, row, addresses)) ? { row, addresses } : null;
  } catch (error) {
    if (violatedConstraint(error) === 'addresses_address_key') throw new AppError('username_taken');
    throw error;
  }
}

/** The first addresses, the primary one first. With a domain of the tenant, the platform address is a permanent alias. */
async function firstAddresses(call: CreateCall, given: Input): Promise<NewAddress[]> {
  const { db, services, target } = call;
  const domain = await domainFor(call, given);
  const { mailDomain } = services.config;
  const onPlatform = { domain: 'platform', suffix: target.address_suffix } as const;
  if (!domain) return [platformAddress(localPartFor(given.username, onPlatform), mailDomain, 'primary')];
  const primary = domainAddress(localPartFor(given.username, { domain: 'own' }), domain, 'primary');
  if (domain.method === 'subdomain')
    assertSubdomainRoom(domain, primary, await countDomainAddresses(db, domain.id));
  const alias = fallbackPart(given.username, onPlatform);
  return [primary, platformAddress(alias, mailDomain, 'alias', true)];
}

/** The local part on the platform domain for a role name, which is free on the tenant's own domain but not there. */
function fallbackPart(username: string, onPlatform: { domain: 'platform'; suffix: string }): string {
  try {
    return localPartFor(username, onPlatform);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'address_reserved') throw error;
    return localPartFor(`agent-${randomBytes(4).toString('hex')}`, onPlatform);
  }
}

/** The domain of the primary address. @throws AppError `domain_not_found`, `domain_not_ready` for a named domain */
async function domainFor({ db, target }: CreateCall, { domain_id }: Input): Promise<DomainRow | null> {
  if (domain_id === null) return findDefaultDomain(db, target.id);
  const domain = await holdDomain(db, target.id, domain_id);
  if (!domain) throw new AppError('domain_not_found');
  if (!isReady(domain.status)) throw new AppError('domain_not_ready', { status: domain.status });
  return domain;
}

/** A new identity. In a suspended tenant it begins paused and resumes with the others. */
const newIdentity = (given: Input, tenantSuspended: boolean, now: Date): NewIdentity => ({
  id: newId('identity'),
  tenant_id: given.tenant_id,
  username: given.username,
  display_name: given.display_name ?? given.username,
  purpose: given.purpose,
  status: tenantSuspended ? 'paused' : 'active',
  pause_reason: tenantSuspended ? 'tenant_suspended' : null,
  owner_name: given.owner?.name ?? null,
  owner_email: given.owner?.email ?? null,
  signature: given.signature,
  metadata: given.metadata,
  client_id: given.client_id,
  client_hash: given.client_id === null ? null : hashOf(given),
  created_at: now.toISOString(),
});

/** The request with its defaults filled in; the order of metadata keys does not matter. */
const hashOf = (given: Input): Buffer => {
  const metadata = Object.entries(given.metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify({ ...given, metadata }))
    .digest();
};

async function created(call: CreateCall, { row, addresses }: Created) {
  await recordAudit(call.db, call, {
    action: 'identity.create',
    target_type: 'identity',
    target_id: row.id,
    tenant_id: row.tenant_id,
    details: { username: row.username },
  });
  const identity = { ...row, send_policy: {}, updated_at: row.created_at };
  const body = serializeIdentity(
    identity,
    addresses.map((address) => addressRow(address, identity)),
  );
  const about = { tenant_id: row.tenant_id, identity_id: row.id };
  await recordEvents(call.db, call.services, [identityCreated({ ...about, data: { identity: body } })]);
  return { status: 201 as const, body };
}

async function repeated(call: CreateCall, given: Input) {
  const existing = await findByClientId(call.db, given.tenant_id, given.client_id!);
  if (!existing?.client_hash.equals(hashOf(given))) throw new AppError('client_id_conflict');
  const addresses = await addressesOf(call.db, existing.id);
  return { status: 200 as const, body: serializeIdentity(existing, addresses) };
}
