import { z } from 'zod';
import type { ProviderOutcome } from '../state.ts';
import type { ProviderReport } from './provider-report.ts';
import { enhancedCodeIn, messageIdOf, smtpCodeIn } from './reply-text.ts';

const text = z.string().max(4_096).catch('');

/** The parts of Resend's webhooks about sent mail that are read here (resend.com/docs/webhooks/event-types). */
const resendEvent = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().min(1).max(200),
    message_id: z.string().max(998).nullish().catch(null),
    to: z.union([z.array(z.string().max(1_024)).max(100), z.string().max(1_024)]).catch([]),
    tags: z
      .union([
        z.record(z.string(), z.string()),
        z.array(z.object({ name: z.string(), value: z.string() })).max(100),
      ])
      .nullish()
      .catch(null),
    bounce: z.object({ message: text, type: text, subType: text }).nullish().catch(null),
    failed: z.object({ reason: text }).nullish().catch(null),
  }),
});
type EventData = z.output<typeof resendEvent>['data'];

const outcomes: Readonly<Record<string, ProviderOutcome>> = {
  'email.sent': 'submitted',
  'email.delivery_delayed': 'deferred',
  'email.delivered': 'delivered',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.suppressed': 'suppressed',
  'email.failed': 'failed',
};

/** Outcomes that concern exactly one recipient. */
const isAboutOne = new Set<ProviderOutcome>(['bounced', 'complained', 'suppressed']);

/** Reads a webhook of Resend. Null for an event that is not about deliveries. */
export function readResendEvent(body: string): ProviderReport | null {
  const parsed = resendEvent.safeParse(parseJson(body));
  const outcome =
    parsed.success && Object.hasOwn(outcomes, parsed.data.type) ? outcomes[parsed.data.type]! : null;
  if (!parsed.success || outcome === null) return null;
  const { data } = parsed.data;
  const recipients = recipientsOf(data, outcome);
  if (recipients === null) return null;
  return {
    driver: 'resend',
    provider_message_id: data.email_id,
    message_id: tagOf(data) ?? messageIdOf(data.message_id),
    rfc_message_id: wireMessageId(data.message_id),
    outcome,
    recipients,
    bounce_type: outcome === 'bounced' ? bounceType(data) : null,
    reason: outcome === 'suppressed' ? 'recipient_suppressed_by_provider' : (data.failed?.reason ?? null),
    detail: null,
  };
}

/**
 * An event is about an email and lists all of its recipients. The outcome of one of several is known only if the text
 * names that recipient; otherwise the event is ignored instead of being applied to all.
 */
function recipientsOf(data: EventData, outcome: ProviderOutcome): ProviderReport['recipients'] | null {
  const named = (Array.isArray(data.to) ? data.to : [data.to]).map(bareAddress).filter((to) => to !== '');
  const message = data.bounce?.message.toLowerCase() ?? '';
  const meant = named.filter((address) => message.includes(address.toLowerCase()));
  const about = isAboutOne.has(outcome) && named.length > 1 ? meant : named;
  if (about.length === 0 && named.length > 0) return null;
  return about.map((address) => ({
    address,
    smtp_code: smtpCodeIn(data.bounce?.message),
    enhanced_code: enhancedCodeIn(data.bounce?.message),
    smtp_response: data.bounce?.message.slice(0, 500).toWellFormed() || null,
  }));
}

/** Resend uses the terms of SES: Permanent, Transient, Undetermined. Old payloads have only subtypes. */
function bounceType({ bounce }: EventData): 'hard' | 'soft' {
  const type = bounce?.type.toLowerCase() ?? '';
  return type === 'transient' || type === 'undetermined' || type === 'temporary' || type === 'soft'
    ? 'soft'
    : 'hard';
}

function tagOf({ tags }: EventData): string | null {
  if (!tags) return null;
  if (Array.isArray(tags)) return tags.find(({ name }) => name === 'pm_message')?.value ?? null;
  return tags.pm_message ?? null;
}

const wireMessageId = (id: string | null | undefined): string | null => {
  const bare = id?.replace(/^<|>$/g, '') ?? '';
  return /^[^\s<>@]+@[^\s<>@]+$/.test(bare) ? `<${bare}>` : null;
};

const bareAddress = (text: string): string => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim();

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
