import { z } from 'zod';
import type { ProviderReport } from './provider-report.ts';
import { enhancedCodeIn, messageIdOf, smtpCodeIn } from './reply-text.ts';

const text = z.string().max(4_096, { abort: true });
const address = z.string().max(1_024, { abort: true });
const recipients = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.array(z.object({ emailAddress: address, ...more })).max(100);
const diagnostic = { status: text.nullish(), diagnosticCode: text.nullish() };

const mail = z.object({
  messageId: z.string().min(1).max(200),
  destination: z.array(address).max(100).default([]),
  tags: z.record(z.string(), z.array(z.string()).max(50)).nullish(),
  commonHeaders: z.object({ messageId: text.nullish() }).nullish(),
});

/**
 * A report of SES over SNS, as a notification (`notificationType`) or by event publishing (`eventType`); SES developer
 * guide, "Contents of notifications" and "Contents of event data".
 */
const sesEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('Send'), mail }),
  z.object({
    kind: z.literal('Delivery'),
    mail,
    delivery: z.object({ recipients: z.array(address).max(100), smtpResponse: text.nullish() }),
  }),
  z.object({
    kind: z.literal('Bounce'),
    mail,
    bounce: z.object({
      bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']).catch('Undetermined'),
      bounceSubType: text.catch(''),
      bouncedRecipients: recipients(diagnostic),
    }),
  }),
  z.object({
    kind: z.literal('Complaint'),
    mail,
    complaint: z.object({ complaintSubType: text.nullish(), complainedRecipients: recipients({}) }),
  }),
  z.object({ kind: z.literal('Reject'), mail, reject: z.object({ reason: text.nullish() }).nullish() }),
  z.object({ kind: z.literal('Rendering Failure'), mail }),
  z.object({
    kind: z.literal('DeliveryDelay'),
    mail,
    deliveryDelay: z.object({ delayedRecipients: recipients(diagnostic) }),
  }),
]);
type SesEvent = z.output<typeof sesEvent>;

/** Reads a message of SES. Null for an event that is not about deliveries (opens, clicks, received mail). */
export function readSesEvent(message: string): ProviderReport | null {
  const json = parseObject(message);
  const parsed = sesEvent.safeParse(json && { ...json, kind: json.eventType ?? json.notificationType });
  if (!parsed.success) return null;
  const { mail: about } = parsed.data;
  return {
    driver: 'ses',
    provider_message_id: about.messageId,
    message_id: about.tags?.pm_message?.[0] ?? messageIdOf(about.commonHeaders?.messageId),
    rfc_message_id: null,
    bounce_type: null,
    reason: null,
    detail: null,
    ...outcomeOf(parsed.data),
  };
}

type ReportedOutcome = Pick<ProviderReport, 'outcome' | 'recipients'> & Partial<ProviderReport>;

const REJECTED: ReportedOutcome = { outcome: 'rejected', reason: 'provider_validation', recipients: [] };

function outcomeOf(event: SesEvent): ReportedOutcome {
  switch (event.kind) {
    case 'Send':
      return { outcome: 'submitted', recipients: [] };
    case 'Delivery':
      return {
        outcome: 'delivered',
        recipients: event.delivery.recipients.map((recipient) =>
          said(recipient, event.delivery.smtpResponse, null),
        ),
      };
    case 'Bounce':
      return bounceOf(event.bounce);
    case 'Complaint': {
      const recipients = event.complaint.complainedRecipients.map(({ emailAddress }) => said(emailAddress));
      // A complaint that SES only assumes, because the address is on its own list: nothing was sent.
      return event.complaint.complaintSubType === 'OnAccountSuppressionList'
        ? { outcome: 'suppressed', reason: 'recipient_suppressed_by_provider', recipients }
        : { outcome: 'complained', recipients };
    }
    case 'DeliveryDelay':
      return { outcome: 'deferred', recipients: event.deliveryDelay.delayedRecipients.map(answerOf) };
    case 'Reject':
      return { ...REJECTED, detail: event.reject?.reason?.slice(0, 500).toWellFormed() ?? null };
    case 'Rendering Failure':
      return REJECTED;
  }
}

function bounceOf(bounce: Extract<SesEvent, { kind: 'Bounce' }>['bounce']): ReportedOutcome {
  const recipients = bounce.bouncedRecipients.map(answerOf);
  if (/^(?:Suppressed|OnAccountSuppressionList)$/.test(bounce.bounceSubType))
    return { outcome: 'suppressed', reason: 'recipient_suppressed_by_provider', recipients };
  return {
    outcome: 'bounced',
    bounce_type: bounce.bounceType === 'Permanent' ? 'hard' : 'soft',
    recipients,
  };
}

const answerOf = (recipient: {
  emailAddress: string;
  status?: string | null | undefined;
  diagnosticCode?: string | null | undefined;
}) =>
  said(recipient.emailAddress, recipient.diagnosticCode?.replace(/^\s*smtp\s*;\s*/i, ''), recipient.status);

const said = (recipient: string, response?: string | null, status?: string | null) => ({
  address: bareAddress(recipient),
  smtp_code: smtpCodeIn(response),
  enhanced_code: enhancedCodeIn(status) ?? enhancedCodeIn(response),
  smtp_response: response?.slice(0, 500).toWellFormed() ?? null,
});

/** SES repeats addresses as they were given, sometimes with a name. */
const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;

function parseObject(message: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(message);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
