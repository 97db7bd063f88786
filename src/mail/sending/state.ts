import type { OutboundStatus } from '#mailbox/messages/index.ts';

/** Status of one recipient of an outbound message, and of the message as their roll-up (interface-spec 3.1). */
export type DeliveryStatus = OutboundStatus;

/**
 * What is known of one recipient. `is_taken`: a transport has the message to it, or may have it, so that it is never
 * handed over again. It tells apart the two kinds of `deferred` (the provider tries again, or we do) and whether a
 * `rejected` or `failed` recipient can still be contradicted by what its provider tells later.
 */
export type RecipientState = { status: DeliveryStatus; is_taken: boolean };

/** How an attempt to hand over ended for a recipient; `given_up`: refused temporarily for the last time. */
export type AttemptOutcome =
  | 'accepted'
  | 'refused_permanently'
  | 'refused_temporarily'
  | 'given_up'
  | 'unknown';

/** What a provider, or a delivery report, tells of a recipient afterwards. */
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
  | { inside: 'delivered' | 'no_mailbox' }
  | { provider: ProviderOutcome }
  | 'cancel'
  /** It was suppressed between the message's acceptance and its time. */
  | 'suppress'
  | 'resolve_sent'
  | 'resolve_not_sent';

/** To be handed over: now, or again later. The only recipients that an attempt or a cancellation may touch. */
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
 * Providers tell things in any order, and more than once: a status only ever moves to a later one of this list, so that
 * every order ends alike. A bounce can follow an acceptance by the server, a complaint either of them.
 */
const rank = new Map<DeliveryStatus, number>(
  (['queued', 'uncertain', ...providerOutcomes] as const).map((status, index) => [status, index]),
);

/** Where a trigger takes a recipient, or null when it changes nothing: what is not written here cannot happen. */
export function next(state: RecipientState, trigger: Trigger): RecipientState | null {
  if (trigger === 'suppress') return isWaiting(state) ? { status: 'suppressed', is_taken: false } : null;
  if (trigger === 'cancel') return isWaiting(state) ? { status: 'canceled', is_taken: false } : null;
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

/** What the provider told meanwhile is newer than the end of the attempt, and stays. */
function afterAttempt(state: RecipientState, outcome: AttemptOutcome): RecipientState | null {
  if (isWaiting(state)) return attemptTarget[outcome];
  // An attempt that was given up for lost, and ends after all with a plain answer.
  const isPlain = outcome === 'accepted' || outcome === 'refused_permanently';
  return state.status === 'uncertain' && isPlain ? attemptTarget[outcome] : null;
}

function afterNews(state: RecipientState, outcome: ProviderOutcome): RecipientState | null {
  if (!state.is_taken && !isWaiting(state)) return null;
  // A transport that speaks of it has it, even if we believe that we have to try again.
  const isNew = isWaiting(state) || rank.get(outcome)! > (rank.get(state.status) ?? Infinity);
  return isNew ? { status: outcome, is_taken: true } : null;
}

/**
 * The first of these that a recipient has is the message's status: what needs a person; a complaint, which nothing
 * takes back; what is still in flight; what was cancelled, which takes in every recipient that could still be; what
 * went wrong; what went well. A suppressed recipient counts only when all are.
 */
const precedence: readonly DeliveryStatus[] = [
  'uncertain',
  'complained',
  'deferred',
  'queued',
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

/** Cancelling needs that nothing is being handed over, that nothing was, and that something would be (3.1). */
export const isCancelable = (recipients: readonly RecipientState[], isBeingSent: boolean): boolean =>
  !isBeingSent && recipients.some(isWaiting) && !recipients.some(({ is_taken }) => is_taken);
