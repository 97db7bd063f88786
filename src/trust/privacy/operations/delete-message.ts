import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget } from '#mailbox/identities/index.ts';
import { requireMessage } from '#mailbox/messages/index.ts';
import { assertNotErased } from '#workspace/tenants/index.ts';
import { heldThreads } from '../holds.ts';
import { requestErasure } from '../request.ts';
import { erasureSchema } from '../schema.ts';
import { serializeErasure } from '../serialize.ts';

export const deleteMessage = defineOperation({
  name: 'messages.delete',
  method: 'DELETE',
  path: '/v1/identities/{identity_id}/messages/{message_id}',
  summary: 'Delete a message',
  description:
    'Creates an erasure request for the message. The call is refused while the thread is under a legal hold.',
  permission: 'erasure:manage',
  levels,
  target: identityTarget,
  errors: [
    'identity_not_found',
    'message_not_found',
    'legal_hold',
    'tenant_erased',
    'tenant_not_found',
    'job_queue_full',
  ],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 202: erasureSchema },
  async run(call, { message_id }) {
    const { id: identityId, tenant_id: tenantId, tenant } = call.target;
    assertNotErased(call.actor, tenant);
    await lockHolds(call.db, [tenantId]);
    const message = await requireMessage(call.db, call.actor, identityId, message_id);
    const held = await heldThreads(call.db, { tenantId, identityId }, [message.thread_id]);
    if (held.length > 0) throw new AppError('legal_hold', { thread_id: message.thread_id });
    const scope = { kind: 'message', tenantId, identityId, messageId: message.id } as const;
    return { status: 202, body: serializeErasure(await requestErasure(call, scope, null)) };
  },
});
