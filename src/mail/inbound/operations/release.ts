import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { multiline, pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { triageAgain } from '#mail/triage/index.ts';
import { recordContacts, type Sighting } from '#mailbox/contacts/index.ts';
import { type IdentityRow, identityTarget, requireLive } from '#mailbox/identities/index.ts';
import {
  type MessageRow,
  message,
  releaseMessage,
  requireMessage,
  toMessage,
} from '#mailbox/messages/index.ts';
import { lockThreadOf, mergeParticipants, recount, setHeading } from '#mailbox/threads/index.ts';
import { verificationEvents } from '#mailbox/wait/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { messageReleased } from '../events.ts';

export const releaseMessageOperation = defineOperation({
  name: 'quarantine.release',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/release',
  summary: 'Release a quarantined message',
  description:
    "Makes the message visible to every key that may read the mailbox. The tenant's policy field " +
    '`quarantine.key_release` must allow it or, where that is null, the deployment switch ' +
    'PM_QUARANTINE_KEY_RELEASE. The audit log records each release.',
  permission: 'quarantine:review',
  levels,
  target: identityTarget,
  errors: ['message_not_found', 'not_quarantined', 'permission_denied'],
  example: { reason: 'The sender confirmed it by telephone.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    reason: multiline(1_000).optional().meta({ description: 'The reason, which the audit log keeps.' }),
  }),
  responses: { 200: message },
  async run(call, { message_id: messageId, reason }) {
    const { actor, target, db, services } = call;
    requireLive(target);
    const thread = await lockThreadOf(db, target.id, messageId);
    if (!thread) throw new AppError('message_not_found');
    const kept = await requireMessage(db, actor, target.id, messageId);
    if (kept.status !== 'quarantined') throw new AppError('not_quarantined');
    // A signed-in person always may (spec 4.6).
    if (actor.user_id === null) assertKeysMayRelease(services, target);
    const held = await releaseMessage(db, messageId);
    await setHeading(db, thread.id, headingWith(thread, kept));
    await recordContacts(db, senderMet(kept));
    // The message is new to agents, so an archived thread returns to the list.
    await recount(db, thread.id, false);
    await triageAgain(db, kept);
    await recordAudit(db, call, {
      action: 'quarantine.release',
      target_type: 'message',
      target_id: messageId,
      tenant_id: target.tenant_id,
      details: { identity_id: target.id, reason: reason ?? null, quarantine_reason: kept.quarantine_reason },
    });
    const released = await requireMessage(db, actor, target.id, messageId);
    await recordEvents(db, services, [
      messageReleased({
        tenant_id: target.tenant_id,
        identity_id: target.id,
        data: {
          message: released,
          released_by_key_id: actor.key_id,
          released_by_user_id: actor.user_id,
          reason: reason ?? null,
        },
      }),
      ...verificationEvents({ ...released, verification: held?.verification ?? null }),
    ]);
    return { status: 200, body: toMessage(released) };
  },
});

/**
 * The tenant's policy decides, or the deployment's setting if the policy is null. @throws AppError `permission_denied`
 */
function assertKeysMayRelease(services: Services, { tenant }: IdentityRow): void {
  const { key_release } = effectivePolicy(tenant).quarantine;
  if (key_release ?? services.config.quarantineKeyRelease) return;
  const details = { field: 'policy.quarantine.key_release', switch: 'PM_QUARANTINE_KEY_RELEASE' };
  throw new AppError('permission_denied', details, {
    message: 'Release it in the console: only signed-in people can release quarantined mail here.',
  });
}

/**
 * The first message that agents can see gives a thread its subject and participants. Those of messages that are still
 * quarantined stay hidden.
 */
function headingWith(thread: NonNullable<Awaited<ReturnType<typeof lockThreadOf>>>, released: MessageRow) {
  const isFirst = thread.message_count === 0;
  return {
    subject: isFirst ? released.subject : thread.subject,
    participants: mergeParticipants(isFirst ? [] : thread.participants, peopleOf(released)),
  };
}

const peopleOf = ({ from, to, cc }: MessageRow) => [...(from ? [from] : []), ...to, ...cc];

const senderMet = ({ tenant_id, identity_id, thread_id, from, created_at }: MessageRow): Sighting[] =>
  from ? [{ ...from, tenant_id, identity_id, thread_id, direction: 'inbound', at: created_at }] : [];
