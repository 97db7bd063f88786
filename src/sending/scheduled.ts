import { after, HOUR, MINUTE } from '#kernel/clock.ts';
import type { Transaction } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import { recipientStandings } from '#suppressions/index.ts';
import { giveBack } from './caps.ts';
import { type DueSender, senderOfDue } from './repository.ts';
import { isWaiting } from './state.ts';
import { type News, type OpenSend, openSend, transition } from './transition.ts';

const LOOK_AGAIN = 5 * MINUTE;
/** As long as a transport that refuses is tried: later than that, nobody expects the message any more. */
const HELD_AT_MOST = 24 * HOUR;

/**
 * What is to be done with a scheduled message whose time has come. Up to 30 days lie between its checks and now, so what
 * may have changed is asked again: while its identity is paused or its tenant suspended it is held, for 24 hours, then
 * it fails; a recipient that was suppressed or blocked meanwhile is not sent to.
 * @returns `now`, when to look again, or undefined when nothing is left to do
 */
export async function whenDue(services: Services, messageId: string): Promise<'now' | Date | undefined> {
  const at = services.clock.now();
  return services.db.transaction(async (tx) => {
    const [open, sender] = await Promise.all([openSend(tx, messageId), senderOfDue(tx, messageId)]);
    // Not `queued` any more, or an attempt began: `submit` knows which.
    if (!open || !sender || open.send.status !== 'queued' || open.send.attempts > 0) return 'now';
    const obstacle = obstacleOf(sender);
    if (obstacle !== null && at < after(new Date(sender.send_at), HELD_AT_MOST)) return after(at, LOOK_AGAIN);
    const news = obstacle === null ? await suppressedNow(tx, open, at) : givenUp(open, obstacle);
    if (news.length === 0) return 'now';
    const { to } = await transition(services, tx, open.send, open.deliveries, news, { at });
    if (to === 'queued') return 'now';
    // Nothing is sent: what it took of the caps goes back.
    await giveBack(tx, messageId);
    return undefined;
  });
}

function obstacleOf({ identity_status, tenant_status }: DueSender): string | null {
  if (tenant_status !== 'active') return 'tenant_suspended';
  return identity_status === 'active' ? null : 'identity_paused';
}

const givenUp = ({ deliveries }: OpenSend, reason: string): News[] =>
  deliveries.map(({ address }) => ({ address, trigger: { attempt: 'given_up' }, reason }));

async function suppressedNow(tx: Transaction, { send, deliveries }: OpenSend, at: Date): Promise<News[]> {
  const addresses = deliveries.filter(isWaiting).map(({ address }) => address);
  const standings = await recipientStandings(tx, send.tenant_id, addresses, at);
  return addresses.flatMap((address): News[] => {
    const { suppression, blocked } = standings.get(address)!;
    const reason = suppression ?? (blocked ? 'send_block' : null);
    return reason === null ? [] : [{ address, trigger: 'suppress', reason }];
  });
}
