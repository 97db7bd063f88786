import type { RefusalRow } from '#mail/refusals/index.ts';
import { type Advice, ofDecision, ofDelivery, ofQuarantine, ofRefusal } from './advice.ts';
import type { Copy, DeliveryFact } from './repository.ts';

export const stepNames = [
  'refused',
  'accepted',
  'authentication',
  'decision',
  'thread',
  'triage',
  'approval',
  'schedule',
  'delivery',
] as const;

/** One step in the processing of a mail. `at` is the time when it was decided or last changed. */
export type Step = Advice & { at: string; step: (typeof stepNames)[number]; outcome: string };

/** The steps of one copy of a mail, in order. */
export const stepsOf = (copy: Copy): Step[] => (copy.direction === 'inbound' ? received(copy) : sent(copy));

/** A mail that was refused over SMTP. A temporary refusal is not final, because the sender tries again. */
export const stepOfRefusal = ({ at, recipient, reason, smtp_code, network }: RefusalRow): Step => {
  const means = ofRefusal[reason];
  return {
    ...{ at, step: 'refused', outcome: smtp_code >= 500 ? 'refused' : 'deferred', fix: means.fix },
    reason: `${recipient}: ${means.reason} A server of the network ${network} got the SMTP code ${smtp_code}.`,
  };
};

function received(copy: Copy): Step[] {
  const at = copy.created_at;
  const steps: Step[] = [
    {
      ...{ at, step: 'accepted', outcome: 'accepted', fix: null },
      reason: `Accepted for ${copy.delivered_to ?? 'this mailbox'} of ${copy.identity_id} and stored as ${copy.id}.`,
    },
  ];
  if (copy.trust) steps.push(authentication(at, copy.trust));
  steps.push(decision(copy));
  if (copy.status !== 'received') return steps;
  steps.push({
    at,
    step: 'thread',
    outcome: 'stored',
    reason: `It is in the conversation ${copy.thread_id}.`,
    fix: null,
  });
  steps.push(triage(copy));
  return steps;
}

function authentication(at: string, { verdict, spf, dkim, dmarc }: NonNullable<Copy['trust']>): Step {
  const fix =
    verdict === 'pass'
      ? null
      : 'Ask the sender to set up SPF, DKIM and DMARC for the domain in From. Until then, do not rely on the sender address.';
  return {
    at,
    step: 'authentication',
    outcome: verdict,
    reason: `SPF ${spf}, DKIM ${dkim}, DMARC ${dmarc}.`,
    fix,
  };
}

function decision({ created_at: at, status, quarantine_reason }: Copy): Step {
  if (status === 'quarantined') {
    const why = quarantine_reason && ofQuarantine[quarantine_reason];
    const other = { reason: 'It is quarantined.', fix: 'A reviewer can release it.' };
    return { at, step: 'decision', outcome: 'quarantined', ...(why ?? other) };
  }
  if (status === 'hidden') return { at, step: 'decision', outcome: 'blocked', ...ofDecision.hidden };
  if (status === 'throttled') return { at, step: 'decision', outcome: 'throttled', ...ofDecision.throttled };
  return { at, step: 'decision', outcome: 'received', ...ofDecision.received };
}

function triage({ created_at: at, triage_status: outcome, category, risk_flags }: Copy): Step {
  const found = [
    category && `category ${category}`,
    risk_flags.length > 0 && `risks ${risk_flags.map((flag) => flag.replaceAll('_', ' ')).join(', ')}`,
  ];
  const words = found.filter(Boolean).join('; ');
  const fix = outcome === 'failed' ? 'Triage it again with POST …/messages/{message_id}/triage.' : null;
  return {
    at,
    step: 'triage',
    outcome,
    reason: words ? `Triage found: ${words}.` : 'Triage found nothing to note.',
    fix,
  };
}

function sent(copy: Copy): Step[] {
  const at = copy.created_at;
  const steps: Step[] = [
    {
      ...{ at, step: 'accepted', outcome: 'accepted', fix: null },
      reason: `Requested by ${copy.identity_id} and stored as ${copy.id} in the conversation ${copy.thread_id}.`,
    },
  ];
  if (copy.approval) steps.push(approval(at, copy.approval));
  if (copy.send_at)
    steps.push({
      at,
      step: 'schedule',
      outcome: 'scheduled',
      reason: `It is due at ${inUtc(copy.send_at)}.`,
      fix: null,
    });
  return [...steps, ...copy.deliveries.map(delivery)];
}

function approval(at: string, { id, status, reasons, expires_at }: NonNullable<Copy['approval']>): Step {
  const isOpen = status === 'pending';
  return {
    ...{ at, step: 'approval', outcome: status },
    reason: `It needs the approval of a person (${id}): ${reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')}.`,
    fix: isOpen
      ? `Approve or reject it before ${inUtc(expires_at)} with POST /v1/approvals/${id}/approve or …/reject.`
      : null,
  };
}

function delivery({ address, status, reason, smtp_code, enhanced_code, updated_at }: DeliveryFact): Step {
  const means = ofDelivery(status, reason);
  const codes = [smtp_code, enhanced_code].filter((code) => code !== null).join(' ');
  const words = `${address}: ${means.reason}${codes && ` The server said ${codes}.`}`;
  return { at: updated_at, step: 'delivery', outcome: status, reason: words, fix: means.fix };
}

const inUtc = (time: string): string => new Date(time).toISOString();
