import { z } from 'zod';
import { defineEvent, messageSummary, type NewEvent, recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { MessageSummary } from '#mailbox/messages/index.ts';
import type { CapWarning } from './accept/caps.ts';
import type { DeliveryChange, DeliveryRow, LockedSend } from './repository.ts';
import type { DeliveryStatus, Trigger } from './transition/state.ts';

const ofMessage = { message_id: z.string() };
const ofRecipient = { message_id: z.string(), recipient: z.string() };

export const messageSent = defineEvent('message.sent', 'identity', {
  message: messageSummary,
  provider: z.string(),
  provider_message_id: z.string().nullable(),
  sent_via_fallback: z.boolean(),
});
export const messageDelivered = defineEvent('message.delivered', 'identity', {
  ...ofRecipient,
  smtp_code: z.int().nullable(),
});
export const messageDeferred = defineEvent('message.deferred', 'identity', {
  ...ofRecipient,
  smtp_code: z.int().nullable(),
  smtp_response: z.string().nullable(),
});
export const messageBounced = defineEvent('message.bounced', 'identity', {
  ...ofRecipient,
  bounce_type: z.enum(['hard', 'soft']),
  smtp_code: z.int().nullable(),
  smtp_response: z.string().nullable(),
  suppressed: z.boolean(),
});
export const messageComplained = defineEvent('message.complained', 'identity', {
  ...ofRecipient,
  suppressed: z.literal(true),
});
export const messageRejected = defineEvent('message.rejected', 'identity', {
  ...ofMessage,
  reason: z.string(),
  detail: z.string().nullable(),
});
export const messageFailed = defineEvent('message.failed', 'identity', { ...ofMessage, reason: z.string() });
export const messageUncertain = defineEvent('message.uncertain', 'identity', {
  ...ofMessage,
  reason: z.string(),
  fix: z.string(),
});
export const messageReconciled = defineEvent('message.reconciled', 'identity', {
  ...ofMessage,
  status: z.string(),
});
export const messageSuppressed = defineEvent('message.suppressed', 'identity', {
  ...ofMessage,
  recipients: z.array(z.string()),
});
export const messageCanceled = defineEvent('message.canceled', 'identity', {
  ...ofMessage,
  /** Present only if a person rejected it, or nobody approved it in time. */
  reason: z.string().optional(),
});
export const messageApprovalRequested = defineEvent('message.approval_requested', 'identity', {
  message: messageSummary,
  approval_id: z.string(),
  reasons: z.array(z.string()),
  expires_at: timestamp,
});
const decided = {
  ...ofMessage,
  approval_id: z.string(),
  comment: z.string().nullable(),
};
export const messageApproved = defineEvent('message.approved', 'identity', {
  ...decided,
  edited: z.boolean(),
});
export const messageApprovalRejected = defineEvent('message.approval_rejected', 'identity', decided);
export const messageApprovalExpired = defineEvent('message.approval_expired', 'identity', {
  ...ofMessage,
  approval_id: z.string(),
});
export const quotaQueueFull = defineEvent('quota.queue_full', 'none', {
  limit: z.int(),
  queue: z.enum(['sends', 'jobs']),
});
export const quotaWarning = defineEvent('quota.warning', 'identity?', {
  metric: z.string(),
  used: z.int(),
  limit: z.int(),
  scope: z.enum(['tenant', 'identity']),
});

const UNCERTAIN_FIX =
  'Find out whether it arrived, then resolve the message as sent or not_sent. It is never sent again automatically.';

/** The result of a transition, for events. */
export type Transition = {
  send: LockedSend;
  at: Date;
  from: DeliveryStatus;
  to: DeliveryStatus;
  /** Recipients whose state changed. A repeated or late report changes nothing, so its recipient is not among them. */
  moved: (DeliveryChange & { field: DeliveryRow['field']; from: DeliveryStatus; trigger: Trigger })[];
  /** Every recipient as it is afterwards. */
  deliveries: DeliveryRow[];
  providerMessageId: string | null;
  reason: string | null;
  /** A provider's report settled a message whose outcome was unknown (spec 6.4). */
  reconciled: boolean;
  /** Whether the message had been submitted to some recipient before. */
  was_sent: boolean;
};

/**
 * Records the events of outbound messages (spec 6.4), after their states were written. This is the only place
 * that derives events from statuses. `summaries` are the messages after the change.
 */
export async function recordTransitions(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'hooks' | 'wakeUps'>,
  transitions: readonly Transition[],
  summaries: readonly MessageSummary[],
): Promise<void> {
  const messages = new Map(summaries.map((summary) => [summary.id, summary]));
  await recordEvents(
    tx,
    services,
    transitions.flatMap((transition) => {
      const message = messages.get(transition.send.message_id)!;
      return [
        ...(isFirstHandOver(transition) ? [sentEvent(transition, message)] : []),
        ...eventsOf(transition),
      ];
    }),
  );
}

/** A message that is accepted and goes to nobody. */
type Suppressed = { tenant_id: string; identity_id: string; message_id: string; recipients: string[] };

export const suppressedEvents = (suppressed: readonly Suppressed[]): NewEvent[] =>
  suppressed.map(({ tenant_id, identity_id, ...data }) =>
    messageSuppressed({ tenant_id, identity_id, data }),
  );

/** The events that acceptance itself causes; most messages have none. */
export async function recordAccepted(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'hooks' | 'wakeUps'>,
  events: readonly NewEvent[],
  warnings: readonly CapWarning[],
): Promise<void> {
  await recordEvents(tx, services, [
    ...events,
    ...warnings.map(({ tenant_id, identity_id, used, cap: limit, scope }): NewEvent => {
      return quotaWarning({
        tenant_id,
        identity_id,
        // The ramp of a new workspace is a cap of its tenant.
        data: { metric: 'daily_sends', used, limit, scope: scope === 'identity' ? scope : 'tenant' },
      });
    }),
  ]);
}

/** Whether a transport or a local mailbox took the message for the first time, or a person confirmed that one did. */
const isFirstHandOver = ({ was_sent, moved }: Transition): boolean =>
  moved.some((move) => move.trigger === 'resolve_sent' || (!was_sent && tellsOfHandOver(move)));

function tellsOfHandOver({ status, trigger, from }: Transition['moved'][number]): boolean {
  if (typeof trigger !== 'object') return false;
  if (!('provider' in trigger)) return status === 'submitted' || status === 'delivered';
  // The provider reported before our own record of the attempt was written.
  const isEarly = from === 'queued' || (from === 'deferred' && status !== 'deferred');
  return isEarly && ['submitted', 'deferred', 'delivered', 'bounced', 'complained'].includes(status);
}

const aboutOf = ({ send: { tenant_id, identity_id } }: Transition) => ({ tenant_id, identity_id });

function sentEvent(transition: Transition, message: MessageSummary): NewEvent {
  const { send, providerMessageId } = transition;
  const data = {
    message,
    provider: send.transport,
    provider_message_id: providerMessageId,
    sent_via_fallback: message.flags.includes('sent_via_fallback'),
  };
  return messageSent({ ...aboutOf(transition), data });
}

/** All events except `message.sent`, in their order. */
function eventsOf(transition: Transition): NewEvent[] {
  const { send, moved, from, to } = transition;
  const { message_id } = send;
  const about = aboutOf(transition);
  const events: NewEvent[] = [];
  if (transition.reconciled) events.push(messageReconciled({ ...about, data: { message_id, status: to } }));
  for (const move of moved) events.push(...recipientEvents(transition, move));
  events.push(...ofAttempt(transition));
  if (to === from) return events;
  if (to === 'suppressed') events.push(suppressedEvent(transition));
  if (to === 'canceled') {
    const { reason } = transition;
    events.push(messageCanceled({ ...about, data: { message_id, ...(reason !== null && { reason }) } }));
  }
  return events;
}

/** All suppressed recipients, including those that were suppressed earlier. */
function suppressedEvent(transition: Transition): NewEvent {
  const { message_id } = transition.send;
  const recipients = transition.deliveries.map(({ address }) => address);
  return messageSuppressed({ ...aboutOf(transition), data: { message_id, recipients } });
}

/** Events about the message as a whole: one each, however many recipients are concerned. */
function ofAttempt(transition: Transition): NewEvent[] {
  const { message_id } = transition.send;
  const about = aboutOf(transition);
  const first = (wanted: DeliveryStatus) => transition.moved.find(({ status }) => status === wanted);
  const reasonOf = (move: { reason: string | null }): string => move.reason ?? transition.reason ?? 'unknown';
  const events: NewEvent[] = [];
  const [rejected, failed, uncertain] = [first('rejected'), first('failed'), first('uncertain')];
  if (rejected) {
    const data = { message_id, reason: reasonOf(rejected), detail: rejected.smtp_response };
    events.push(messageRejected({ ...about, data }));
  }
  if (failed) events.push(messageFailed({ ...about, data: { message_id, reason: reasonOf(failed) } }));
  if (uncertain) {
    const data = { message_id, reason: reasonOf(uncertain), fix: UNCERTAIN_FIX };
    events.push(messageUncertain({ ...about, data }));
  }
  return events;
}

function recipientEvents(transition: Transition, move: Transition['moved'][number]): NewEvent[] {
  const { address: recipient, smtp_code, smtp_response } = move;
  const about = aboutOf(transition);
  const of = { message_id: transition.send.message_id, recipient };
  switch (move.status) {
    case 'delivered':
      return [messageDelivered({ ...about, data: { ...of, smtp_code } })];
    case 'deferred':
      return [messageDeferred({ ...about, data: { ...of, smtp_code, smtp_response } })];
    case 'bounced': {
      const bounce_type = move.bounce_type ?? 'soft';
      const data = { ...of, bounce_type, smtp_code, smtp_response, suppressed: bounce_type === 'hard' };
      return [messageBounced({ ...about, data })];
    }
    case 'complained':
      return [messageComplained({ ...about, data: { ...of, suppressed: true } })];
    default:
      return [];
  }
}
