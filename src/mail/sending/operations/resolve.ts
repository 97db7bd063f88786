import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { resolveSend } from '../transition/transition.ts';

export const resolveMessage = defineOperation({
  name: 'messages.resolve',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/resolve',
  summary: 'Record whether an uncertain message was sent',
  description:
    'Records the outcome and sends nothing. `sent` makes the uncertain recipients `submitted`; `not_sent` ' +
    'makes them `failed` with the reason `resolved_not_sent`. To send the message after all, send it again ' +
    'with a new Idempotency-Key. The audit log records the call.',
  permission: 'messages:write',
  levels,
  target: identityTarget,
  errors: ['message_not_found', 'not_uncertain'],
  example: { outcome: 'not_sent' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    outcome: z.enum(['sent', 'not_sent']),
  }),
  responses: { 200: message },
  async run(call, { message_id, outcome }) {
    const { db, actor, target, services } = call;
    requireLive(target);
    await requireMessage(db, actor, target.id, message_id);
    await resolveSend(services, db, message_id, outcome);
    await recordAudit(db, call, {
      action: 'message.resolve',
      target_type: 'message',
      target_id: message_id,
      tenant_id: target.tenant_id,
      details: { identity_id: target.id, outcome },
    });
    return { status: 200, body: toMessage(await requireMessage(db, actor, target.id, message_id)) };
  },
});
