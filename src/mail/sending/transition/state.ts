import type { OutboundStatus } from '#mailbox/messages/index.ts';

/** Status of one recipient of an outbound message, and of the message as their roll-up (spec 3.1). */
export type DeliveryStatus = OutboundStatus;

/**
 * The state of one recipient. `is_taken`: a transport has, or may have, the message for this recipient, so it is never
 * submitted again. It distinguishes the two kinds of `deferred` (the provider retries, or Proofmail does), and decides
 * whether a later report of the provider can still change a `rejected` or `failed` recipient.
 */
export type RecipientState = { status: DeliveryStatus; is_taken: boolean };

/** How an attempt ended for a recipient. `given_up`: refused temporarily for the last time. */
export type AttemptOutcome =
  | 'accepted'
  | 'refused_permanently'
  | 'refused_temporarily'
  | 'given_up'
  | 'unknown';

/** The later outcomes that a provider or a delivery report can name. */
export const providerOutcomes = [
  'submitted',
  'deferred',
  'failed',
  'rejected',
  'delivered',
  'suppressed',
  'bounced',
  'complained',
] as const;
export type ProviderOutcome = (typeof providerOutcomes)[number];

/** Everything that can happen to a recipient after the message was accepted. */
export type Trigger =
  | { attempt: AttemptOutcome }
  | { inside: 'delivered' | 'no_mailbox' | 'mailbox_full' }
  | { provider: ProviderOutcome }
  | 'cancel'
  /** A person approved the message. */
  | 'release'
  /** The recipient was suppressed after the message was accepted and before it was due. */
  | 'suppress'
  | 'resolve_sent'
  | 'resolve_not_sent';

/** Waits for a person. No attempt touches such a recipient. */
export const isHeld = ({ status }: RecipientState): boolean => status === 'awaiting_approval';

/** Waits for its first or next attempt. Attempts and cancellations may change these recipients only. */
export const isWaiting = ({ status, is_taken }: RecipientState): boolean =>
  !is_taken && (status === 'queued' || status === 'deferred');

const attemptTarget: Record<AttemptOutcome, RecipientState> = {
  accepted: { status: 'submitted', is_taken: true },
  refused_permanently: { status: 'rejected', is_taken: false },
  refused_temporarily: { status: 'deferred', is_taken: false },
  given_up: { status: 'failed', is_taken: false },
  unknown: { status: 'uncertain', is_taken: true },
};

/**
 * Provider reports arrive in any order, and repeatedly. A status only moves to a later one of this list, so that
 * every order has the same result. A bounce can follow an acceptance by the server; a complaint can follow both.
 */
const rank = new Map<DeliveryStatus, number>(
  (['queued', 'uncertain', ...providerOutcomes] as const).map((status, index) => [status, index]),
);

/**
 * The state after a trigger, or null when the trigger changes nothing. Transitions that are not listed here cannot
 * happen.
 */
export function next(state: RecipientState, trigger: Trigger): RecipientState | null {
  const isOpen = isWaiting(state) || isHeld(state);
  if (trigger === 'suppress') return isOpen ? { status: 'suppressed', is_taken: false } : null;
  if (trigger === 'cancel') return isOpen ? { status: 'canceled', is_taken: false } : null;
  if (trigger === 'release') return isHeld(state) ? { status: 'queued', is_taken: false } : null;
  if (trigger === 'resolve_sent' || trigger === 'resolve_not_sent') {
    if (state.status !== 'uncertain') return null;
    return { status: trigger === 'resolve_sent' ? 'submitted' : 'failed', is_taken: true };
  }
  if ('inside' in trigger) {
    if (!isWaiting(state)) return null;
    return trigger.inside === 'delivered'
      ? { status: 'delivered', is_taken: true }
      : { status: 'bounced', is_taken: false };
  }
  return 'attempt' in trigger ? afterAttempt(state, trigger.attempt) : afterNews(state, trigger.provider);
}

/** A provider report that arrived during the attempt is newer than the attempt's outcome, and stays. */
function afterAttempt(state: RecipientState, outcome: AttemptOutcome): RecipientState | null {
  if (isWaiting(state)) return attemptTarget[outcome];
  // The attempt was considered lost, but has ended with a clear outcome after all.
  const isPlain = outcome === 'accepted' || outcome === 'refused_permanently';
  return state.status === 'uncertain' && isPlain ? attemptTarget[outcome] : null;
}

function afterNews(state: RecipientState, outcome: ProviderOutcome): RecipientState | null {
  if (!state.is_taken && !isWaiting(state)) return null;
  // A report proves that the provider has the message, even if we planned to try again.
  const isNew = isWaiting(state) || rank.get(outcome)! > (rank.get(state.status) ?? Infinity);
  return isNew ? { status: outcome, is_taken: true } : null;
}

/**
 * The message's status is the first of these that any recipient has: uncertain needs a person; a complaint is
 * final; then recipients in flight; then canceled (which covers every recipient that could still be canceled); then
 * failures; then success. Suppressed counts only when all recipients are.
 */
const precedence: readonly DeliveryStatus[] = [
  'uncertain',
  'complained',
  'deferred',
  'queued',
  'awaiting_approval',
  'submitted',
  'canceled',
  'bounced',
  'rejected',
  'failed',
  'delivered',
  'suppressed',
];

export const rollUp = (statuses: readonly DeliveryStatus[]): DeliveryStatus =>
  precedence.find((status) => statuses.includes(status)) ?? 'suppressed';

/** A message can be canceled while a recipient waits, none was handed over, and no attempt is open (spec 3.1). */
export const isCancelable = (recipients: readonly RecipientState[], isBeingSent: boolean): boolean =>
  !isBeingSent &&
  recipients.some((recipient) => isWaiting(recipient) || isHeld(recipient)) &&
  !recipients.some(({ is_taken }) => is_taken);
