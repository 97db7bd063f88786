import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';
import { type Call, defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { emailAddress, id, multiline } from '#kernel/operation/schema.ts';
import { mayReview, requireMessage } from '#mailbox/messages/index.ts';
import { findThread } from '#mailbox/threads/index.ts';
import { assertNotErased, lockTenant, type TenantRow } from '#workspace/tenants/index.ts';
import { findTenantErasure } from '../repository.ts';
import { requestErasure } from '../request.ts';
import { erasureSchema, erasureScopes } from '../schema.ts';
import { serializeErasure } from '../serialize.ts';
import { checkFields, requireIdentityOf, requireTenantReach, tenantNamed } from '../tenant-named.ts';

const needs = {
  message: ['identity_id', 'message_id'],
  thread: ['identity_id', 'thread_id'],
  counterparty: ['counterparty_address'],
  identity: ['identity_id'],
  tenant: [],
} as const;

const input = z.strictObject({
  tenant_id: id('tenant').optional().meta({
    description: 'The tenant. Required for platform and partner keys; other keys have only one.',
  }),
  scope: z.enum(erasureScopes),
  identity_id: id('identity').optional(),
  thread_id: id('thread').optional(),
  message_id: id('message').optional(),
  counterparty_address: emailAddress.optional().meta({
    description: 'All mail of the tenant from or to this address.',
  }),
  reason: multiline(1_000)
    .optional()
    .meta({ description: 'A note about the request. It is deleted when the request has ended.' }),
});
type Input = z.output<typeof input>;

export const createErasure = defineOperation({
  name: 'erasures.create',
  method: 'POST',
  path: '/v1/erasure-requests',
  summary: 'Erase a message, thread, counterparty, identity or tenant',
  description:
    'Legal holds do not block the request: held threads are skipped and listed in the receipt. An identity ' +
    'becomes `deleting` and a tenant `erasing` at once, and its keys are revoked; a job does the rest. For a tenant ' +
    'that is still being erased, the call returns 200 with the existing request. An identity key can erase ' +
    'only within its own identity.',
  permission: 'erasure:manage',
  levels,
  target: noTarget,
  errors: [
    'job_queue_full',
    'tenant_not_found',
    'identity_not_found',
    'thread_not_found',
    'message_not_found',
    'tenant_erased',
    'scope_denied',
  ],
  example: {
    tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    scope: 'identity',
    identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    reason: 'The customer asked for it.',
  },
  input,
  responses: { 200: erasureSchema, 202: erasureSchema },
  async run(call, given) {
    const { identity_id, thread_id, message_id, counterparty_address } = given;
    checkFields(given.scope, needs[given.scope], {
      identity_id,
      thread_id,
      message_id,
      counterparty_address,
    });
    const tenant = await tenantNamed(call.db, call.actor, given.tenant_id);
    if (given.scope === 'tenant') return eraseTenant(call, tenant, given.reason ?? null);
    assertNotErased(call.actor, tenant);
    const scope = await findScope(call, tenant.id, given);
    return { status: 202, body: serializeErasure(await requestErasure(call, scope, given.reason ?? null)) };
  },
});

type CreateCall = Call<null, 'POST'>;

async function eraseTenant(call: CreateCall, { id: tenantId }: TenantRow, reason: string | null) {
  requireTenantReach(call.actor, 'tenant');
  const tenant = await lockTenant(call.db, tenantId);
  if (!tenant) throw new AppError('tenant_not_found');
  if (tenant.status === 'erased') throw new AppError('tenant_erased');
  const open = tenant.status === 'erasing' ? await findTenantErasure(call.db, tenantId) : null;
  // A new request replaces one whose job gave up.
  if (open && open.status !== 'failed') return { status: 200 as const, body: serializeErasure(open) };
  const erasure = await requestErasure(call, { kind: 'tenant', tenantId }, reason);
  return { status: 202 as const, body: serializeErasure(erasure) };
}

/** The objects that the body names, within the caller's reach. @throws AppError the not-found codes, `scope_denied` */
async function findScope(
  { db, actor }: CreateCall,
  tenantId: string,
  given: Input,
): Promise<Exclude<ErasureScope, { kind: 'tenant' }>> {
  if (given.scope === 'counterparty') {
    requireTenantReach(actor, 'counterparty');
    return { kind: 'counterparty', tenantId, address: given.counterparty_address!.toLowerCase() };
  }
  const identityId = await requireIdentityOf(db, actor, tenantId, given.identity_id!);
  if (given.scope === 'message') {
    const { id: messageId } = await requireMessage(db, actor, identityId, given.message_id!);
    return { kind: 'message', tenantId, identityId, messageId };
  }
  if (given.scope === 'thread') {
    const thread = await findThread(db, identityId, given.thread_id!, mayReview(actor));
    if (!thread) throw new AppError('thread_not_found');
    return { kind: 'thread', tenantId, identityId, threadId: thread.id };
  }
  return { kind: 'identity', tenantId, identityId };
}
