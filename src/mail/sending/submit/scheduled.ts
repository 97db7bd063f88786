import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { DeliveryReason } from '#mailbox/messages/index.ts';
import type { SuppressionLookup } from '#mailbox/suppressions/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { giveBack } from '../accept/caps.ts';
import { readSenderContexts, reasonNotToSend } from '../accept/delivery-plan.ts';
import { type DueSender, senderOfDue } from '../repository.ts';
import { isWaiting } from '../transition/state.ts';
import { type DeliveryUpdate, type OpenSend, openSend, transition } from '../transition/transition.ts';

const LOOK_AGAIN = 5 * MINUTE;
/** As long as temporary refusals are retried. After that, nobody expects the message anymore. */
const HELD_AT_MOST = 24 * HOUR;

/**
 * Decides about a scheduled message that is due. Up to 30 days have passed since it was checked, so facts that may have
 * changed are checked again. While its identity is paused or its tenant suspended, it is held for 24 hours; then it
 * fails. It fails at once when its sender address was retired, because that is permanent. A recipient that could not be
 * sent to now (4.6 rule 9) is left out.
 * @returns `now`, the time of the next check, or undefined if nothing is left to do
 */
export async function whenDue(services: Services, messageId: string): Promise<'now' | Date | undefined> {
  const at = services.clock.now();
  return services.db.transaction(async (tx) => {
    const [open, sender] = await Promise.all([openSend(tx, messageId), senderOfDue(tx, messageId)]);
    // No longer `queued`, or already attempted: `submit` handles both.
    if (!open || !sender || open.send.status !== 'queued' || open.send.attempts > 0) return 'now';
    const obstacle = obstacleOf(sender);
    if (obstacle?.mayPass && at < after(new Date(sender.send_at), HELD_AT_MOST)) return after(at, LOOK_AGAIN);
    const updates = obstacle
      ? givenUp(open, obstacle.reason)
      : await notSentToNow({ db: tx, keyRing: services.keyRing }, open, sender, at);
    if (updates.length === 0) return 'now';
    const { to } = await transition(services, tx, open.send, open.deliveries, updates, { at });
    if (to === 'queued') return 'now';
    // Nothing is sent, so it no longer counts against the caps.
    await giveBack(tx, messageId);
    return undefined;
  });
}

type Obstacle = { reason: DeliveryReason; mayPass: boolean };

function obstacleOf({ from_status, identity_status, tenant_status }: DueSender): Obstacle | null {
  // A retiring address may still send in a thread that uses it (rule 4).
  if (from_status === null || from_status === 'retired')
    return { reason: 'from_address_retired', mayPass: false };
  if (tenant_status !== 'active') return { reason: 'tenant_suspended', mayPass: true };
  return identity_status === 'active' ? null : { reason: 'identity_paused', mayPass: true };
}

const givenUp = ({ deliveries }: OpenSend, reason: DeliveryReason): DeliveryUpdate[] =>
  deliveries.map(({ address }) => ({ address, trigger: { attempt: 'given_up' }, reason }));

async function notSentToNow(
  lookup: SuppressionLookup,
  { send, deliveries }: OpenSend,
  sender: DueSender,
  at: Date,
): Promise<DeliveryUpdate[]> {
  const addresses = deliveries.filter(isWaiting).map(({ address }) => address);
  const identity = { id: send.identity_id, tenant_id: send.tenant_id, send_policy: sender.send_policy };
  const policy = effectivePolicy(sender);
  const [context] = await readSenderContexts(lookup, [{ identity, addresses }], at);
  return addresses.flatMap((address): DeliveryUpdate[] => {
    const reason = reasonNotToSend(context!, identity.id, address, policy);
    return reason === null ? [] : [{ address, trigger: 'suppress', reason }];
  });
}
