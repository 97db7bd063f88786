import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { emailAddress, id, multiline, pathId } from '#kernel/operation/schema.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { findThread, identityOfThread } from '#mailbox/threads/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { type TenantRow, writableTenantTarget } from '#workspace/tenants/index.ts';
import { insertHold } from '../holds-repository.ts';
import { holdSchema, holdScopes } from '../schema.ts';
import { checkFields, requireIdentityOf } from '../tenant-named.ts';

const needs = {
  thread: ['thread_id'],
  identity: ['identity_id'],
  counterparty: ['counterparty_address'],
  tenant: [],
} as const;

const input = z.strictObject({
  tenant_id: pathId('tenant'),
  scope: z.enum(holdScopes),
  identity_id: id('identity').optional(),
  thread_id: id('thread').optional(),
  counterparty_address: emailAddress.optional(),
  reason: multiline(1_000)
    .min(1)
    .meta({ description: 'The reason, which the receipt of an erasure shows when it skips held mail.' }),
});

export const createHold = defineOperation({
  name: 'holds.create',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/holds',
  summary: 'Put mail under a legal hold',
  description:
    'Prevents the erasure of existing mail until the hold is released: of a thread, of an identity, of every ' +
    'thread with an address, or of the whole tenant.',
  permission: 'erasure:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['tenant_not_found', 'tenant_erased', 'identity_not_found', 'thread_not_found'],
  example: {
    scope: 'thread',
    identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    thread_id: 'thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    reason: 'Case 2026-114',
  },
  input,
  responses: { 201: holdSchema },
  async run(call, given) {
    const { scope, identity_id, thread_id, counterparty_address, reason } = given;
    // A thread belongs to its identity, so a body may name both.
    const named = scope === 'thread' ? {} : { identity_id };
    checkFields(scope, needs[scope], { ...named, thread_id, counterparty_address });
    await lockHolds(call.db, [call.target.id]);
    const identityId = await heldIdentity(call, identity_id, thread_id);
    const hold = await insertHold(call.db, {
      id: newId('hold'),
      tenant_id: call.target.id,
      scope,
      identity_id: identityId,
      thread_id: thread_id ?? null,
      counterparty_address: counterparty_address?.toLowerCase() ?? null,
      reason,
      created_by_key_id: call.actor.key_id,
      created_at: call.services.clock.now().toISOString(),
    });
    await recordAudit(call.db, call, {
      action: 'hold.create',
      target_type: 'legal_hold',
      target_id: hold.id,
      tenant_id: hold.tenant_id,
      details: { scope, ...(identityId && { identity_id: identityId }), ...(thread_id && { thread_id }) },
    });
    return { status: 201, body: hold };
  },
});

/** The identity whose mail is held. It must exist. @throws AppError `identity_not_found`, `thread_not_found` */
async function heldIdentity(
  { db, actor, target }: Call<TenantRow, 'POST'>,
  identityId: string | undefined,
  threadId: string | undefined,
): Promise<string | null> {
  if (identityId !== undefined) await requireIdentityOf(db, actor, target.id, identityId);
  if (threadId === undefined) return identityId ?? null;
  const owner = identityId ?? (await identityOfThread(db, target.id, threadId));
  if (owner === null || !(await findThread(db, owner, threadId, mayReview(actor)))) {
    throw new AppError('thread_not_found');
  }
  return owner;
}
