import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { giveBack } from './caps.ts';
import { readStandings, reasonNotToSend } from './fate.ts';
import { type DueSender, senderOfDue } from './repository.ts';
import { isWaiting } from './state.ts';
import { type News, type OpenSend, openSend, transition } from './transition.ts';

const LOOK_AGAIN = 5 * MINUTE;
/** As long as a transport that refuses is tried: later than that, nobody expects the message any more. */
const HELD_AT_MOST = 24 * HOUR;

/**
 * What is to be done with a scheduled message whose time has come. Up to 30 days lie between its checks and now, so what
 * may have changed is asked again. While its identity is paused or its tenant suspended it is held, for 24 hours, then
 * it fails; it fails at once when the address that it is from was retired, which nothing takes back. A recipient that
 * would not be sent to now (4.6 rule 9) is not sent to.
 * @returns `now`, when to look again, or undefined when nothing is left to do
 */
export async function whenDue(services: Services, messageId: string): Promise<'now' | Date | undefined> {
  const at = services.clock.now();
  return services.db.transaction(async (tx) => {
    const [open, sender] = await Promise.all([openSend(tx, messageId), senderOfDue(tx, messageId)]);
    // Not `queued` any more, or an attempt began: `submit` knows which.
    if (!open || !sender || open.send.status !== 'queued' || open.send.attempts > 0) return 'now';
    const obstacle = obstacleOf(sender);
    if (obstacle?.mayPass && at < after(new Date(sender.send_at), HELD_AT_MOST)) return after(at, LOOK_AGAIN);
    const news = obstacle ? givenUp(open, obstacle.reason) : await notSentToNow(tx, open, sender, at);
    if (news.length === 0) return 'now';
    const { to } = await transition(services, tx, open.send, open.deliveries, news, { at });
    if (to === 'queued') return 'now';
    // Nothing is sent: what it took of the caps goes back.
    await giveBack(tx, messageId);
    return undefined;
  });
}

type Obstacle = { reason: string; mayPass: boolean };

function obstacleOf({ from_status, identity_status, tenant_status }: DueSender): Obstacle | null {
  // One that is retiring still is the sender: the message's thread uses it (rule 4).
  if (from_status === null || from_status === 'retired')
    return { reason: 'from_address_retired', mayPass: false };
  if (tenant_status !== 'active') return { reason: 'tenant_suspended', mayPass: true };
  return identity_status === 'active' ? null : { reason: 'identity_paused', mayPass: true };
}

const givenUp = ({ deliveries }: OpenSend, reason: string): News[] =>
  deliveries.map(({ address }) => ({ address, trigger: { attempt: 'given_up' }, reason }));

async function notSentToNow(
  tx: Transaction,
  { send, deliveries }: OpenSend,
  sender: DueSender,
  at: Date,
): Promise<News[]> {
  const addresses = deliveries.filter(isWaiting).map(({ address }) => address);
  const identity = { id: send.identity_id, tenant_id: send.tenant_id, send_policy: sender.send_policy };
  const policy = effectivePolicy(sender);
  const [standing] = await readStandings(tx, [{ identity, addresses }], at);
  return addresses.flatMap((address): News[] => {
    const reason = reasonNotToSend(standing!, identity.id, address, policy);
    return reason === null ? [] : [{ address, trigger: 'suppress', reason }];
  });
}
