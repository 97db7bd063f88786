import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { assertJobsHaveRoom } from '#mail/sending/index.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { triageAgain } from '../request.ts';

export const rerunTriage = defineOperation({
  name: 'messages.triage',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/triage',
  summary: 'Triage a message again',
  description:
    'Returns 202 with the message, whose triage is `pending`. Read the message again for the result. Sent ' +
    'messages are not triaged and are returned unchanged.',
  permission: 'messages:write',
  levels,
  target: identityTarget,
  errors: ['message_not_found', 'job_queue_full'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 202: message },
  async run({ actor, target, db }, { message_id: messageId }) {
    requireLive(target);
    const { id, tenant_id } = await requireMessage(db, actor, target.id, messageId);
    await assertJobsHaveRoom(db, tenant_id);
    await triageAgain(db, { id, tenant_id });
    return { status: 202, body: toMessage(await requireMessage(db, actor, target.id, messageId)) };
  },
});
