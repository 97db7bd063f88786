import type { Transaction } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import type { Services } from '#kernel/services.ts';
import { type SuppressionReason, suppress, type ToSuppress } from '#suppressions/index.ts';
import { isAbuseSign, pauseIfAbusive } from './abuse.ts';
import { recordTransition } from './events.ts';
import {
  type Answer,
  type DeliveryChange,
  type DeliveryRow,
  deliveriesOf,
  type LockedSend,
  lockSend,
  writeTransition,
} from './repository.ts';
import { type DeliveryStatus, isCancelable, next, rollUp, type Trigger } from './state.ts';

/** Something that happened to one recipient, with what was said about it. */
export type News = { address: string; trigger: Trigger } & Partial<Answer>;

/** What really changed, for whoever tells of it. */
export type Transition = {
  send: LockedSend;
  at: Date;
  from: DeliveryStatus;
  to: DeliveryStatus;
  /** Recipients that moved; one that a repeated or late piece of news left where it was is not among them. */
  moved: (DeliveryChange & { field: DeliveryRow['field']; from: DeliveryStatus; trigger: Trigger })[];
  /** Every recipient as it is afterwards. */
  deliveries: DeliveryRow[];
  providerMessageId: string | null;
  reason: string | null;
  /** A provider told what became of a message whose outcome was unknown (interface-spec 6.4). */
  reconciled: boolean;
  /** Some recipient had been handed over before. */
  was_sent: boolean;
};

type Telling = Pick<Services, 'clock' | 'wakeUps'>;

type Options = {
  at: Date;
  /** The attempt is over, whatever came of it. */
  endsAttempt?: boolean;
  providerMessageId?: string | null;
  reason?: string | null;
};

const NOTHING_SAID: Answer = {
  reason: null,
  smtp_code: null,
  enhanced_code: null,
  smtp_response: null,
  bounce_type: null,
};

/** A message that was handed to somebody, as far as anybody knows. */
const isSent = ({ status, is_taken }: DeliveryRow): boolean =>
  is_taken && status !== 'uncertain' && status !== 'failed' && status !== 'rejected';

/**
 * The only way in which recipients and their message change: each piece of news is put to `state.ts`, what it allows is
 * written, the message becomes their roll-up, and customers are told. The send must be locked by this transaction, its deliveries read
 * after that.
 */
export async function transition(
  services: Telling,
  tx: Transaction,
  send: LockedSend,
  deliveries: readonly DeliveryRow[],
  news: readonly News[],
  { at, endsAttempt = false, providerMessageId = null, reason = null }: Options,
): Promise<Transition> {
  const now = new Map(deliveries.map((row) => [row.address, row]));
  const moved: Transition['moved'] = [];
  for (const { address, trigger, ...said } of news) {
    const row = now.get(address);
    const state = row && next(row, trigger);
    if (!state) continue;
    now.set(address, { ...row, ...state });
    moved.push({ ...NOTHING_SAID, ...said, ...state, address, field: row.field, from: row.status, trigger });
  }
  const after = [...now.values()];
  const result: Transition = {
    send,
    at,
    from: send.status,
    to: rollUp(after.map(({ status }) => status)),
    moved,
    deliveries: after,
    providerMessageId,
    reason: reason ?? moved.find((change) => change.reason !== null)?.reason ?? null,
    reconciled: moved.some(({ from, trigger }) => isReconciliation(from, trigger)),
    was_sent: deliveries.some(isSent),
  };
  if (moved.length > 0 || endsAttempt) {
    await writeTransition(tx, send.message_id, {
      // The last word on each recipient: one statement cannot write a row twice.
      changes: [...new Map(moved.map((change) => [change.address, change])).values()],
      status: result.to,
      at,
      endsAttempt,
      providerMessageId,
      reason: result.reason,
      sentAt: after.some(isSent) ? at : null,
      flag: result.reconciled ? 'reconciled' : null,
    });
    await suppress(
      services,
      tx,
      moved.flatMap((change) => suppressionOf(send, change)),
      at,
    );
    await recordTransition(tx, services, result);
    if (moved.some(isAbuseSign)) await pauseIfAbusive(tx, services, send);
  }
  return result;
}

/** What the tenant does not send to any more (interface-spec 4.9, 7.3). */
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

/** The send of a message, locked until the transaction ends, and its recipients as they are then; null for no send. */
export async function openSend(
  tx: Transaction,
  messageId: string,
): Promise<{ send: LockedSend; deliveries: DeliveryRow[] } | null> {
  // Asked for together: the second statement begins when the first has its lock, so it sees what is true then.
  const [send, deliveries] = await Promise.all([lockSend(tx, messageId), deliveriesOf(tx, messageId)]);
  return send && { send, deliveries };
}

/**
 * Cancels what is not handed over yet. Safe against a transport that begins at the same moment: both lock the send.
 * @throws AppError `not_cancelable` while an attempt is in progress, and once a recipient was sent to
 */
export async function cancelSend(services: Telling, tx: Transaction, messageId: string): Promise<Transition> {
  const at = services.clock.now();
  const open = await openSend(tx, messageId);
  if (!open || !isCancelable(open.deliveries, open.send.attempt_started_at !== null))
    throw new AppError('not_cancelable');
  const news = open.deliveries.map(({ address }): News => ({ address, trigger: 'cancel' }));
  return transition(services, tx, open.send, open.deliveries, news, { at });
}

/**
 * A person says what became of an uncertain message: all its uncertain recipients move.
 * @throws AppError `not_uncertain`
 */
export async function resolveSend(
  services: Telling,
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
  const news = open.deliveries.map(({ address }): News => ({ address, ...said }));
  return transition(services, tx, open.send, open.deliveries, news, { at });
}
