import { z } from 'zod';
import { attachmentSummary, cutText, defineEvent, messageSummary, type NewEvent } from '#events/index.ts';
import { triagedEvents } from '#mail/triage/index.ts';
import { type NewAttachment, type NewMessage, trust } from '#mailbox/messages/index.ts';
import { verificationEvents } from '#mailbox/wait/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';

const received = {
  message: messageSummary,
  thread_id: z.string(),
  trust: trust.nullable(),
  attachments: z.array(attachmentSummary),
};

export const messageReceived = defineEvent('message.received', 'identity', {
  ...received,
  extracted_text: z.string(),
  extracted_text_truncated: z.boolean(),
});
export const messageQuarantined = defineEvent('message.quarantined', 'identity', {
  ...received,
  quarantine_reason: z.string(),
});
export const messageReleased = defineEvent('message.released', 'identity', {
  message: messageSummary,
  released_by_key_id: z.string().nullable(),
  released_by_user_id: z.string().nullable(),
  reason: z.string().nullable(),
});

/** The events of stored messages (spec 6.4). Mail that agents never see has none. */
export function receivedEvents(
  messages: readonly NewMessage[],
  attachments: readonly NewAttachment[],
  settings: ReadonlyMap<string, { policy: Pick<Policy, 'webhook_text_bytes'> }>,
): NewEvent[] {
  const byMessage = Map.groupBy(attachments, ({ message_id }) => message_id);
  return messages.flatMap((message) => {
    const files = byMessage.get(message.id) ?? [];
    return toEvents(message, files, settings.get(message.tenant_id)!.policy.webhook_text_bytes);
  });
}

function toEvents(message: NewMessage, attachments: NewAttachment[], textBytes: number): NewEvent[] {
  const { tenant_id, identity_id, thread_id, trust } = message;
  const about = { tenant_id, identity_id };
  const data = { message, thread_id, trust, attachments };
  if (message.status === 'received') {
    const text = cutText(message.extracted_text, textBytes);
    const received: NewEvent = messageReceived({
      ...about,
      data: { ...data, ...text },
      text_of_message: true,
    });
    return [received, ...verificationEvents(message), ...triagedEvents(message)];
  }
  if (message.status !== 'quarantined') return [];
  const quarantine_reason = message.quarantine_reason ?? 'unknown';
  return [messageQuarantined({ ...about, data: { ...data, quarantine_reason } })];
}
