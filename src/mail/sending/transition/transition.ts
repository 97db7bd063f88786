import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type SuppressionReason, suppress, type ToSuppress } from '#mailbox/suppressions/index.ts';
import { type Decision, writeDecision } from '../approval/repository.ts';
import { recordTransitions, type Transition } from '../events.ts';
import {
  type Answer,
  type DeliveryRow,
  deliveriesOfAll,
  type LockedSend,
  lockSends,
  type TransitionWrite,
  writeTransitions,
} from '../repository.ts';
import { isAbuseSign, pauseIfAbusive } from './abuse.ts';
import { type DeliveryStatus, isCancelable, next, rollUp, type Trigger } from './state.ts';

/** A change of one recipient, with the reply that caused it. */
export type DeliveryUpdate = { address: string; trigger: Trigger } & Partial<Answer>;

type Options = {
  at: Date;
  /** Whether the attempt is over, whatever its outcome is. */
  endsAttempt?: boolean;
  /** Whether it ended before its start was recorded, so that it is counted now. */
  countsAttempt?: boolean;
  providerMessageId?: string | null;
  reason?: string | null;
  /** Whether the deployment kept the message instead of sending it. */
  isCaptured?: boolean;
};

const NOTHING_SAID: Answer = {
  reason: null,
  smtp_code: null,
  enhanced_code: null,
  smtp_response: null,
  bounce_type: null,
};

/** Whether the transport has the message, as far as we know. */
const isSent = ({ status, is_taken }: DeliveryRow): boolean =>
  is_taken && status !== 'uncertain' && status !== 'failed' && status !== 'rejected';

/** One message with the updates to apply. */
export type Step = {
  send: LockedSend;
  deliveries: readonly DeliveryRow[];
  updates: readonly DeliveryUpdate[];
  options: Options;
};

/** @see transitionAll */
export async function transition(
  services: Services,
  tx: Transaction,
  send: LockedSend,
  deliveries: readonly DeliveryRow[],
  updates: readonly DeliveryUpdate[],
  options: Options,
): Promise<Transition> {
  const [result] = await transitionAll(services, tx, [{ send, deliveries, updates, options }]);
  return result!;
}

/**
 * The only writer of delivery states: `state.ts` decides about each update, allowed changes are
 * written, each message becomes the roll-up of its recipients, and events are recorded. The sends, each named once, must
 * be locked by this transaction before their deliveries were read.
 */
export async function transitionAll(
  services: Services,
  tx: Transaction,
  steps: readonly Step[],
): Promise<Transition[]> {
  const results = steps.map(stepOf);
  const changed = results.filter(
    ({ moved }, index) => moved.length > 0 || concernsAttempt(steps[index]!.options),
  );
  if (changed.length === 0) return results;
  const optionsOf = new Map(steps.map(({ send, options }) => [send.message_id, options]));
  const summaries = await writeTransitions(
    tx,
    changed.map((each) => toWrite(each, optionsOf.get(each.send.message_id)!)),
  );
  const suppressed = changed.flatMap(({ send, moved }) =>
    moved.flatMap((change) => suppressionOf(send, change)),
  );
  await suppress(services, tx, suppressed, changed[0]!.at);
  await recordTransitions(tx, services, changed, summaries);
  const abusive = changed.filter(({ moved }) => moved.some(isAbuseSign));
  // Attempts never end in these states, and reports arrive one message at a time: there is at most one.
  for (const { send } of abusive) await pauseIfAbusive(tx, services, send);
  return results;
}

/** Computes the transition of one message; writes nothing. */
function stepOf({ send, deliveries, updates, options }: Step): Transition {
  const now = new Map(deliveries.map((row) => [row.address, row]));
  const moved: Transition['moved'] = [];
  for (const { address, trigger, ...said } of updates) {
    const row = now.get(address);
    const state = row && next(row, trigger);
    if (!state) continue;
    now.set(address, { ...row, ...state });
    moved.push({ ...NOTHING_SAID, ...said, ...state, address, field: row.field, from: row.status, trigger });
  }
  const after = [...now.values()];
  return {
    send,
    at: options.at,
    from: send.status,
    to: rollUp(after.map(({ status }) => status)),
    moved,
    deliveries: after,
    providerMessageId: options.providerMessageId ?? null,
    reason: options.reason ?? moved.find((change) => change.reason !== null)?.reason ?? null,
    reconciled: moved.some(({ from, trigger }) => isReconciliation(from, trigger)),
    was_sent: deliveries.some(isSent),
  };
}

const concernsAttempt = ({ endsAttempt = false, countsAttempt = false }: Options): boolean =>
  endsAttempt || countsAttempt;

const toWrite = (
  result: Transition,
  { endsAttempt = false, countsAttempt = false, isCaptured = false }: Options,
): TransitionWrite => ({
  message_id: result.send.message_id,
  // Only the last change of each recipient, because one statement cannot write a row twice.
  changes: [...new Map(result.moved.map((change) => [change.address, change])).values()],
  status: result.to,
  at: result.at,
  ends_attempt: endsAttempt,
  counts_attempt: countsAttempt,
  provider_message_id: result.providerMessageId,
  reason: result.reason,
  sent_at: result.deliveries.some(isSent) ? result.at : null,
  flag: isCaptured ? 'captured' : result.reconciled ? 'reconciled' : null,
});

/** The suppression that follows from a change (spec 4.9, 7.3). */
function suppressionOf(send: LockedSend, change: Transition['moved'][number]): ToSuppress[] {
  const reason = suppressionReason(change);
  const { tenant_id, identity_id, message_id: source_message_id } = send;
  return reason ? [{ tenant_id, identity_id, address: change.address, reason, source_message_id }] : [];
}

function suppressionReason({
  status,
  bounce_type,
  trigger,
}: Transition['moved'][number]): SuppressionReason | null {
  if (trigger === 'suppress') return null;
  if (status === 'bounced') return bounce_type === 'hard' ? 'hard_bounce' : null;
  if (status === 'complained') return 'complaint';
  return status === 'suppressed' ? 'provider' : null;
}

const isReconciliation = (from: DeliveryStatus, trigger: Trigger): boolean =>
  (from === 'uncertain' || from === 'failed') && typeof trigger === 'object' && 'provider' in trigger;

/** A send that is locked until the transaction ends, and its recipients, read under the lock. */
export type OpenSend = { send: LockedSend; deliveries: DeliveryRow[] };

/** The send of a message, or null. Waits for the lock. */
export async function openSend(tx: Transaction, messageId: string): Promise<OpenSend | null> {
  return (await openSends(tx, [messageId], 'wait')).get(messageId) ?? null;
}

/** Locks the sends that exist. `skip` leaves out those that another transaction holds. */
export async function openSends(
  tx: Transaction,
  messageIds: readonly string[],
  others: 'wait' | 'skip',
): Promise<Map<string, OpenSend>> {
  // Pipelined: the second statement starts when the first has its locks, so it sees the state at that time.
  const [sends, deliveries] = await Promise.all([
    lockSends(tx, messageIds, others),
    deliveriesOfAll(tx, messageIds),
  ]);
  const bySend = Map.groupBy(deliveries, (row) => row.message_id);
  return new Map(
    sends.map((send) => [send.message_id, { send, deliveries: bySend.get(send.message_id) ?? [] }]),
  );
}

/**
 * Cancels a message that was not handed over yet. Safe against a concurrent attempt, because both lock the send.
 * @throws AppError `not_cancelable` while an attempt is in progress, and once a recipient was sent to
 */
export async function cancelSend(
  services: Services,
  tx: Transaction,
  messageId: string,
  by: Decision['by'],
): Promise<Transition> {
  const at = services.clock.now();
  const open = await openSend(tx, messageId);
  if (!open || !isCancelable(open.deliveries, open.send.attempt_started_at !== null))
    throw new AppError('not_cancelable');
  const updates = open.deliveries.map(({ address }): DeliveryUpdate => ({ address, trigger: 'cancel' }));
  if (open.send.status === 'awaiting_approval')
    await writeDecision(tx, messageId, { status: 'canceled', by, at, comment: null, batch: null });
  return transition(services, tx, open.send, open.deliveries, updates, { at });
}

/**
 * A person decides an uncertain message: all its uncertain recipients change.
 * @throws AppError `not_uncertain`
 */
export async function resolveSend(
  services: Services,
  tx: Transaction,
  messageId: string,
  outcome: 'sent' | 'not_sent',
): Promise<Transition> {
  const at = services.clock.now();
  const open = await openSend(tx, messageId);
  if (open?.send.status !== 'uncertain') throw new AppError('not_uncertain');
  const said =
    outcome === 'sent'
      ? ({ trigger: 'resolve_sent' } as const)
      : ({ trigger: 'resolve_not_sent', reason: 'resolved_not_sent' } as const);
  const updates = open.deliveries.map(({ address }): DeliveryUpdate => ({ address, ...said }));
  return transition(services, tx, open.send, open.deliveries, updates, { at });
}
