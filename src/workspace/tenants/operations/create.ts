import { z } from 'zod';
import type { Config } from '#kernel/base/config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { type BillingMode, billingModes, defaultMode } from '#workspace/billing/index.ts';
import { createOwner } from '#workspace/members/index.ts';
import { lockPartner } from '#workspace/partners/index.ts';
import { mergePolicy } from '../policy/document.ts';
import { authorizePolicyChange, nextCeilings } from '../policy/permission.ts';
import { policyPatchSchema } from '../policy/schema.ts';
import { countTenantsOf, insertTenant, type NewTenant, slugIsTaken, type TenantRow } from '../repository.ts';
import { ownerInput, tenantFields, tenantSchema } from '../schema.ts';
import { serializeTenant } from '../serialize.ts';

const input = z.strictObject({
  slug: tenantFields.slug,
  name: tenantFields.name,
  mode: tenantFields.mode.default('live'),
  timezone: tenantFields.timezone.default('UTC'),
  address_suffix: tenantFields.address_suffix.optional(),
  policy: policyPatchSchema.optional(),
  owner: ownerInput.optional(),
  billing: z
    .strictObject({ mode: z.enum(billingModes) })
    .optional()
    .meta({
      description: 'Only platform keys can set it. Tenants of a partner get its default_billing_mode.',
    }),
});
type Input = z.output<typeof input>;

export const createTenant = defineOperation({
  name: 'tenants.create',
  method: 'POST',
  path: '/v1/tenants',
  summary: 'Create a tenant',
  description:
    'A tenant is the workspace of a customer, with its identities, their mail and their policy. No other tenant can ' +
    'see any of it. A tenant that a partner key creates belongs to that partner permanently. Send an ' +
    'Idempotency-Key to repeat the call safely.',
  permission: 'tenants:manage',
  levels: ['platform', 'partner'],
  target: noTarget,
  bucket: 'partner',
  errors: ['scope_denied', 'partner_tenant_limit', 'slug_taken', 'suffix_taken'],
  example: {
    slug: 'acme',
    name: 'Acme Inc.',
    mode: 'live',
    timezone: 'Europe/Berlin',
    policy: { max_recipients: 5, quarantine: { spam_threshold: 0.6 } },
    owner: { email: 'ada@example.com', name: 'Ada Lovelace' },
  },
  input,
  responses: { 201: tenantSchema },
  async run(call, requested) {
    const { actor, db, services } = call;
    authorizeFields(actor, requested);
    const home = await takePlace(db, actor, services.config);
    const tenant = await insert(db, {
      id: newId('tenant'),
      slug: requested.slug,
      name: requested.name,
      mode: requested.mode,
      timezone: requested.timezone,
      address_suffix: requested.address_suffix ?? `.${requested.slug}`,
      partner_id: home.partnerId,
      policy: mergePolicy({}, requested.policy ?? {}),
      policy_ceilings: nextCeilings(actor.level, requested.policy ?? {}, {}),
      billing_mode: requested.billing?.mode ?? home.billingMode,
      created_at: services.clock.now().toISOString(),
    });
    const ownerId = requested.owner && (await createOwner(db, services, tenant, requested.owner));
    const { id, slug, mode, partner_id } = tenant;
    await recordAudit(db, call, {
      action: 'tenant.create',
      target_type: 'tenant',
      target_id: id,
      tenant_id: id,
      details: { partner_id, slug, mode, ...(ownerId && { owner_user_id: ownerId }) },
    });
    return { status: 201, body: serializeTenant(tenant) };
  },
});

/** Refuses fields that a partner key cannot send (spec 4.3, rule 2). @throws AppError `scope_denied` */
function authorizeFields(actor: Actor, requested: Input): void {
  if (actor.level === 'platform') return;
  if (requested.billing) throw new AppError('scope_denied', { field: 'billing' });
  // The empty suffix is the deployment's own namespace, which includes role names such as support@.
  if (requested.address_suffix === '') throw new AppError('scope_denied', { field: 'address_suffix' });
  authorizePolicyChange(actor.level, requested.policy ?? {}, {
    policy: {},
    policy_ceilings: {},
    partner_id: actor.partner_id,
  });
}

type Home = { partnerId: string | null; billingMode: BillingMode };

/**
 * The partner that the tenant will belong to. The lock on the partner makes its tenant creations wait for each other
 * (rule 3).
 */
async function takePlace(db: Transaction, actor: Actor, config: Config): Promise<Home> {
  if (actor.level === 'platform') return { partnerId: null, billingMode: defaultMode(config) };
  const partner = await lockPartner(db, actor.partner_id ?? '');
  // The partner was suspended or deleted after the key was checked.
  if (partner?.status !== 'active') throw new AppError('partner_suspended');
  const { id, max_tenants, default_billing_mode } = partner;
  if ((await countTenantsOf(db, id)) >= max_tenants)
    throw new AppError('partner_tenant_limit', { max_tenants });
  return { partnerId: id, billingMode: default_billing_mode };
}

/** Inserts a tenant. @throws AppError `slug_taken`, `suffix_taken`; the former if both are taken (rule 4) */
async function insert(db: Transaction, tenant: NewTenant): Promise<TenantRow> {
  const row = await insertTenant(db, tenant);
  if (row) return row;
  throw new AppError((await slugIsTaken(db, tenant.slug)) ? 'slug_taken' : 'suffix_taken');
}
